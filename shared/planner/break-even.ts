import { z } from 'zod';
import { hopsOf } from '../topologies.ts';
import type { FittedSeries } from './cost-model.ts';
import { crossingOf, crossingSchema, type Differences } from './crossing.ts';
import { intervalOf } from './draws.ts';
import { type Amount, coresPerUs, scaled, seriesAmount, tierAmount } from './plan.ts';
import type { Traffic } from './traffic.ts';

const span = z.tuple([z.number(), z.number()]);
/** What is varied along a chart, all else as in the traffic. */
export const axisNames = ['newConnectionsPerRequest', 'bodyBytes'] as const;
export type AxisName = (typeof axisNames)[number];

export const curveSchema = z.object({
  name: z.string(),
  /** Cores, headroom included, at each place of the axis. */
  cores: z.array(z.number()),
  low: z.array(z.number()),
  high: z.array(z.number()),
});
export type Curve = z.infer<typeof curveSchema>;

export const breakEvenSchema = z.object({
  axis: z.enum(axisNames),
  /** All that was measured by every series that has a curve: beyond it nothing is drawn. */
  range: span,
  /** Series without a curve: they were measured at too few places of the axis, or lack a term that it needs. */
  leftOut: z.array(z.object({ name: z.string(), why: z.enum(['few-places', 'unknown-term']) })),
  places: z.array(z.number()),
  total: z.array(curveSchema),
  /** The app's own cores. */
  app: z.array(curveSchema),
  crossings: z.array(
    z.object({
      /** `total` of two series, the app's cores of two series, or of one series and the dearest of all others. */
      of: z.enum(['total', 'app', 'dearest']),
      first: z.string(),
      /** Absent for `dearest`. */
      second: z.string().optional(),
      crossing: crossingSchema,
    }),
  ),
});
export type BreakEven = z.infer<typeof breakEvenSchema>;

const PLACES = 33;

/**
 * From one end of a range to the other. Along bodies a cost is a straight line, and only bands bend. Along connections it
 * bends as a root does, most at the beginning, where the places therefore lie closest.
 */
function placesOf(name: AxisName, [low, high]: readonly [number, number]): number[] {
  const shares = Array.from({ length: PLACES }, (_, at) => at / (PLACES - 1));
  return shares.map((share) => low + (high - low) * (name === 'bodyBytes' ? share : share ** 2));
}

function trafficAt(traffic: Traffic, axis: AxisName, value: number): Traffic {
  if (axis === 'newConnectionsPerRequest') return { ...traffic, newConnectionsPerRequest: value };
  return { ...traffic, bodies: [{ bodyBytes: value, share: 1 }] };
}

/** Counted connections are more than none where connections are kept: fewer are no range of theirs. */
const LEAST_SHARE_SPAN = 0.01;

const measuredAlong = ({ model: { range } }: FittedSeries, axis: AxisName): readonly [number, number] =>
  axis === 'bodyBytes' ? range.bodyBytes : range.connectionsPerRequest;

/** Whether more than one place of the axis was measured: one that was not would leave no range to all others. */
function isAlong(series: FittedSeries, axis: AxisName): boolean {
  const [low, high] = measuredAlong(series, axis);
  return high - low > (axis === 'bodyBytes' ? 0 : LEAST_SHARE_SPAN);
}

function rangeOf(all: readonly FittedSeries[], axis: AxisName): [number, number] {
  const ranges = all.map((series) => measuredAlong(series, axis));
  const low = Math.max(...ranges.map(([least]) => least));
  const high = Math.min(...ranges.map(([, most]) => most));
  return [low, Math.min(high, axisEnds[axis])];
}

/** A series' cores at each place. */
interface Line {
  readonly series: FittedSeries;
  readonly amounts: readonly Amount[];
}

type Measure = (series: FittedSeries, traffic: Traffic) => Amount | undefined;

const appOf: Measure = ({ model, tiers }, traffic) => {
  const app = tiers.find(({ model: { tier } }) => tier === 'app');
  return app && tierAmount(model, app, traffic);
};

/** An axis of one traffic, with the places at which it is looked at. */
interface Axis {
  readonly name: AxisName;
  readonly traffic: Traffic;
  readonly places: readonly number[];
}

/** @param all of which each has a cost at every place */
function linesOf(all: readonly FittedSeries[], { name, traffic, places }: Axis, measure: Measure): Line[] {
  return all.map((series) => {
    const amounts = places
      .map((place) => measure(series, trafficAt(traffic, name, place)))
      .filter((amount) => amount !== undefined)
      .map((amount) => scaled(amount, coresPerUs(traffic)));
    return { series, amounts };
  });
}

