import {
  baselineFor,
  type CostDifference,
  comparisonOf,
  costDifference,
  costRatio,
  isApart,
  isValid,
  otherEngineFor,
  sameConditions,
} from './comparison.ts';
import type { Workload } from './config.ts';
import { type GateCode, isGateCode } from './gates.ts';
import type { Figure, HopFacts, Point } from './result.ts';
import { compareSeries, pointName, seriesOf } from './series.ts';
import { halfWidth } from './stats.ts';
import { fillPlaces, writeValues } from './value-text.ts';
import { englishSentences, type StatementKey } from './verdict-sentences.ts';

export { serverCpuUs } from './comparison.ts';
export { differenceOf, halfWidth, sumFigures } from './stats.ts';
export { writeValues } from './value-text.ts';

/**
 * What the figures say, as sentences with their numbers. A sentence is a key and its values; the values' names end in
 * their unit (Us, Ms, Ratio, Factor for a ratio without its ×, Percent for a signed and Share for an unsigned percentage, Bytes, PerSec), which decides how
 * they are written.
 */
export interface Statement {
  readonly key: StatementKey;
  readonly values: Readonly<Record<string, number | string>>;
  /** True of a comparison whose sides were not measured in turn; `apart` of the texts is then said after it. */
  readonly apart?: boolean;
}

type Outcome = 'Adds' | 'Saves' | 'Same';

/** How RFC 9113 and RFC 9112 name the version that the app saw: HTTP/2 has no minor version. */
const httpName = (version: string) => (version === '2.0' ? 'HTTP/2' : `HTTP/${version}`);

/** The HTTP versions of the app's own hop, where both are known and differ: then TLS is not the only change. */
function httpChange(baseline: Point, point: Point): { fromHttp: string; toHttp: string } | undefined {
  const [from, to] = [baseline.tiers.app?.httpVersion, point.tiers.app?.httpVersion];
  if (from === undefined || to === undefined || from === to) return undefined;
  return { fromHttp: httpName(from), toHttp: httpName(to) };
}

/** The outcome of a difference and its values; nothing when its interval is missing. */
function outcomeOf({ extra, baseUs }: CostDifference): [Outcome, Statement['values']] | undefined {
  if (!extra.ci95 || baseUs <= 0) return undefined;
  const [low, high] = extra.ci95;
  const extraUs = Math.abs(extra.mean);
  if (low > 0) return ['Adds', { extraUs, extraPercent: extra.mean / baseUs }];
  if (high < 0) return ['Saves', { extraUs, savedShare: extraUs / baseUs }];
  return ['Same', { withinUs: Math.max(-low, high) }];
}

/** What two comparable points differ by. */
function compare(baseline: Point, point: Point): Statement | undefined {
  const comparison = comparisonOf(baseline, point);
  const difference = costDifference(point, baseline);
  const told = difference && outcomeOf(difference);
  if (!comparison || !told) return undefined;
  const [outcome, figures] = told;
  const http = httpChange(baseline, point);
  const values = {
    topology: pointName(point),
    baseline: pointName(baseline),
    bodyBytes: point.workload.bodyBytes,
    ...figures,
    ...http,
  };
  return { key: http ? `${comparison}${outcome}Http` : `${comparison}${outcome}`, values };
}

/** How many times the cost of the baseline a later topology, or another engine, takes. */
function ratio(baseline: Point, point: Point): Statement | undefined {
  const isLater = compareSeries(seriesOf(point), seriesOf(baseline)) > 0;
  const times = isLater ? costRatio(point, baseline) : undefined;
  if (!times?.ci95) return undefined;
  const [lowFactor, highFactor] = times.ci95;
  const values = {
    topology: pointName(point),
    baseline: pointName(baseline),
    bodyBytes: point.workload.bodyBytes,
    costFactor: times.mean,
    lowFactor,
    highFactor,
  };
  return { key: lowFactor <= 1 && highFactor >= 1 ? 'ratioSame' : 'ratio', values };
}

/** Known to better than half of itself: below that, a ratio of two figures says nothing. */
const isKnown = (figure: Figure): boolean => figure.ci95 !== undefined && halfWidth(figure) < figure.mean / 2;

function hopCost(point: Point): Statement | undefined {
  const proxy = point.tiers.proxy?.cpuUsPerRequest;
  const app = point.tiers.app?.cpuUsPerRequest;
  if (!proxy || !app || !isKnown(proxy) || !isKnown(app)) return undefined;
  const topology = pointName(point);
  const proxyUs = proxy.mean;
  const proxy2 = point.tiers.proxy2?.cpuUsPerRequest;
  if (!proxy2) return { key: 'hopCost', values: { topology, proxyUs, proxyRatio: proxyUs / app.mean } };
  if (!isKnown(proxy2)) return undefined;
  const proxiesRatio = (proxyUs + proxy2.mean) / app.mean;
  return { key: 'hopsCost', values: { topology, proxyUs, proxy2Us: proxy2.mean, proxiesRatio } };
}

