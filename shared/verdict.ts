import type { Workload } from './config.ts';
import type { Figure, HopFacts, Point } from './result.ts';
import { hopsOf } from './topologies.ts';
import {
  formatBytes,
  formatMs,
  formatPerSec,
  formatRatio,
  formatShort,
  formatSignedPercent,
  formatUs,
  type Language,
} from './units.ts';

/**
 * What the figures say, as sentences with their numbers. A sentence is a key and its values; the values' names end in
 * their unit (Us, Ms, Ratio, Percent, Bytes, PerSec), which decides how they are written.
 */
export interface Statement {
  readonly key: StatementKey;
  readonly values: Readonly<Record<string, number | string>>;
}

/** The English sentences; other languages translate the same keys. */
export const englishSentences = {
  hopCost:
    "{{topology}} · The proxy's hop costs {{proxyUs}} of CPU per request, {{proxyRatio}} what the app itself spends.",
  tlsAdds:
    '{{topology}} · TLS on the way in adds {{extraUs}} ({{extraPercent}}) of server CPU per request against {{baseline}}, at {{bodyBytes}}.',
  tlsSaves:
    '{{topology}} · With TLS on the way in, the servers spend {{extraUs}} ({{extraPercent}}) less CPU per request than {{baseline}}, at {{bodyBytes}}.',
  tlsSame:
    '{{topology}} · TLS on the way in makes no measurable difference to server CPU against {{baseline}}, at {{bodyBytes}} (within ±{{withinUs}}).',
  reencryptionAdds:
    '{{topology}} · Encrypting again towards the app adds {{extraUs}} ({{extraPercent}}) of server CPU per request to {{baseline}}.',
  reencryptionSaves:
    '{{topology}} · With encryption towards the app, the servers spend {{extraUs}} ({{extraPercent}}) less CPU per request than {{baseline}}.',
  reencryptionSame:
    '{{topology}} · Encrypting again towards the app makes no measurable difference against {{baseline}} (within ±{{withinUs}}).',
  proxyAdds:
    '{{topology}} · TLS at the proxy, not in the app ({{baseline}}), adds {{extraUs}} ({{extraPercent}}) of server CPU per request.',
  proxySaves:
    '{{topology}} · TLS at the proxy, not in the app ({{baseline}}), saves {{extraUs}} ({{extraPercent}}) of server CPU per request.',
  proxySame:
    '{{topology}} · TLS at the proxy or in the app ({{baseline}}) makes no measurable difference to server CPU (within ±{{withinUs}}).',
  handshakes:
    '{{topology}} · A new connection for every request: the {{tier}} makes {{fullPerRequest}} full and {{resumedPerRequest}} resumed handshakes per request.',
  speed:
    '{{topology}} · Half of the requests took at most {{p50Ms}}, 99 % at most {{p99Ms}}; {{reqPerSec}} requests per second.',
  speedClientBound:
    '{{topology}} · Half of the requests took at most {{p50Ms}}, 99 % at most {{p99Ms}}; the {{reqPerSec}} requests per second are the limit of the load generator.',
} as const;
export type StatementKey = keyof typeof englishSentences;

/** Half the width of a 95 % interval; 0 where the slices were too few to know one. */
export function halfWidth(figure: Figure): number {
  return figure.ci95 ? (figure.ci95[1] - figure.ci95[0]) / 2 : 0;
}

/**
 * Sum of independent figures: half-widths add as the root of their squares.
 * The interval is absent as soon as one part has none.
 */
export function sumFigures(figures: readonly Figure[]): Figure {
  const mean = figures.reduce((sum, figure) => sum + figure.mean, 0);
  if (figures.length === 0 || figures.some((figure) => !figure.ci95)) return { mean };
  const half = Math.hypot(...figures.map(halfWidth));
  return { mean, ci95: [mean - half, mean + half] };
}

/** Difference `a − b` of independent figures, with the interval that both together allow. */
export function differenceOf(a: Figure, b: Figure): Figure {
  const negated: Figure = { mean: -b.mean, ci95: b.ci95 && [-b.ci95[1], -b.ci95[0]] };
  return sumFigures([a, negated]);
}

/** CPU per request of all servers on the path (the load generator is not one); absent when a server has no figure. */
export function serverCpuUs(point: Point): Figure | undefined {
  const servers = hopsOf(point.topology).map((hop) => point.tiers[hop.to]?.cpuUsPerRequest);
  const known = servers.filter((figure) => figure !== undefined);
  return known.length === servers.length ? sumFigures(known) : undefined;
}

type Comparison = 'tls' | 'reencryption' | 'proxy';

/** Which question a pair answers: one hop secured that was not, or TLS ended one tier earlier. */
function comparisonOf(baseline: Point, point: Point): Comparison | undefined {
  const [from, to] = [hopsOf(baseline.topology), hopsOf(point.topology)];
  if (from.length === to.length) {
    const secured = to.filter((hop, at) => hop.security === 'tls' && from[at]?.security === 'plaintext');
    const changed = to.filter((hop, at) => hop.security !== from[at]?.security);
    if (secured.length !== 1 || changed.length !== 1) return undefined;
    return secured[0]?.from === 'client' ? 'tls' : 'reencryption';
  }
  const endsTlsEarly = to.length > from.length && to.at(-1)?.security === 'plaintext';
  const secureOutside = from[0]?.security === 'tls' && to[0]?.security === 'tls';
  return endsTlsEarly && secureOutside ? 'proxy' : undefined;
}

