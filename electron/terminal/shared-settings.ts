import { closeSync, openSync, readSync } from 'node:fs';
import type { Command } from 'commander';
import type { Config } from '../../shared/config.ts';
import { LabError, toFault } from '../../shared/fault.ts';
import type { Service } from '../../shared/service.ts';
import { isSettingsLink, maxSettingsLength, parseSharedSettings } from '../../shared/share/settings-text.ts';
import { Refusal } from './refusal.ts';
import type { RunFlags } from './run-flags.ts';

const allowed = 'a link that begins with tls-cost-lab:, or a file that a window saved';

/** A byte more than the longest settings tells that there are too many; the rest of a large file is never read. */
function readStart(file: string): string {
  const bytes = Buffer.alloc(maxSettingsLength + 1);
  const descriptor = openSync(file, 'r');
  try {
    return bytes.toString('utf8', 0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
}

function textOf(given: string): string {
  if (isSettingsLink(given)) return given;
  try {
    return readStart(given);
  } catch (error) {
    throw new Refusal(
      `--settings: ${given} was given, which can't be read (${toFault(error).message}); allowed: ${allowed}`,
    );
  }
}

const topologiesOf = ({ mode, topology, compared }: Config) =>
  mode === 'solo' ? topology : compared.join(',');
const proxiesOf = ({ mode, proxy, comparedProxies }: Config) =>
  mode === 'solo' ? proxy : comparedProxies.join(',');

/** The settings as they would be typed. */
function flagsOf(config: Config): Partial<RunFlags> {
  const { workload, tls, network } = config;
  const { load } = workload;
  return {
    topology: topologiesOf(config),
    proxy: proxiesOf(config),
    body: String(workload.bodyBytes),
    method: workload.method,
    reuse: String(workload.reuse),
    connections: String(workload.connections),
    streams: String(workload.streamsPerConnection),
    protocol: workload.protocol,
    rate: load.kind === 'open' ? String(load.ratePerSec) : undefined,
    tls: tls.version,
    key: tls.key,
    resume: tls.resumption ? 'on' : 'off',
    innerRtt: String(network.innerRttMs),
    outerRtt: String(network.outerRttMs),
    innerWire: network.innerWire,
  };
}

/** What a link carries can't be read by eye, so a service that it names is measured only when it is typed, too. */
function refuseUnseen({ plaintextUrl, tlsUrl, method, path }: Service): never {
  const flags = [
    ...(plaintextUrl === undefined ? [] : [`--service ${plaintextUrl}`]),
    ...(tlsUrl === undefined ? [] : [`--service-tls ${tlsUrl}`]),
    ...(path === undefined ? [] : [`--path '${path}'`]),
    ...(method === 'GET' ? [] : [`--method ${method}`]),
  ];
  throw new Refusal(
    `--settings: they name a service of somebody's, which is not measured unless you type it: ${flags.join(' ')}. Nothing was sent.`,
  );
}

/**
 * Puts settings that were shared in the place of the flags that were not typed.
 * @param flags as the command line has them
 * @param command knows which of them were typed
 * @returns the flags; the same if no settings were given
 * @throws Refusal when they can't be read, or name a service that was not typed
 */
export function withSharedSettings<F extends RunFlags>(flags: F, command: Command): F {
  if (flags.settings === undefined) return flags;
  try {
    const { config, service } = parseSharedSettings(textOf(flags.settings));
    const hasService = flags.service !== undefined || flags.serviceTls !== undefined;
    if (service !== undefined && !hasService) refuseUnseen(service);
    const untyped = Object.entries(flagsOf(config)).filter(
      // What a service is asked is its own.
      ([name]) => command.getOptionValueSource(name) !== 'cli' && !(hasService && name === 'method'),
    );
    const merged = { ...flags, ...Object.fromEntries(untyped) };
    // A window keeps the number of streams while HTTP/1.1, which has one, is chosen.
    const isTyped = command.getOptionValueSource('streams') === 'cli';
    return merged.protocol === 'h1' && !isTyped ? { ...merged, streams: '1' } : merged;
  } catch (error) {
    throw error instanceof LabError ? new Refusal(`--settings: ${error.message}`) : error;
  }
}
