import { z } from 'zod';
import { figureSchema } from '../result.ts';
import { seriesSchema } from '../series.ts';
import { servingTierIds } from '../words.ts';
import { addedLatency, addedLatencySchema } from './added-latency.ts';
import type { FittedSeries } from './cost-model.ts';
import { intervalOf } from './draws.ts';
import type { FittedTier } from './fit-tier.ts';
import { type SeriesModel, type TermName, termNames } from './model.ts';
import { churnOf, type Regressors } from './regressors.ts';
import { meanBodyBytes, type Traffic } from './traffic.ts';

/** A month as it is billed: 365 × 24 / 12 hours. */
export const HOURS_PER_MONTH = 730;

const span = z.tuple([z.number(), z.number()]);

export const tierPlanSchema = z.object({
  tier: z.enum(servingTierIds),
  /** Absent where the traffic needs a term that was not measured. */
  cpuUsPerRequest: figureSchema.optional(),
  /** Headroom included. */
  cores: figureSchema.optional(),
  unknown: z.array(z.enum(termNames)),
});
export type TierPlan = z.infer<typeof tierPlanSchema>;

export const extrapolationSchema = z.object({
  what: z.enum(['body-size', 'new-connections', 'resumed-share']),
  given: z.number(),
  measured: span,
});
export type Extrapolation = z.infer<typeof extrapolationSchema>;

export const seriesPlanSchema = z.object({
  ...seriesSchema.shape,
  name: z.string(),
  tiers: z.array(tierPlanSchema),
  /** Of all servers together; absent as soon as one is unknown. */
  cores: figureSchema.optional(),
  costPerMonth: figureSchema.optional(),
  addedLatencyMs: addedLatencySchema.optional(),
  extrapolated: z.array(extrapolationSchema),
});
export type SeriesPlan = z.infer<typeof seriesPlanSchema>;

/** What traffic makes occur per request in one tier. */
export function regressorsOf(
  { model: { handshakesPerConnection: per } }: FittedTier,
  traffic: Traffic,
): Regressors {
  const resumed = traffic.newConnectionsPerRequest * traffic.shareResumed;
  const fresh = traffic.newConnectionsPerRequest - resumed;
  return {
    base: 1,
    perByte: meanBodyBytes(traffic),
    full: fresh * per.full.full + resumed * per.resumed.full,
    resumed: fresh * per.full.resumed + resumed * per.resumed.resumed,
    connection: traffic.newConnectionsPerRequest,
    churn: churnOf(traffic.newConnectionsPerRequest),
  };
}

/** Handshakes that nobody measured occur as often as connections do, for all that is known. */
function occurs(name: TermName, regressors: Regressors, traffic: Traffic): boolean {
  const { newConnectionsPerRequest: opened, shareResumed } = traffic;
  if (name === 'full') return opened * (1 - shareResumed) > 0;
  if (name === 'resumed') return opened * shareResumed > 0;
  return regressors[name] > 0;
}

/** With one measured size, its bytes are in the base: of that size alone the cost is known. */
function isMeasuredSize({ range }: SeriesModel, { bodies }: Traffic): boolean {
  const [low, high] = range.bodyBytes;
  return low === high && bodies.every(({ bodyBytes }) => bodyBytes === low);
}

/** Terms that the traffic needs and the points don't identify. */
export function unknownTerms(series: SeriesModel, tier: FittedTier, traffic: Traffic): TermName[] {
  const regressors = regressorsOf(tier, traffic);
  return termNames.filter((name) => {
    if (tier.model.terms[name].state !== 'unknown') return false;
    if (name === 'perByte' && isMeasuredSize(series, traffic)) return false;
    return occurs(name, regressors, traffic);
  });
}

/** Figures of a sum, from the sums of each draw: tiers of one series are drawn together. */
export interface Amount {
  readonly value: number;
  readonly draws: readonly number[];
}

export function sumAmounts(amounts: readonly Amount[]): Amount {
  const [first] = amounts;
  return {
    value: amounts.reduce((sum, { value }) => sum + value, 0),
    draws: (first?.draws ?? []).map((_, at) => amounts.reduce((sum, { draws }) => sum + (draws[at] ?? 0), 0)),
  };
}

