import { isValid } from './comparison.ts';
import type { Reuse } from './config.ts';
import type { EngineFacts, Figure, HopFacts, Point } from './result.ts';
import type { Cell } from './table.ts';
import { type Tier, tierIds } from './words.ts';

/** Connection reuse as a word of the command line: `keep-alive`, `new`, or the number of requests per connection. */
export function reuseText(reuse: Reuse): string {
  return typeof reuse === 'number' ? String(reuse) : reuse;
}

const figureCells = (name: string, figure: Figure | undefined): [string, Cell][] => [
  [`${name}_mean`, figure?.mean],
  [`${name}_ci95Low`, figure?.ci95?.[0]],
  [`${name}_ci95High`, figure?.ci95?.[1]],
];

function tierCells(point: Point, tier: Tier): [string, Cell][] {
  const figures = point.tiers[tier];
  return [
    ...figureCells(`${tier}_cpuUsPerRequest`, figures?.cpuUsPerRequest),
    [`${tier}_utilisationCores`, figures?.utilisation],
    [`${tier}_rssBytes`, figures?.rssBytes],
    [`${tier}_requests`, figures?.requests],
  ];
}

/** Of the hops behind a proxy the innermost that carries TLS, or else the innermost. */
function innerHop({ hops: [, ...inner] }: Point): HopFacts | undefined {
  return inner.findLast(({ security }) => security === 'tls') ?? inner.at(-1);
}

/** Handshakes since the configuration began, and those in the measured windows: only the latter go with requests. */
function handshakeCells(point: Point, end: 'first' | 'last'): [string, Cell][] {
  const hop = end === 'first' ? point.hops[0] : innerHop(point);
  const name = end === 'first' ? 'outerHop' : 'innerHop';
  return [
    [`${name}_tlsVersion`, hop?.tlsVersion],
    [`${name}_cipher`, hop?.cipher],
    [`${name}_alpn`, hop?.alpn],
    [`${name}_clientCertificate`, hop?.clientCertificate],
    [`${name}_fullHandshakes`, hop?.handshakes?.full],
    [`${name}_resumedHandshakes`, hop?.handshakes?.resumed],
    [`${name}_measuredFullHandshakes`, hop?.measuredHandshakes?.full],
    [`${name}_measuredResumedHandshakes`, hop?.measuredHandshakes?.resumed],
  ];
}

const engineText = (engine: EngineFacts | undefined): Cell => engine && `${engine.name} ${engine.version}`;

function settledText({ warmup }: Point): Cell {
  if (warmup === undefined) return undefined;
  if (warmup.settled === undefined) return 'unknown';
  return warmup.settled ? 'yes' : 'no';
}

/** Every column of a point, with its unit in the name. Tiers and hops that are not on the path leave theirs empty. */
export function pointCells(point: Point): [column: string, cell: Cell][] {
  const { workload, tls, latencyMs, service } = point;
  return [
    ['experiment', point.experiment],
    ['topology', point.topology],
    ['valid', isValid(point) ? 'yes' : 'no'],
    ['failedGates', point.failedGates.join(' ') || undefined],
    ['appEngine', engineText(point.engines.app)],
    ['proxyEngine', engineText(point.engines.proxy)],
    ['proxy2Engine', engineText(point.engines.proxy2)],
    ['serviceRequest', service && `${service.method} ${service.origin}${service.path}`],
    ['bodyBytes', workload.bodyBytes],
    ['method', workload.method],
    ['reuse', reuseText(workload.reuse)],
    ['connections', workload.connections],
    ['protocol', workload.protocol],
    ['streamsPerConnection', workload.streamsPerConnection],
    ['loadModel', workload.load.kind],
    ['ratePerSec', workload.load.kind === 'open' ? workload.load.ratePerSec : undefined],
    ['tlsVersionAsked', tls.version],
    ['keyType', tls.key],
    ['resumption', tls.resumption ? 'on' : 'off'],
    ['innerRttMs', point.network.innerRttMs],
    ['outerRttMs', point.network.outerRttMs],
    ['measuredS', point.measuredS],
    ['slices', point.slices],
    ['warmupS', point.warmup?.durationS],
    ['warmupSettled', settledText(point)],
    ['requests', point.requests],
    ['due', point.due],
    ['offeredS', point.offeredS],
    ['errors', point.errors.total],
    ...figureCells('reqPerSec', point.reqPerSec),
    ['p50Ms', latencyMs?.p50],
    ['p90Ms', latencyMs?.p90],
    ['p99Ms', latencyMs?.p99],
    ['p999Ms', latencyMs?.p999],
    ['maxMs', latencyMs?.max],
    ...tierIds.flatMap((tier) => tierCells(point, tier)),
    ...figureCells('servers_cpuUsPerRequest', point.serverCpuUsPerRequest),
    ['wire_cpuUs', point.wire && point.wire.userUs + point.wire.systemUs],
    ['wire_utilisationCores', point.wire?.utilisation],
    ['wire_bytes', point.wire?.bytes],
    ['app_httpVersion', point.tiers.app?.httpVersion],
    ...handshakeCells(point, 'first'),
    ...handshakeCells(point, 'last'),
    ['warnings', point.warnings.map((warning) => warning.code).join(' ') || undefined],
  ];
}