const sentencesOf: Record<Comparison, { adds: StatementKey; saves: StatementKey; same: StatementKey }> = {
  tls: { adds: 'tlsAdds', saves: 'tlsSaves', same: 'tlsSame' },
  reencryption: { adds: 'reencryptionAdds', saves: 'reencryptionSaves', same: 'reencryptionSame' },
  proxy: { adds: 'proxyAdds', saves: 'proxySaves', same: 'proxySame' },
};

/** What two comparable points differ by; nothing when an interval is missing, for then nobody can say. */
function compare(baseline: Point, point: Point): Statement | undefined {
  const comparison = comparisonOf(baseline, point);
  const before = serverCpuUs(baseline);
  const after = serverCpuUs(point);
  if (!comparison || !before || !after) return undefined;
  const extra = differenceOf(after, before);
  if (!extra.ci95) return undefined;
  const shared = {
    topology: point.topology,
    baseline: baseline.topology,
    bodyBytes: point.workload.bodyBytes,
  };
  const keys = sentencesOf[comparison];
  if (extra.ci95[0] <= 0 && extra.ci95[1] >= 0) {
    const withinUs = Math.max(-extra.ci95[0], extra.ci95[1]);
    return { key: keys.same, values: { ...shared, withinUs } };
  }
  const extraPercent = extra.mean / before.mean;
  const key = extra.mean > 0 ? keys.adds : keys.saves;
  return { key, values: { ...shared, extraUs: Math.abs(extra.mean), extraPercent } };
}

function hopCost(point: Point): Statement | undefined {
  const proxy = point.tiers.proxy?.cpuUsPerRequest;
  const app = point.tiers.app?.cpuUsPerRequest;
  if (!proxy || !app || app.mean <= 0) return undefined;
  const values = { topology: point.topology, proxyUs: proxy.mean, proxyRatio: proxy.mean / app.mean };
  return { key: 'hopCost', values };
}

function handshakesOn(point: Point, hop: HopFacts): Statement | undefined {
  const made = hop.measuredHandshakes;
  const served = hop.to === 'client' ? undefined : point.tiers[hop.to]?.requests;
  if (!made || !served || made.full + made.resumed === 0) return undefined;
  const values = {
    topology: point.topology,
    tier: hop.to,
    fullPerRequest: made.full / served,
    resumedPerRequest: made.resumed / served,
  };
  return { key: 'handshakes', values };
}

function speed(point: Point): Statement[] {
  const { topology, latencyMs, reqPerSec } = point;
  if (!latencyMs) return [];
  const clientBound = point.warnings.some((warning) => warning.code === 'client-saturated');
  const values = { topology, p50Ms: latencyMs.p50, p99Ms: latencyMs.p99, reqPerSec: reqPerSec.mean };
  return [{ key: clientBound ? 'speedClientBound' : 'speed', values }];
}

const perRequest = (workload: Workload) => workload.reuse === 'new';

const sameConditions = (a: Point, b: Point): boolean =>
  JSON.stringify([a.workload, a.tls, a.network]) === JSON.stringify([b.workload, b.tls, b.network]);

/**
 * Says what the points support and no more: differences only between points of one workload, one TLS setting and one
 * network, and only where both carry an interval.
 * @param points measured topologies, in display order
 * @returns sentences, the most telling first
 */
export function verdictOf(points: readonly Point[]): Statement[] {
  const costs = points.map(hopCost);
  const pairs = points.flatMap((point) =>
    points
      .filter((other) => other !== point && sameConditions(other, point))
      .map((other) => compare(other, point)),
  );
  const handshakes = points
    .filter((point) => perRequest(point.workload))
    .flatMap((point) => point.hops.map((hop) => handshakesOn(point, hop)));
  const told = [...costs, ...pairs, ...handshakes].filter((statement) => statement !== undefined);
  return [...told, ...points.flatMap(speed)];
}

type Writer = (value: number, language: Language) => string;
const writers: readonly (readonly [suffix: string, write: Writer])[] = [
  ['Us', formatUs],
  ['Ms', formatMs],
  ['Ratio', formatRatio],
  ['Percent', formatSignedPercent],
  ['Bytes', formatBytes],
  ['PerSec', formatPerSec],
];

/** The values of a statement (or warning) as text in a language; a name's ending says its unit. */
export function writeValues(values: Statement['values'], language: Language): Record<string, string> {
  const write = ([name, value]: [string, number | string]): [string, string] => {
    if (typeof value === 'string') return [name, value];
    const writer = writers.find(([suffix]) => name.endsWith(suffix))?.[1] ?? formatShort;
    return [name, writer(value, language)];
  };
  return Object.fromEntries(Object.entries(values).map(write));
}

/** A statement in English, for the terminal. */
export function statementText(statement: Statement): string {
  const values = writeValues(statement.values, 'en');
  return englishSentences[statement.key].replace(
    /\{\{(\w+)\}\}/g,
    (_all, name: string) => values[name] ?? '?',
  );
}