function handshakesOn(point: Point, hop: HopFacts): Statement | undefined {
  const made = hop.measuredHandshakes;
  const served = hop.to === 'client' ? undefined : point.tiers[hop.to]?.requests;
  if (!made || !served || made.full + made.resumed === 0) return undefined;
  const values = {
    topology: pointName(point),
    tier: hop.to,
    fullPerRequest: made.full / served,
    resumedPerRequest: made.resumed / served,
  };
  return { key: 'handshakes', values };
}

function speed(point: Point): Statement[] {
  const { latencyMs, reqPerSec } = point;
  if (!latencyMs) return [];
  const clientBound = point.warnings.some((warning) => warning.code === 'client-saturated');
  const values = {
    topology: pointName(point),
    p50Ms: latencyMs.p50,
    p99Ms: latencyMs.p99,
    reqPerSec: reqPerSec.mean,
  };
  return [{ key: clientBound ? 'speedClientBound' : 'speed', values }];
}

const perRequest = (workload: Workload) => workload.reuse === 'new';

const exclusions = {
  'client-saturated': 'excludedGenerator',
  'wire-saturated': 'excludedWire',
  'rate-not-reached': 'excludedRate',
  errors: 'excludedErrors',
  'not-as-asked': 'excludedNegotiation',
  'tls-unknown': 'excludedUnproven',
  'resumption-missing': 'excludedResumption',
  'resumption-mixed': 'excludedHandshakes',
} as const satisfies Record<GateCode, StatementKey>;

/** That an invalid point says nothing, and why: by the first gate that it fails. */
function exclusion(point: Point): Statement[] {
  const gate = point.failedGates.find(isGateCode);
  return gate ? [{ key: exclusions[gate], values: { topology: pointName(point) } }] : [];
}

/** How requests were paced, for it decides what the latencies mean; once per model. */
function loadModels(points: readonly Point[]): Statement[] {
  const rates = new Set(
    points.map(({ workload: { load } }) => (load.kind === 'open' ? load.ratePerSec : undefined)),
  );
  return [...rates].map(
    (ratePerSec): Statement =>
      ratePerSec === undefined
        ? { key: 'closedLoop', values: {} }
        : { key: 'openLoop', values: { ratePerSec } },
  );
}

/**
 * Says what the points support and no more: differences only between valid points of one experiment, one workload, one
 * TLS setting and one network, and only where an interval is known; in pairs of slices where both share turns.
 * @param points measured topologies, in display order
 * @param epochs when each was measured, by its name, where that may differ: a pair of two epochs is marked as `apart`
 * @returns sentences, the most telling first
 */
export function verdictOf(
  points: readonly Point[],
  epochs: ReadonlyMap<string, number> = new Map(),
): Statement[] {
  const valid = points.filter(isValid);
  const marked = (statement: Statement | undefined, one: Point, other: Point) => {
    const apart = epochs.get(pointName(other)) !== epochs.get(pointName(one)) || isApart(one, other);
    return statement && apart ? { ...statement, apart } : statement;
  };
  const ratios = valid.flatMap((point) => {
    const baselines = new Set([baselineFor(point, valid), otherEngineFor(point, valid)]);
    return [...baselines].map((baseline) =>
      baseline && baseline !== point ? marked(ratio(baseline, point), point, baseline) : undefined,
    );
  });
  const pairs = valid.flatMap((point) =>
    valid
      .filter((other) => other !== point && sameConditions(other, point))
      .map((other) => marked(compare(other, point), point, other)),
  );
  const handshakes = valid
    .filter((point) => perRequest(point.workload))
    .flatMap((point) => point.hops.map((hop) => handshakesOn(point, hop)));
  const costs = valid.map(hopCost);
  const told = [...ratios, ...costs, ...pairs, ...handshakes].filter((statement) => statement !== undefined);
  return [...told, ...valid.flatMap(speed), ...points.flatMap(exclusion), ...loadModels(points)];
}

/** A statement in English, for the terminal. */
export function statementText(statement: Statement): string {
  const sentence = fillPlaces(englishSentences[statement.key], writeValues(statement.values, 'en'));
  return statement.apart ? `${sentence} ${englishSentences.apart}` : sentence;
}
