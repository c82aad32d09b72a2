import type { Command } from 'commander';
import { bounds, type Config, defaultConfig, parseConfig } from '../../shared/config.ts';
import { LabError } from '../../shared/fault.ts';
import { topologyIds, usualTopologies } from '../../shared/topologies.ts';
import { engines, keyTypes, methods, protocols, tlsVersions } from '../../shared/words.ts';
import type { RunRequest } from '../host/point-runner.ts';
import { Refusal } from './refusal.ts';
import { listFrom, numberOr, onOff, seconds } from './typed-values.ts';

const warmupBoundsS = { min: 0, max: 60 };
const durationBoundsS = { min: 0.5, max: 3600 };

const DEFAULT_DURATION_S = 6;
/** How long a run goes on for figures that are not known yet, unless a duration was asked for. */
const DEFAULT_CAP_S = 20;

/** Which flag stands behind a field of the configuration, for messages. */
const flagOfField: Record<string, string> = {
  topology: '--topology',
  compared: '--topology',
  'workload.bodyBytes': '--body',
  'workload.method': '--method',
  'workload.reuse': '--reuse',
  'workload.connections': '--connections',
  'workload.protocol': '--protocol',
  'workload.streamsPerConnection': '--streams',
  'workload.load.ratePerSec': '--rate',
  'tls.version': '--tls',
  'tls.key': '--key',
  'tls.resumption': '--resume',
  'network.innerRttMs': '--inner-rtt',
  'network.outerRttMs': '--outer-rtt',
};

export interface RunFlags {
  topology: string;
  proxy: string;
  body: string;
  method: string;
  reuse: string;
  connections: string;
  streams: string;
  protocol: string;
  rate?: string;
  tls: string;
  key: string;
  resume: string;
  innerRtt: string;
  outerRtt: string;
  duration?: string;
  cap?: string;
  warmup: string;
}

function configFrom(flags: RunFlags): Config {
  return parseConfig({
    ...defaultConfig,
    workload: {
      bodyBytes: numberOr(flags.body),
      method: flags.method.toUpperCase(),
      reuse: numberOr(flags.reuse),
      connections: numberOr(flags.connections),
      protocol: flags.protocol,
      streamsPerConnection: numberOr(flags.streams),
      load:
        flags.rate === undefined ? { kind: 'closed' } : { kind: 'open', ratePerSec: numberOr(flags.rate) },
    },
    tls: { version: flags.tls, key: flags.key, resumption: onOff(flags.resume) },
    network: { innerRttMs: numberOr(flags.innerRtt), outerRttMs: numberOr(flags.outerRtt) },
  });
}

function refusalOf(error: LabError): Refusal {
  const { field, given, allowed, message } = error.fault;
  const flag = flagOfField[field ?? ''];
  const words = flag === '--resume' ? 'on or off' : allowed;
  return flag === undefined ? new Refusal(message) : Refusal.of(flag, given ?? '', words ?? '');
}

/** Without any time given, a run goes on until its figures are known; a duration that was asked for is kept to. */
function timesFrom({ duration, cap, warmup }: RunFlags) {
  const durationS = seconds('--duration', duration ?? String(DEFAULT_DURATION_S), durationBoundsS);
  const capS = cap === undefined ? undefined : seconds('--cap', cap, durationBoundsS);
  const mostS = capS ?? (duration === undefined ? DEFAULT_CAP_S : durationS);
  if (mostS < durationS)
    throw Refusal.of('--cap', JSON.stringify(cap), `seconds from the duration, ${durationS}, on`);
  return { durationS, mostS, warmupS: seconds('--warmup', warmup, warmupBoundsS) };
}

function refuseUnusedStreams({ protocol, streams }: RunFlags): void {
  if (protocol === 'h1' && numberOr(streams) !== 1)
    throw Refusal.of(
      '--streams',
      streams,
      '1 with HTTP/1.1, which has one request in flight; more with --protocol h2',
    );
}

/** @throws Refusal */
export function requestFrom(flags: RunFlags): RunRequest {
  const topologies = listFrom('--topology', flags.topology, topologyIds);
  const proxies = listFrom('--proxy', flags.proxy, engines);
  const times = timesFrom(flags);
  try {
    const { workload, tls, network } = configFrom(flags);
    refuseUnusedStreams(flags);
    return { topologies, proxies, config: { workload, tls, network }, ...times };
  } catch (error) {
    throw error instanceof LabError ? refusalOf(error) : error;
  }
}

function addLoadFlags(command: Command): Command {
  const { workload } = defaultConfig;
  return command
    .option('--body <bytes>', 'body size of each response (GET) or upload (POST)', String(workload.bodyBytes))
    .option('--method <method>', methods.join(' or '), workload.method)
    .option(
      '--reuse <reuse>',
      'keep-alive, new (a connection per request), or requests per connection',
      'keep-alive',
    )
    .option('--connections <n>', 'open at the same time', String(workload.connections))
    .option(
      '--streams <n>',
      'h2 only: requests in flight on each connection',
      String(workload.streamsPerConnection),
    )
    .option('--protocol <protocol>', protocols.join(' or '), workload.protocol)
    .option(
      '--rate <n>',
      'open loop: so many requests per second are due whatever the server does, and latency counts from then (default: closed loop, each connection asks again once it is answered)',
    );
}

export function addRunFlags(command: Command): Command {
  const { tls } = defaultConfig;
  const topologyText = `${topologyIds.join(', ')}; several with commas are interleaved`;
  const delay = `adds a round trip of so many ms (0–${bounds.rttMs.max})`;
  const proxyText = `what plays the proxy: ${engines.join(', ')}; several with commas are interleaved`;
  return addLoadFlags(command.option('--topology <list>', topologyText, usualTopologies.join(',')))
    .option('--proxy <list>', proxyText, 'builtin')
    .option('--tls <version>', tlsVersions.join(' or '), tls.version)
    .option('--key <type>', keyTypes.join(' or '), tls.key)
    .option('--resume <on|off>', 'session resumption', tls.resumption ? 'on' : 'off')
    .option('--inner-rtt <ms>', `${delay} between proxy and app`, '0')
    .option('--outer-rtt <ms>', `${delay} between client and server`, '0')
    .option('--duration <s>', `measured time of each topology, seconds (default: ${DEFAULT_DURATION_S})`)
    .option(
      '--cap <s>',
      `measure each topology longer, up to so many seconds, until CPU per request is known within ±3 % (default: ${DEFAULT_CAP_S}, or the duration if one is given)`,
    )
    .option('--warmup <s>', 'least load before measuring, of each topology, seconds', '1');
}
