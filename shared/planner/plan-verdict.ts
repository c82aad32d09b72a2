import { FEW_HANDSHAKES_PER_REQUEST } from '../negotiation-warnings.ts';
import { bytesPerKilobyte } from '../units.ts';
import { fillPlaces, writeValues } from '../value-text.ts';
import type { AxisName, BreakEven } from './break-even.ts';
import type { FittedPoint, SeriesModel, Term, TermName, TierModel } from './model.ts';
import type { Extrapolation, SeriesPlan } from './plan.ts';
import { type PlanSentenceKey, planSentences } from './plan-sentences.ts';
import { churnOf } from './regressors.ts';
import type { Traffic } from './traffic.ts';

/** A sentence as a key and its values, whose names end in their unit as in `verdict.ts`. */
export interface PlanStatement {
  readonly key: PlanSentenceKey;
  readonly values: Readonly<Record<string, number | string>>;
}

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

function latencyOf({ name, addedLatencyMs: added }: SeriesPlan): PlanStatement[] {
  if (added === undefined) return [];
  const { baseline, roundTrips: roundTripsMs, servers, total } = added;
  if (!servers || !total?.ci95) return [{ key: 'latencyUnknown', values: { name, baseline, roundTripsMs } }];
  const [lowMs, highMs] = total.ci95;
  const values = {
    name,
    baseline,
    addedMs: total.mean,
    lowMs,
    highMs,
    serversMs: servers.mean,
    roundTripsMs,
  };
  return [{ key: 'latency', values }];
}

function needsOf(plan: SeriesPlan, { requestsPerSec, headroom, pricePerCoreHour }: Traffic): PlanStatement[] {
  const { name, cores, costPerMonth } = plan;
  const said: PlanStatement[] = plan.tiers.flatMap(({ tier, unknown }) =>
    unknown.map((term) => ({ key: unknownKeys[term], values: { name, tier } })),
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
  return [...said, ...plan.extrapolated.map((one) => extrapolation(name, one)), ...latencyOf(plan)];
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
  const said: PlanStatement = { key: keys[crossing.firstIsDearer], values };
  return low === null || high === null ? [said, { key: 'openInterval', values: {} }] : [said];
}

const termSentences: readonly (readonly [
  term: TermName,
  key: PlanSentenceKey,
  value: string,
  factor: number,
])[] = [
  ['perByte', 'byteCost', 'kilobyteUs', bytesPerKilobyte],
  ['full', 'handshakeCost', 'fullUs', 1],
  ['resumed', 'resumedCost', 'resumedUs', 1],
  ['connection', 'connectionCost', 'connectionUs', 1],
  ['churn', 'churnCost', 'churnUs', churnOf(0.01)],
];

function termSaid(name: string, { tier, terms }: TierModel): PlanStatement[] {
  return termSentences.flatMap(([term, key, value, factor]) => {
    const found: Term = terms[term];
    if (found.state !== 'fitted') return [];
    const [lowUs, highUs] = [found.ci95[0] * factor, found.ci95[1] * factor];
    return [{ key, values: { name, tier, [value]: found.us * factor, lowUs, highUs } }];
  });
}

const medianOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

function fitSaid(name: string, { tier, points, sparePoints }: TierModel): PlanStatement {
  const errors = points
    .map(({ leftOut }: FittedPoint) => leftOut && Math.abs(leftOut.errorShare))
    .filter((error) => error !== undefined);
  const medianShare = medianOf(errors);
  if (sparePoints === 0 || medianShare === undefined)
    return { key: 'noSpare', values: { name, tier, points: points.length } };
  const worstShare = Math.max(...points.map(({ residualShare }) => Math.abs(residualShare)));
  return { key: 'fits', values: { name, tier, worstShare, medianShare, leftOutShare: Math.max(...errors) } };
}

/** What of its points to know before the model is believed. */
function conditionsSaid(model: SeriesModel): PlanStatement[] {
  const { name, connections, range, pointsLeftOut: left, pointsOfCpuAlone: alone, tiers } = model;
  const points = left + (tiers[0]?.points.length ?? 0);
  const said: PlanStatement[] = left > 0 ? [{ key: 'pointsLeftOut', values: { name, left, points } }] : [];
  if (alone > 0) said.push({ key: 'pointsOfCpuAlone', values: { name, alone, points } });
  const isStraight = tiers.some(({ terms }) => terms.churn.state !== 'fitted');
  if (isStraight && range.connectionsPerRequest[1] > FEW_HANDSHAKES_PER_REQUEST)
    said.push({ key: 'straightBetween', values: { name } });
  const [lowConnections = 0, highConnections = 0] = [connections[0], connections.at(-1)];
  if (lowConnections < highConnections)
    said.push({ key: 'mixedConditions', values: { name, lowConnections, highConnections } });
  return said;
}

/** What a plan consists of before anything is said of it. */
export interface PlanFigures {
  readonly traffic: Traffic;
  readonly models: readonly SeriesModel[];
  readonly plans: readonly SeriesPlan[];
  readonly breakEven: readonly BreakEven[];
}

/** What a plan says, the most telling first: needs, crossings, what they are made of, and how far to trust them. */
export function planVerdict({ traffic, models, plans, breakEven }: PlanFigures): PlanStatement[] {
  return [
    ...plans.flatMap((plan) => needsOf(plan, traffic)),
    ...breakEven.flatMap((one) => one.crossings.flatMap((crossing) => crossingSaid(one, crossing))),
    ...models.flatMap(({ name, tiers }) => tiers.flatMap((tier) => termSaid(name, tier))),
    ...models.flatMap((model) => [
      ...model.tiers.map((tier) => fitSaid(model.name, tier)),
      ...conditionsSaid(model),
    ]),
    { key: 'fullLoad', values: {} },
  ];
}

/** A statement in English, for the terminal. */
export function planText({ key, values }: PlanStatement): string {
  return fillPlaces(planSentences[key], writeValues(values, 'en'));
}
