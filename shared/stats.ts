import type { Figure, Point } from './result.ts';

/** Fewer slices than this say too little about their own spread for an interval. */
export const MIN_SLICES_FOR_INTERVAL = 3;

/** Two-sided 95 % quantiles of Student's t by degrees of freedom 1–30 (NIST/SEMATECH e-Handbook, §1.3.6.7.2). */
const t95 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/**
 * Two-sided 95 % quantile of Student's t.
 * @param degrees degrees of freedom, 1 or more; above 30 a hyperbola that meets the tables at 30, 60 and 120 and is within 0.2 % between
 */
export function studentT95(degrees: number): number {
  return t95[Math.floor(degrees) - 1] ?? 1.96 + 2.4 / degrees;
}

/** From this many values on their autocorrelation can be told from chance well enough to act on it. */
const MIN_FOR_AUTOCORRELATION = 10;
/** Nearer to 1 the factor runs away, and no interval from so few independent values would mean anything. */
const MAX_AUTOCORRELATION = 0.9;

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/**
 * By how much a mean of neighbours in time varies more than one of independent values: √((1+r)/(1−r)), the variance of
 * a mean under AR(1) (Bayley and Hammersley, J. R. Statist. Soc. Suppl. 8, 1946). The sample's r is too small by about
 * (1+3r)/n (Marriott and Pope, Biometrika 41, 1954), which is put back first. Never below 1: a negative r, which would
 * narrow the interval, is not believed.
 * @param residuals deviations from the mean, in the order of time
 */
function autocorrelationFactor(residuals: readonly number[]): number {
  const n = residuals.length;
  const squares = sumOf(residuals.map((value) => value ** 2));
  if (n < MIN_FOR_AUTOCORRELATION || squares === 0) return 1;
  const products = residuals.slice(1).map((value, at) => value * (residuals[at] ?? 0));
  const unbiased = ((n * sumOf(products)) / squares + 1) / (n - 3);
  const r = Math.min(MAX_AUTOCORRELATION, Math.max(0, unbiased));
  return Math.sqrt((1 + r) / (1 - r));
}

/** Half the 95 % interval of a mean whose values deviate so, per `count` of them: Student's t at n − 1 degrees of freedom. */
function halfWidthOf(residuals: readonly number[], count: number): number {
  const n = residuals.length;
  const squares = sumOf(residuals.map((value) => value ** 2));
  const standardError = Math.sqrt((n * squares) / (n - 1)) / count;
  return studentT95(n - 1) * standardError * autocorrelationFactor(residuals);
}

/** A figure of something that can't be less than nothing: nor can the lower end of its interval. */
function heldAtZero(mean: number, half: number): Required<Figure> {
  return { mean, ci95: [Math.max(0, mean - half), mean + half] };
}

/** One slice: what was spent in it, and on how much. */
export interface RatioSlice {
  readonly amount: number;
  readonly count: number;
}

const nothing: RatioSlice = { amount: 0, count: 0 };
const plus = (a: RatioSlice, b: RatioSlice): RatioSlice => ({
  amount: a.amount + b.amount,
  count: a.count + b.count,
});

/**
 * Ratio of sums over all slices with its 95 % interval. A slice that served more weighs more, and one that served nothing
 * still adds what it spent, so the mean is what was really spent per unit; the variance is the linearised one of a ratio
 * estimator, from the residuals amount − mean · count (Cochran, Sampling Techniques, 3rd ed., §6.3–6.4), widened where
 * slices resemble their neighbours in time, and held at 0.
 * @param slices in the order in which they were measured
 * @returns undefined when nothing was counted; no `ci95` with fewer than three slices that counted something, for empty
 * ones say nothing of how the counted ones differ
 */
export function ratioFigure(slices: readonly RatioSlice[]): Figure | undefined {
  const count = sumOf(slices.map((slice) => slice.count));
  if (count === 0) return undefined;
  const mean = sumOf(slices.map((slice) => slice.amount)) / count;
  if (slices.filter((slice) => slice.count > 0).length < MIN_SLICES_FOR_INTERVAL) return { mean };
  const half = halfWidthOf(
    slices.map((slice) => slice.amount - mean * slice.count),
    count,
  );
  return heldAtZero(mean, half);
}

/** Mean of values in the order of time, with its 95 % interval; undefined when there are fewer than three. */
function meanFigure(values: readonly number[]): Required<Figure> | undefined {
  const n = values.length;
  if (n < MIN_SLICES_FOR_INTERVAL) return undefined;
  const mean = sumOf(values) / n;
  const half = halfWidthOf(
    values.map((value) => value - mean),
    n,
  );
  return { mean, ci95: [mean - half, mean + half] };
}

/**
 * A figure taken over everything at once, with an interval from the same figure of each section in time: for quantiles,
 * which may not be averaged (sectioning: Asmussen and Glynn, Stochastic Simulation, 2007, §III.5). Held at 0.
 * @param sections in the order of time; with fewer than three there is no interval
 */
export function sectionedFigure(mean: number, sections: readonly number[]): Figure {
  const n = sections.length;
  if (n < MIN_SLICES_FOR_INTERVAL) return { mean };
  const residuals = sections.map((value) => value - mean);
  return heldAtZero(mean, halfWidthOf(residuals, n));
}