export const scaled = ({ value, draws }: Amount, factor: number): Amount => ({
  value: value * factor,
  draws: draws.map((draw) => draw * factor),
});

export function toFigure({ value, draws }: Amount) {
  return { mean: value, ci95: intervalOf(draws, value) };
}

/** Cores for one µs of CPU per request, with so much of each core's time left free. */
export const coresPerUs = ({ requestsPerSec, headroom }: Traffic): number =>
  requestsPerSec / 1e6 / (1 - headroom);

/** CPU per request of one tier, µs; undefined where the traffic needs a term that was not measured. */
export function tierAmount(series: SeriesModel, tier: FittedTier, traffic: Traffic): Amount | undefined {
  if (unknownTerms(series, tier, traffic).length > 0) return undefined;
  const { us, draws } = tier.costUs(regressorsOf(tier, traffic));
  return { value: us, draws };
}

/** CPU per request of all servers, µs. */
export function seriesAmount({ model, tiers }: FittedSeries, traffic: Traffic): Amount | undefined {
  const known = tiers.map((tier) => tierAmount(model, tier, traffic)).filter((one) => one !== undefined);
  return known.length === tiers.length ? sumAmounts(known) : undefined;
}

/** Counted connections miss what was asked for by a few in thousands. */
const SHARE_SLACK = 0.005;

function isOutside({ what, given, measured: [low, high] }: Extrapolation): boolean {
  const slack = what === 'body-size' ? 0 : SHARE_SLACK;
  return given < low - slack || given > high + slack;
}

function extrapolationsOf({ range }: SeriesModel, traffic: Traffic): Extrapolation[] {
  const { newConnectionsPerRequest, shareResumed } = traffic;
  const sizes = traffic.bodies.filter(({ share }) => share > 0).map(({ bodyBytes }) => bodyBytes);
  const asked: Extrapolation[] = sizes.map((given) => ({
    what: 'body-size',
    given,
    measured: range.bodyBytes,
  }));
  asked.push({
    what: 'new-connections',
    given: newConnectionsPerRequest,
    measured: range.connectionsPerRequest,
  });
  if (newConnectionsPerRequest > 0)
    asked.push({ what: 'resumed-share', given: shareResumed, measured: range.resumedShare });
  return asked.filter(isOutside);
}

function planTier(series: SeriesModel, tier: FittedTier, traffic: Traffic): TierPlan {
  const amount = tierAmount(series, tier, traffic);
  return {
    tier: tier.model.tier,
    ...(amount && {
      cpuUsPerRequest: toFigure(amount),
      cores: toFigure(scaled(amount, coresPerUs(traffic))),
    }),
    unknown: unknownTerms(series, tier, traffic),
  };
}

function planSeries(series: FittedSeries, traffic: Traffic): Omit<SeriesPlan, 'addedLatencyMs'> {
  const { model, tiers } = series;
  const amount = seriesAmount(series, traffic);
  const cores = amount && scaled(amount, coresPerUs(traffic));
  const { pricePerCoreHour: price } = traffic;
  return {
    topology: model.topology,
    proxy: model.proxy,
    name: model.name,
    tiers: tiers.map((tier) => planTier(model, tier, traffic)),
    ...(cores && { cores: toFigure(cores) }),
    ...(cores && price !== undefined && { costPerMonth: toFigure(scaled(cores, price * HOURS_PER_MONTH)) }),
    extrapolated: extrapolationsOf(model, traffic),
  };
}

/**
 * What each topology and engine would need for some traffic.
 * @param all models of the traffic's protocol, in display order; latency is told against the first
 * @param points of the run, for measured latencies
 */
export function planFor(
  all: readonly FittedSeries[],
  traffic: Traffic,
  points: Parameters<typeof addedLatency>[0],
): SeriesPlan[] {
  return all.map((series) => {
    const added = all[0] && addedLatency(points, all[0].model, series.model, traffic);
    return { ...planSeries(series, traffic), ...(added && { addedLatencyMs: added }) };
  });
}
