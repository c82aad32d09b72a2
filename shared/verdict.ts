import type { Workload } from './config.ts';
import type { Figure, HopFacts, Point } from './result.ts';
import { hopsOf, type TopologyId } from './topologies.ts';
import {
  formatBytes,
  formatMs,
  formatPercent,
  formatPerSec,
  formatRatio,
  formatShort,
  formatSignedPercent,
  formatUs,
  type Language,
} from './units.ts';
import { englishSentences, type StatementKey } from './verdict-sentences.ts';

/**
 * What the figures say, as sentences with their numbers. A sentence is a key and its values; the values' names end in
 * their unit (Us, Ms, Ratio, Percent for a signed and Share for an unsigned percentage, Bytes, PerSec), which decides how
 * they are written.
 */
export interface Statement {
  readonly key: StatementKey;
  readonly values: Readonly<Record<string, number | string>>;
  /** True of a comparison whose sides were not measured in turn; `apart` of the texts is then said after it. */
  readonly apart?: boolean;
}

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

/**
 * CPU per request of all servers on the path, µs (the load generator is not one). A point that doesn't carry its total
 * has that of its tiers, as if they were independent; absent when a server has no figure.
 */
export function serverCpuUs(point: Point): Figure | undefined {
  if (point.serverCpuUsPerRequest) return point.serverCpuUsPerRequest;
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

type Outcome = 'Adds' | 'Saves' | 'Same';

/** Wider than this share of the baseline, an interval that holds zero is ignorance and not sameness. */
const widestSameShare = 0.1;

/** How RFC 9113 and RFC 9112 name the version that the app saw: HTTP/2 has no minor version. */
const httpName = (version: string) => (version === '2.0' ? 'HTTP/2' : `HTTP/${version}`);

/** The HTTP versions of the app's own hop, where both are known and differ: then TLS is not the only change. */
function httpChange(baseline: Point, point: Point): { fromHttp: string; toHttp: string } | undefined {
  const [from, to] = [baseline.tiers.app?.httpVersion, point.tiers.app?.httpVersion];
  if (from === undefined || to === undefined || from === to) return undefined;
  return { fromHttp: httpName(from), toHttp: httpName(to) };
}

/** The outcome of a difference and its values; nothing when its interval is missing or too wide to say. */
function outcomeOf(before: Figure, after: Figure): [Outcome, Statement['values']] | undefined {
  const extra = differenceOf(after, before);
  if (!extra.ci95 || before.mean <= 0) return undefined;
  const [low, high] = extra.ci95;
  const extraUs = Math.abs(extra.mean);
  if (low > 0) return ['Adds', { extraUs, extraPercent: extra.mean / before.mean }];
  if (high < 0) return ['Saves', { extraUs, savedShare: extraUs / before.mean }];
  if (halfWidth(extra) > widestSameShare * before.mean) return undefined;
  return ['Same', { withinUs: Math.max(-low, high) }];
}

/** What two comparable points differ by. */
function compare(baseline: Point, point: Point): Statement | undefined {
  const comparison = comparisonOf(baseline, point);
  const before = serverCpuUs(baseline);
  const after = serverCpuUs(point);
  const told = before && after && outcomeOf(before, after);
  if (!comparison || !told) return undefined;
  const [outcome, figures] = told;
  const http = httpChange(baseline, point);
  const values = {
    topology: point.topology,
    baseline: baseline.topology,
    bodyBytes: point.workload.bodyBytes,
    ...figures,
    ...http,
  };
  return { key: http ? `${comparison}${outcome}Http` : `${comparison}${outcome}`, values };
}

/** Known to better than half of itself: below that, a ratio of two figures says nothing. */
const isKnown = (figure: Figure): boolean => figure.ci95 !== undefined && halfWidth(figure) < figure.mean / 2;

function hopCost(point: Point): Statement | undefined {
  const proxy = point.tiers.proxy?.cpuUsPerRequest;
  const app = point.tiers.app?.cpuUsPerRequest;
  if (!proxy || !app || !isKnown(proxy) || !isKnown(app)) return undefined;
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
 * @param epochs when each topology was measured, where that may differ: a pair of two epochs is marked as `apart`
 * @returns sentences, the most telling first
 */
export function verdictOf(
  points: readonly Point[],
  epochs: ReadonlyMap<TopologyId, number> = new Map(),
): Statement[] {
  const costs = points.map(hopCost);
  const pairs = points.flatMap((point) =>
    points
      .filter((other) => other !== point && sameConditions(other, point))
      .map((other) => {
        const statement = compare(other, point);
        const apart = epochs.get(other.topology) !== epochs.get(point.topology);
        return statement && apart ? { ...statement, apart } : statement;
      }),
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
  ['Share', formatPercent],
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
  const sentence = englishSentences[statement.key].replace(
    /\{\{(\w+)\}\}/g,
    (_all, name: string) => values[name] ?? '?',
  );
  return statement.apart ? `${sentence} ${englishSentences.apart}` : sentence;
}