/** Slices of a point: [turn, µs of CPU, requests]. */
export type Turns = Point['turns'];

function sumByTurn(turns: Turns): Map<number, RatioSlice> {
  const sums = new Map<number, RatioSlice>();
  for (const [turn, amount, count] of turns)
    sums.set(turn, plus(sums.get(turn) ?? nothing, { amount, count }));
  return sums;
}

/** Two sides of one stretch of time. */
type Pair = readonly [a: RatioSlice, b: RatioSlice];

const hasCosts = (pair: Pair): boolean => pair.every(({ amount, count }) => amount > 0 && count > 0);
const together = ([a, b]: Pair, [c, d]: Pair): Pair => [plus(a, c), plus(b, d)];

/**
 * Neighbours in time put together until each pair has a cost per request on both sides. Leaving out a turn in which one
 * side answered nothing would leave out what that side spent waiting, which at a few requests per second is half of
 * what a request costs. What follows the last such pair goes with it.
 */
function merged(pairs: readonly Pair[]): Pair[] {
  const whole: Pair[] = [];
  let open: Pair = [nothing, nothing];
  for (const pair of pairs) {
    open = together(open, pair);
    if (!hasCosts(open)) continue;
    whole.push(open);
    open = [nothing, nothing];
  }
  const last = whole.pop();
  return last === undefined ? [] : [...whole, together(last, open)];
}

/**
 * Costs per request side by side, in the order of the turns. A turn that one side wasn't measured in has nothing to be
 * paired with: its CPU stays out, and so do its requests.
 */
function pairsOf(a: Turns, b: Turns): [a: number, b: number][] {
  const others = sumByTurn(b);
  const common = [...sumByTurn(a)]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([turn, sum]): Pair[] => {
      const other = others.get(turn);
      return other === undefined ? [] : [[sum, other]];
    });
  return merged(common).map(([one, other]) => [one.amount / one.count, other.amount / other.count]);
}

/**
 * How many times `b` the cost per request of `a` is. Slices of one turn are neighbours in time, so what slows the
 * machine for both cancels within each pair; the interval is Student's over the logarithms, in which a ratio and its
 * inverse are equally far from 1. Turns without an answer are put together with their neighbours.
 * @returns undefined with fewer than three such pairs
 */
export function pairedRatio(a: Turns, b: Turns): Required<Figure> | undefined {
  const logs = meanFigure(pairsOf(a, b).map(([one, other]) => Math.log(one / other)));
  if (logs === undefined) return undefined;
  const [low, high] = logs.ci95;
  return { mean: Math.exp(logs.mean), ci95: [Math.exp(low), Math.exp(high)] };
}

/** What `b` costs per request, µs, over the turns that it has in common with `a`: what a paired difference is a share of. */
export function pairedBaseUs(a: Turns, b: Turns): number | undefined {
  return meanFigure(pairsOf(a, b).map(([, other]) => other))?.mean;
}

/** By how many µs per request `a` costs more than `b`, over the same pairs; undefined with fewer than three. */
export function pairedDifference(a: Turns, b: Turns): Required<Figure> | undefined {
  return meanFigure(pairsOf(a, b).map(([one, other]) => one - other));
}

/** Half the width of a 95 % interval, of the wider side where 0 cut the other; 0 where the slices were too few to know one. */
export function halfWidth({ mean, ci95 }: Figure): number {
  return ci95 ? Math.max(mean - ci95[0], ci95[1] - mean) : 0;
}

/** Half-widths of independent figures add as the root of their squares. @returns undefined as soon as one part has none */
function halfOfAll(figures: readonly Figure[]): number | undefined {
  const isKnown = figures.length > 0 && figures.every((figure) => figure.ci95);
  return isKnown ? Math.hypot(...figures.map(halfWidth)) : undefined;
}

/** Sum of independent figures of what can't be less than nothing. The interval is absent as soon as one part has none. */
export function sumFigures(figures: readonly Figure[]): Figure {
  const mean = sumOf(figures.map((figure) => figure.mean));
  const half = halfOfAll(figures);
  return half === undefined ? { mean } : heldAtZero(mean, half);
}

/** Difference `a − b` of independent figures, with the interval that both together allow. */
export function differenceOf(a: Figure, b: Figure): Figure {
  const mean = a.mean - b.mean;
  const half = halfOfAll([a, b]);
  return half === undefined ? { mean } : { mean, ci95: [mean - half, mean + half] };
}

/** Half-width as a share of the mean: 0.03 is ±3 %. Undefined where no interval is known or the mean is nothing. */
export function relativeHalfWidth(figure: Figure): number | undefined {
  return figure.ci95 && figure.mean !== 0 ? halfWidth(figure) / Math.abs(figure.mean) : undefined;
}

/** Ratio `a / b` of independent positive figures: relative half-widths add as the root of their squares, in logarithms. */
export function ratioOf(a: Figure, b: Figure): Figure | undefined {
  if (a.mean <= 0 || b.mean <= 0) return undefined;
  const mean = a.mean / b.mean;
  const [one, other] = [relativeHalfWidth(a), relativeHalfWidth(b)];
  if (one === undefined || other === undefined) return { mean };
  const spread = Math.exp(Math.hypot(one, other));
  return { mean, ci95: [mean / spread, mean * spread] };
}
