import type { Command } from 'commander';
import { bounds, type Config, defaultConfig, parseConfig } from '../../shared/config.ts';
import { LabError } from '../../shared/fault.ts';
import { canServe, serviceBounds } from '../../shared/service.ts';
import { topologyIds, usualTopologies } from '../../shared/topologies.ts';
import { engines, keyTypes, methods, protocols, tlsVersions } from '../../shared/words.ts';
import type { RunRequest } from '../host/point-runner.ts';
import { Refusal } from './refusal.ts';
import { confirmedFrom, flagOfServiceField, type ServiceFlags, serviceFrom } from './service-flags.ts';
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
  ...flagOfServiceField,
};

export interface RunFlags extends ServiceFlags {
  topology?: string;
  proxy: string;
  body: string;
  method?: string;
  reuse: string;
  connections?: string;
  streams: string;
  protocol: string;
  rate?: string;
  tls: string;
  key: string;
  resume: string;
  innerRtt: string;
  outerRtt: string;
  /** No flag of its own: shared settings may ask for it. */
  innerWire?: true;
  settings?: string;
  duration?: string;
  cap?: string;
  warmup: string;
}

/** On a host that was confirmed by name only a fixed rate can be held to its cap, so that is what goes without saying. */
function loadFrom({ rate, confirmHost, rateCap, connections }: RunFlags) {
  const cap = rateCap ?? String(serviceBounds.ratePerSec.usual);
  const usual = defaultConfig.workload.connections;
  const asked = rate ?? (confirmHost === undefined ? undefined : cap);
  const few = confirmHost === undefined ? usual : Math.min(usual, Number(cap));
  return {
    connections: numberOr(connections ?? String(few)),
    load: asked === undefined ? { kind: 'closed' } : { kind: 'open', ratePerSec: numberOr(asked) },
  };
}

function configFrom(flags: RunFlags): Config {
  const service = serviceFrom(flags, flags.method);
  return parseConfig({
    ...defaultConfig,
    workload: {
      bodyBytes: numberOr(flags.body),
      // What a service is asked is its own.
      method: service === undefined ? (flags.method ?? 'GET').toUpperCase() : 'GET',
      reuse: numberOr(flags.reuse),
      protocol: flags.protocol,
      streamsPerConnection: numberOr(flags.streams),
      ...loadFrom(flags),
    },
    tls: { version: flags.tls, key: flags.key, resumption: onOff(flags.resume) },
    network: {
      innerRttMs: numberOr(flags.innerRtt),
      outerRttMs: numberOr(flags.outerRtt),
      ...(flags.innerWire && { innerWire: true }),
    },
    ...(service === undefined ? {} : { service }),
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

/** Those that were asked for; else the usual ones, with a service of one's own those that it has a URL for. */
function topologiesFrom(
  { topology }: RunFlags,
  { service }: Pick<Config, 'service'>,
): RunRequest['topologies'] {
  const usual = usualTopologies.filter((id) => service === undefined || canServe(service, id)).join(',');
  return listFrom('--topology', topology ?? usual, topologyIds);
}

function checkedConfig(flags: RunFlags): Config {
  try {
    return configFrom(flags);
  } catch (error) {
    throw error instanceof LabError ? refusalOf(error) : error;
  }
}

/** @throws Refusal */
export function requestFrom(flags: RunFlags): RunRequest {
  const proxies = listFrom('--proxy', flags.proxy, engines);
  const times = timesFrom(flags);
  const { workload, tls, network, service } = checkedConfig(flags);
  refuseUnusedStreams(flags);
  return {
    topologies: topologiesFrom(flags, { service }),
    proxies,
    config: { workload, tls, network, service },
    confirmed: confirmedFrom(flags, service),
    ...times,
  };
}

function addLoadFlags(command: Command): Command {
  const { workload } = defaultConfig;
  return command
    .option('--body <bytes>', 'body size of each response (GET) or upload (POST)', String(workload.bodyBytes))
    .option(
      '--method <method>',
      `${methods.join(' or ')} (default: ${workload.method}); with a service, its own`,
    )
    .option(
      '--reuse <reuse>',
      'keep-alive, new (a connection per request), or requests per connection',
      'keep-alive',
    )
    .option('--connections <n>', `open at the same time (default: ${workload.connections})`)
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
  const topologyText = `${topologyIds.join(', ')}; several with commas are interleaved (default: ${usualTopologies.join(',')})`;
  const delay = `adds a round trip of so many ms (0–${bounds.rttMs.max})`;
  const proxyText = `what plays the proxy: ${engines.join(', ')}; several with commas are interleaved`;
  return addLoadFlags(command.option('--topology <list>', topologyText))
    .option('--settings <link|file>', 'what a window shared; its settings hold where no flag says otherwise')
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
