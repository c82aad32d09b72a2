import { mkdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { type Preferences, preferencesSchema } from '../../shared/api.ts';
import { badInputFault } from '../../shared/bad-input.ts';
import { type Config, configSchema, defaultConfig } from '../../shared/config.ts';
import { type Fault, LabError } from '../../shared/fault.ts';
import { type ConfirmedHost, confirmedHostSchema } from '../../shared/service.ts';
import { type Engine, engines } from '../../shared/words.ts';
import { writeWholeFile } from './whole-file.ts';

const VERSION = 3;

const settingsSchema = z.strictObject({
  version: z.literal(VERSION),
  config: configSchema,
  preferences: preferencesSchema,
  /** Where an engine is that is not on the PATH, by its id. Edited by hand. */
  enginePaths: z.partialRecord(z.enum(engines), z.string()),
  /** Other Node executables for the handshake lab. Edited by hand. */
  nodePaths: z.array(z.string()).default([]),
  /** Hosts that the user has said yes to load on, each for itself; never part of a configuration. */
  confirmedHosts: z.array(confirmedHostSchema).default([]),
});

/**
 * Version 1 knew neither load models nor distance, and meant a closed loop on one machine; version 2 knew no engines, and
 * meant the built-in proxy. What they didn't know was as it is by default.
 */
const olderSchema = z.looseObject({
  version: z.literal([1, 2]),
  config: z.looseObject({ workload: z.looseObject({}) }),
});

function migrated(input: unknown): unknown {
  const old = olderSchema.safeParse(input);
  if (!old.success) return input;
  const { config } = old.data;
  const { load } = defaultConfig.workload;
  const { network, proxy, comparedProxies } = defaultConfig;
  const workload = { load, ...config.workload };
  return {
    ...old.data,
    version: VERSION,
    config: { network, proxy, comparedProxies, ...config, workload },
    enginePaths: {},
  };
}

/** What is kept between starts. */
export interface Settings {
  readonly config: Config;
  readonly preferences: Preferences;
  readonly enginePaths: Readonly<Partial<Record<Engine, string>>>;
  readonly nodePaths: readonly string[];
  readonly confirmedHosts: readonly ConfirmedHost[];
}

export const defaultSettings: Settings = {
  config: defaultConfig,
  preferences: { theme: 'system', language: 'system' },
  enginePaths: {},
  nodePaths: [],
  confirmedHosts: [],
};

function problemOf(text: string): { settings: Settings } | { problem: string } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  const checked = settingsSchema.safeParse(migrated(parsed));
  if (checked.success) {
    const { version: _version, ...settings } = checked.data;
    return { settings };
  }
  const about = { code: 'settings-unreadable', name: 'the file', allowed: {} } as const;
  return { problem: badInputFault(parsed, checked.error, about).message };
}

/**
 * Reads the settings. A damaged file is set aside under another name, so that nothing of it is lost, and the defaults
 * are used.
 * @returns the settings, and what was wrong if anything was
 */
export async function readSettings(file: string): Promise<{ settings: Settings; fault?: Fault }> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { settings: defaultSettings };
    const message = `The settings file ${file} could not be read (${String(error)}); the defaults are used.`;
    return { settings: defaultSettings, fault: { code: 'settings-unreadable', message } };
  }
  const read = problemOf(text);
  if ('settings' in read) return { settings: read.settings };
  const aside = `${file}.damaged-${Date.now()}`;
  // Where even the renaming fails the defaults still hold; the file is then simply written over at the next change.
  const moved = await rename(file, aside).then(
    () => `It was set aside as ${aside}`,
    () => 'It could not be set aside',
  );
  const message = `The settings file ${file} is not as expected (${read.problem}). ${moved}; the defaults are used.`;
  return { settings: defaultSettings, fault: { code: 'settings-unreadable', message } };
}

/**
 * Writes the settings as a whole or not at all.
 * @throws LabError `settings-unwritable`
 */
export async function writeSettings(file: string, settings: Settings): Promise<void> {
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeWholeFile(file, `${JSON.stringify({ version: VERSION, ...settings }, undefined, 2)}\n`);
  } catch (error) {
    const message = `The settings could not be kept in ${file} (${String(error)}); they hold until this window closes.`;
    throw new LabError({ code: 'settings-unwritable', message }, { cause: error });
  }
}
