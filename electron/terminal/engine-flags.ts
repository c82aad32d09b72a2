import type { Command } from 'commander';
import {
  type EngineConfigRequest,
  ownConfigKey,
  parseEngineConfigRequest,
} from '../../shared/engine-state.ts';
import { LabError } from '../../shared/fault.ts';
import { proxiesOf } from '../../shared/topologies.ts';
import { engines, proxyTierIds } from '../../shared/words.ts';
import { Refusal } from './refusal.ts';

const realEngines: readonly string[] = engines.filter((engine) => engine !== 'builtin');
/** Whose configuration may be given: each sidecar of a mesh runs one of its own. */
const configKeys = proxyTierIds.flatMap((tier) =>
  engines.flatMap((engine) => (engine === 'builtin' ? [] : ownConfigKey(engine, tier))),
);

export interface EngineFlags {
  enginePath?: string[];
  engineConfig?: string[];
}

/** Files by the engine that they belong to. */
export interface EngineFiles {
  readonly paths: Readonly<Record<string, string>>;
  /** Configurations of the user's own, by `ownConfigKey`. */
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
    "a configuration of one's own, made from what `engine-config` prints; for the second proxy of a mesh <engine/proxy2=file>; may be repeated",
    collect,
  );
}

function filesFrom(
  flag: string,
  values: readonly string[] = [],
  allowed: readonly string[] = realEngines,
): Record<string, string> {
  return Object.fromEntries(
    values.map((value) => {
      const at = value.indexOf('=');
      const key = value.slice(0, at).toLowerCase();
      if (at > 0 && value.length > at + 1 && allowed.includes(key)) return [key, value.slice(at + 1)];
      throw Refusal.of(flag, JSON.stringify(value), `${allowed.join(', ')}, an equals sign, and a file`);
    }),
  );
}

/** @throws Refusal */
export function engineFilesFrom({ enginePath, engineConfig }: EngineFlags): EngineFiles {
  return {
    paths: filesFrom('--engine-path', enginePath),
    configFiles: filesFrom('--engine-config', engineConfig, configKeys),
  };
}

export interface ConfigFlags extends EngineFlags {
  topology: string;
  tier: string;
}

/** @throws Refusal */
export function configRequestFrom(engine: string, { topology, tier }: ConfigFlags): EngineConfigRequest {
  try {
    return parseEngineConfigRequest({
      engine: engine.toLowerCase(),
      topology: topology.toUpperCase(),
      tier: tier.toLowerCase(),
    });
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    const { field, given, allowed } = error.fault;
    throw Refusal.of(field === 'engine' ? field : `--${field}`, given ?? '', allowed ?? '');
  }
}

/**
 * What to say beside a file which is not all that the engine is run with.
 * @returns undefined when it is
 */
export function otherConfigNote({ engine, topology, tier }: EngineConfigRequest): string | undefined {
  const [other] = proxiesOf(topology).filter((each) => each !== tier);
  if (other === undefined) return undefined;
  return `This is the file of ${tier}; ${other} runs another: engine-config ${engine} --topology ${topology} --tier ${other}. Give an edited one back as --engine-config ${ownConfigKey(engine, tier)}=<file>.`;
}