/** Whether each term is known that the axis needs: at its far end it needs all. */
function isKnown(series: FittedSeries, traffic: Traffic, axis: AxisName): boolean {
  const [, high] = measuredAlong(series, axis);
  return seriesAmount(series, trafficAt(traffic, axis, Math.min(high, axisEnds[axis]))) !== undefined;
}

/** More than one new connection per request is no share of requests. */
const axisEnds = { newConnectionsPerRequest: 1, bodyBytes: Number.POSITIVE_INFINITY } as const;

function curveOf({ series, amounts }: Line): Curve {
  const intervals = amounts.map(({ value, draws }) => intervalOf(draws, value));
  return {
    name: series.model.name,
    cores: amounts.map(({ value }) => value),
    low: intervals.map(([low]) => low),
    high: intervals.map(([, high]) => high),
  };
}

function differencesOf(first: Line, others: readonly Line[]): Differences {
  const dearest = (pick: (amount: Amount) => number, at: number) =>
    Math.max(
      ...others.map(({ amounts }) => amounts[at]).map((amount) => (amount ? pick(amount) : Number.NaN)),
    );
  return {
    estimate: first.amounts.map(({ value }, at) => value - dearest((amount) => amount.value, at)),
    draws: (first.amounts[0]?.draws ?? []).map((_, draw) =>
      first.amounts.map(
        ({ draws }, at) => (draws[draw] ?? 0) - dearest((amount) => amount.draws[draw] ?? 0, at),
      ),
    ),
  };
}

const tlsHops = ({ series }: Line) =>
  hopsOf(series.model.topology).filter(({ security }) => security === 'tls').length;
const hopCount = ({ series }: Line) => hopsOf(series.model.topology).length;

/** TLS in the app, and all that end it before the app: the question that the lab is about. */
function pairs(lines: readonly Line[]): [Line, Line][] {
  const direct = lines.find((line) => hopCount(line) === 1 && tlsHops(line) === 1);
  if (direct === undefined) return [];
  return lines.filter((line) => hopCount(line) > 1 && tlsHops(line) > 0).map((line) => [direct, line]);
}

type NamedCrossing = BreakEven['crossings'][number];

function pairCrossings(
  of: 'total' | 'app',
  lines: readonly Line[],
  places: readonly number[],
): NamedCrossing[] {
  return pairs(lines).map(([first, second]) => ({
    of,
    first: first.series.model.name,
    second: second.series.model.name,
    crossing: crossingOf(places, differencesOf(first, [second])),
  }));
}

/** Those with most encrypted hops, where some have fewer, each against the dearest of all others, whatever their engine. */
function dearestCrossings(lines: readonly Line[], places: readonly number[]): NamedCrossing[] {
  const most = Math.max(...lines.map(tlsHops));
  if (lines.every((line) => tlsHops(line) === most)) return [];
  return lines
    .filter((line) => tlsHops(line) === most)
    .map((line) => ({
      of: 'dearest',
      first: line.series.model.name,
      crossing: crossingOf(
        places,
        differencesOf(
          line,
          lines.filter((other) => other !== line),
        ),
      ),
    }));
}

/**
 * Cores of every series along an axis, and where they cross.
 * @param all models of the traffic's protocol
 * @returns undefined where fewer than two series were measured over a range of the axis
 */
export function breakEvenOf(
  all: readonly FittedSeries[],
  traffic: Traffic,
  name: AxisName,
): BreakEven | undefined {
  const along = all.filter((series) => isAlong(series, name));
  const known = along.filter((series) => isKnown(series, traffic, name));
  const [low, high] = rangeOf(known, name);
  if (known.length < 2 || !(high > low)) return undefined;
  const places = placesOf(name, [low, high]);
  const axis: Axis = { name, traffic, places };
  const total = linesOf(known, axis, seriesAmount);
  const app = linesOf(known, axis, appOf);
  return {
    axis: name,
    range: [low, high],
    leftOut: all
      .filter((series) => !known.includes(series))
      .map((series) => ({
        name: series.model.name,
        why: along.includes(series) ? 'unknown-term' : 'few-places',
      })),
    places,
    total: total.map(curveOf),
    app: app.map(curveOf),
    crossings: [
      ...pairCrossings('total', total, places),
      ...pairCrossings('app', app, places),
      ...dearestCrossings(total, places),
    ],
  };
}
