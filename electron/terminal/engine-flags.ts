import type { Command } from 'commander';
import { type EngineConfigRequest, parseEngineConfigRequest } from '../../shared/engine-state.ts';
import { LabError } from '../../shared/fault.ts';
import { engines } from '../../shared/words.ts';
import { Refusal } from './refusal.ts';

const realEngines = engines.filter((engine) => engine !== 'builtin');

export interface EngineFlags {
  enginePath?: string[];
  engineConfig?: string[];
}

/** Files by the engine that they belong to. */
export interface EngineFiles {
  readonly paths: Readonly<Record<string, string>>;
  /** Configurations of the user's own. */
  readonly configFiles: Readonly<Record<string, string>>;
}

const collect = (value: string, known: string[] = []): string[] => [...known, value];

export function addEnginePathFlag(command: Command): Command {
  return command.option(
    '--engine-path <engine=file>',
    'where an engine is that is not on the PATH; may be repeated',
    collect,
  );
}

export function addEngineFlags(command: Command): Command {
  return addEnginePathFlag(command).option(
    '--engine-config <engine=file>',
    "a configuration of one's own, made from what `engine-config` prints; may be repeated",
    collect,
  );
}

function filesFrom(flag: string, values: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    values.map((value) => {
      const at = value.indexOf('=');
      const engine = value.slice(0, at).toLowerCase();
      if (at > 0 && value.length > at + 1 && realEngines.some((one) => one === engine))
        return [engine, value.slice(at + 1)];
      throw Refusal.of(flag, JSON.stringify(value), `${realEngines.join(', ')}, an equals sign, and a file`);
    }),
  );
}

/** @throws Refusal */
export function engineFilesFrom({ enginePath, engineConfig }: EngineFlags): EngineFiles {
  return {
    paths: filesFrom('--engine-path', enginePath),
    configFiles: filesFrom('--engine-config', engineConfig),
  };
}

/** @throws Refusal */
export function configRequestFrom(engine: string, topology: string): EngineConfigRequest {
  try {
    return parseEngineConfigRequest({ engine: engine.toLowerCase(), topology: topology.toUpperCase() });
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    const { field, given, allowed } = error.fault;
    throw Refusal.of(field === 'topology' ? '--topology' : 'engine', given ?? '', allowed ?? '');
  }
}
