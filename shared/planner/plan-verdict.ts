import { plannerExperimentOver } from '../experiment-ids.ts';
import type { AxisName, BreakEven } from './break-even.ts';
import type { SeriesModel, TermName } from './model.ts';
import { termsSaid, trustSaid } from './model-verdict.ts';
import type { Extrapolation, SeriesPlan } from './plan.ts';
import type { PlanSentenceKey } from './plan-sentences.ts';
import type { PlanStatement } from './plan-statement.ts';
import type { Traffic } from './traffic.ts';
import type { UnplannedSeries } from './unplanned-series.ts';

const unknownKeys = {
  base: 'unknownBase',
  perByte: 'unknownPerByte',
  full: 'unknownFull',
  resumed: 'unknownResumed',
  connection: 'unknownConnection',
  churn: 'unknownConnection',
} as const satisfies Record<TermName, PlanSentenceKey>;

function extrapolation(name: string, { what, given, measured: [low, high] }: Extrapolation): PlanStatement {
  if (what === 'body-size')
    return { key: 'extrapolatedBody', values: { name, givenBytes: given, lowBytes: low, highBytes: high } };
  const key = what === 'new-connections' ? 'extrapolatedConnections' : 'extrapolatedResumed';
  return { key, values: { name, givenShare: given, lowShare: low, highShare: high } };
}

function latencyOf({ name, addedLatencyMs: added }: SeriesPlan, experiment: string): PlanStatement[] {
  if (added === undefined) return [];
  const { baseline, roundTrips: roundTripsMs, servers, bodyBytes, total } = added;
  if (!servers || bodyBytes === undefined || !total?.ci95)
    return [{ key: 'latencyUnknown', values: { name, baseline, roundTripsMs, experiment } }];
  const [lowMs, highMs] = total.ci95;
  const values = {
    name,
    baseline,
    addedMs: total.mean,
    lowMs,
    highMs,
    serversMs: servers.mean,
    bodyBytes,
    roundTripsMs,
  };
  return [{ key: 'latency', values }];
}

function needsOf(plan: SeriesPlan, traffic: Traffic): PlanStatement[] {
  const { requestsPerSec, headroom, pricePerCoreHour } = traffic;
  const experiment = plannerExperimentOver[traffic.protocol];
  const { name, cores, costPerMonth } = plan;
  const said: PlanStatement[] = plan.tiers.flatMap(({ tier, unknown }) =>
    unknown.map((term) => ({ key: unknownKeys[term], values: { name, tier, experiment } })),
  );
  if (cores) {
    const [lowCores, highCores] = cores.ci95 ?? [cores.mean, cores.mean];
    const values = { name, cores: cores.mean, lowCores, highCores, requestsPerSec, headroomShare: headroom };
    said.push({ key: 'needs', values });
  }
  if (costPerMonth && pricePerCoreHour !== undefined) {
    const [lowPrice, highPrice] = costPerMonth.ci95 ?? [costPerMonth.mean, costPerMonth.mean];
    const hourPrice = String(pricePerCoreHour);
    said.push({ key: 'costs', values: { name, price: costPerMonth.mean, lowPrice, highPrice, hourPrice } });
  }
  return [
    ...said,
    ...plan.extrapolated.map((one) => extrapolation(name, one)),
    ...latencyOf(plan, experiment),
  ];
}

type NamedCrossing = BreakEven['crossings'][number];

/** Which sentences tell of a crossing: after it the first is dearer, before it, always, or never. */
interface CrossingKeys {
  readonly after: PlanSentenceKey;
  readonly before: PlanSentenceKey;
  readonly always: PlanSentenceKey;
  readonly never: PlanSentenceKey;
}

/** What is not here is in the curves, and nothing is said of it. */
const crossingKeys: Record<AxisName, Partial<Record<NamedCrossing['of'], CrossingKeys>>> = {
  newConnectionsPerRequest: {
    total: {
      after: 'totalCrossesConnectionsAfter',
      before: 'totalCrossesConnectionsBefore',
      always: 'totalNeverConnections',
      never: 'totalNeverConnections',
    },
    app: {
      after: 'appCrossesConnectionsAfter',
      before: 'appCrossesConnectionsBefore',
      always: 'appNeverConnections',
      never: 'appNeverConnections',
    },
  },
  bodyBytes: {
    total: {
      after: 'totalCrossesBytesAfter',
      before: 'totalCrossesBytesBefore',
      always: 'totalNeverBytes',
      never: 'totalNeverBytes',
    },
    dearest: {
      after: 'dearestBytesAfter',
      before: 'dearestBytesBefore',
      always: 'dearestThroughout',
      never: 'dearestNowhere',
    },
  },
};

