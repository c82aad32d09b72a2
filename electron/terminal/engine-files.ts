import { readFile } from 'node:fs/promises';
import type { EngineSettings } from '../../shared/engine-state.ts';
import type { EngineFiles } from './engine-flags.ts';

/** @throws when a configuration of the user's own can't be read */
export async function engineSettings({ paths, configFiles }: EngineFiles): Promise<EngineSettings> {
  const texts = Object.entries(configFiles).map(
    async ([engine, file]) => [engine, await readFile(file, 'utf8')] as const,
  );
  return { paths, ownConfigs: Object.fromEntries(await Promise.all(texts)) };
}