/** From this share of draws on, a crossing that the model doesn't have is worth a word. */
const LEAST_CROSS_SHARE = 0.025;

/** Whether a sentence tells of crossings of this kind along an axis. */
export const isCrossingTold = (axis: AxisName, of: NamedCrossing['of']): boolean =>
  crossingKeys[axis][of] !== undefined;

function crossingSaid(
  { axis, range }: BreakEven,
  { of, first, second = '', crossing }: NamedCrossing,
): PlanStatement[] {
  const keys = crossingKeys[axis][of];
  if (keys === undefined) return [];
  const unit = axis === 'bodyBytes' ? 'Bytes' : 'Share';
  const ends = ([low, high]: readonly [number, number]) => ({ [`low${unit}`]: low, [`high${unit}`]: high });
  if (crossing.state === 'none') {
    const { firstIsDearer, drawsThatCross: crossShare } = crossing;
    const values = { first, second, dearer: firstIsDearer ? first : second, ...ends(range) };
    const said: PlanStatement = { key: firstIsDearer ? keys.always : keys.never, values };
    return crossShare < LEAST_CROSS_SHARE ? [said] : [said, { key: 'maybeCrosses', values: { crossShare } }];
  }
  const [low, high] = crossing.ci95;
  const values = { first, second, [`at${unit}`]: crossing.at, ...ends([low ?? range[0], high ?? range[1]]) };
  const said: PlanStatement[] = [{ key: keys[crossing.firstIsDearer], values }];
  if (low === null || high === null) said.push({ key: 'openInterval', values: {} });
  const again = crossing.further.map(
    (place): PlanStatement => ({ key: againKeys[axis], values: { first, [`at${unit}`]: place } }),
  );
  return [...said, ...again];
}

const againKeys = {
  newConnectionsPerRequest: 'turnsAgainConnections',
  bodyBytes: 'turnsAgainBytes',
} as const;
const leftOutKeys = {
  newConnectionsPerRequest: {
    'few-places': 'notAlongConnections',
    'unknown-term': 'unknownAlongConnections',
  },
  bodyBytes: { 'few-places': 'notAlongBytes', 'unknown-term': 'unknownAlongBytes' },
} as const;

/** What a chart shows in words, and what is not in it. */
const chartSaid = (one: BreakEven, experiment: string): PlanStatement[] => [
  ...one.crossings.flatMap((crossing) => crossingSaid(one, crossing)),
  ...one.leftOut.map(
    ({ name, why }): PlanStatement => ({ key: leftOutKeys[one.axis][why], values: { name, experiment } }),
  ),
];

/** What a plan consists of before anything is said of it. */
export interface PlanFigures {
  readonly traffic: Traffic;
  readonly models: readonly SeriesModel[];
  readonly plans: readonly SeriesPlan[];
  readonly breakEven: readonly BreakEven[];
  readonly unplanned: readonly UnplannedSeries[];
}

/** What a plan says, the most telling first: needs, crossings, what they are made of, and how far to trust them. */
export function planVerdict({ traffic, models, plans, breakEven, unplanned }: PlanFigures): PlanStatement[] {
  // What others are held against in TLS has some.
  const first = models.find(({ conditions }) => conditions.version !== undefined) ?? models[0];
  return [
    ...plans.flatMap((plan) => needsOf(plan, traffic)),
    ...breakEven.flatMap((one) => chartSaid(one, plannerExperimentOver[traffic.protocol])),
    ...models.flatMap(termsSaid),
    ...models.flatMap((model) => trustSaid(model, first ?? model)),
    ...unplanned.map((one): PlanStatement => ({ key: 'seriesLeftOut', values: { ...one } })),
    { key: 'fullLoad', values: {} },
  ];
}
