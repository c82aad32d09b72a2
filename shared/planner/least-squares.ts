import { studentT95 } from '../stats.ts';

/** One measured value: what it depends on, and how far chance may have moved it. */
export interface Observation {
  readonly x: readonly number[];
  readonly y: number;
  /** Standard error, in the unit of `y`. */
  readonly sd: number;
}

export interface Fit {
  /** One per column, none below 0. */
  readonly coefficients: readonly number[];
  readonly ci95: readonly (readonly [number, number])[];
  /** Observations beyond the number of columns. */
  readonly spare: number;
  /** Scatter beyond the observations' own, as a share of each; undefined with none to spare. */
  readonly misfitShare: number | undefined;
  /** Of each observation, its own scatter and the misfit together. */
  readonly sds: readonly number[];
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Coefficients times what they are of; a loop, for a plan does it some hundred thousand times. */
export function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/**
 * Solves a symmetric positive definite system by Gauss and Jordan's elimination, which gives the inverse on the way.
 * @throws RangeError when it is singular: whoever builds it leaves out columns that others imply
 */
function inverse(matrix: readonly (readonly number[])[]): number[][] {
  const size = matrix.length;
  const rows = matrix.map((row, at) => [
    ...row,
    ...Array.from({ length: size }, (_, i) => (i === at ? 1 : 0)),
  ]);
  for (const [at, row] of rows.entries()) {
    const pivot = row[at] ?? 0;
    if (!(pivot > 0)) throw new RangeError('The columns of a fit depend on each other.');
    for (const [i, value] of row.entries()) row[i] = value / pivot;
    for (const other of rows) {
      const factor = other[at] ?? 0;
      if (other === row || factor === 0) continue;
      for (const [i, value] of row.entries()) other[i] = (other[i] ?? 0) - factor * value;
    }
  }
  return rows.map((row) => row.slice(size));
}

/** (XᵀWX)⁻¹, and with Xᵀ W the matrix by which observations become coefficients. Columns are scaled to about 1 meanwhile. */
export interface Solver {
  readonly covariance: readonly (readonly number[])[];
  readonly toCoefficients: readonly (readonly number[])[];
}

export function solverFor(xs: readonly (readonly number[])[], sds: readonly number[]): Solver {
  const columns = xs[0]?.map((_, column) => column) ?? [];
  const scales = columns.map((column) => Math.max(...xs.map((x) => Math.abs(x[column] ?? 0))) || 1);
  const scaled = xs.map((x) => x.map((value, column) => value / (scales[column] ?? 1)));
  const weights = sds.map((sd) => 1 / sd ** 2);
  const normal = columns.map((a) =>
    columns.map((b) => sumOf(scaled.map((x, at) => (weights[at] ?? 0) * (x[a] ?? 0) * (x[b] ?? 0)))),
  );
  const scaledInverse = inverse(normal);
  const toCoefficients = scaledInverse.map((row, a) =>
    scaled.map((x, at) => (dot(row, x) * (weights[at] ?? 0)) / (scales[a] ?? 1)),
  );
  const covariance = scaledInverse.map((row, a) =>
    row.map((value, b) => value / ((scales[a] ?? 1) * (scales[b] ?? 1))),
  );
  return { covariance, toCoefficients };
}

function weightedSquares(
  xs: readonly (readonly number[])[],
  ys: readonly number[],
  sds: readonly number[],
  coefficients: readonly number[],
): number {
  return sumOf(xs.map((x, at) => (((ys[at] ?? 0) - dot(x, coefficients)) / (sds[at] ?? 1)) ** 2));
}

/** Of all choices of columns that are held at 0, the one with the least squares and nothing negative: there are at most 2⁵. */
function bestHeldAtZero(
  xs: readonly (readonly number[])[],
  ys: readonly number[],
  sds: readonly number[],
): number[] {
  const width = xs[0]?.length ?? 0;
  let best: { squares: number; coefficients: number[] } | undefined;
  for (let kept = 1; kept < 2 ** width; kept += 1) {
    const places = Array.from({ length: width }, (_, at) => at).filter((at) => (kept >> at) & 1);
    const solver = solverFor(
      xs.map((x) => places.map((at) => x[at] ?? 0)),
      sds,
    );
    const found = solver.toCoefficients.map((row) => dot(row, ys));
    if (found.some((value) => value < 0)) continue;
    const coefficients = Array.from({ length: width }, (_, at) => found[places.indexOf(at)] ?? 0);
    const squares = weightedSquares(xs, ys, sds, coefficients);
    if (best === undefined || squares < best.squares) best = { squares, coefficients };
  }
  return best?.coefficients ?? Array.from({ length: width }, () => 0);
}

/** Weighted least squares in which no coefficient is negative: no part of a request gives CPU back. */
export function nonNegative(
  solver: Solver,
  xs: readonly (readonly number[])[],
  ys: readonly number[],
  sds: readonly number[],
): number[] {
  const free = solver.toCoefficients.map((row) => dot(row, ys));
  return free.every((value) => value >= 0) ? free : bestHeldAtZero(xs, ys, sds);
}

/** No model misses by more than twice what it says. */
const MOST_MISFIT = 2;

const withMisfit = (observations: readonly Observation[], share: number) =>
  observations.map(({ y, sd }) => Math.hypot(sd, share * y));

/**
 * The share by which observations scatter beyond their own errors, so that the weighted squares are what chance leads to
 * expect (Paule and Mandel, J. Res. NBS 87, 1982): 0 where their own errors explain it.
 */
function misfitOf(observations: readonly Observation[], spare: number): number {
  const xs = observations.map(({ x }) => x);
  const ys = observations.map(({ y }) => y);
  const excess = (share: number) => {
    const sds = withMisfit(observations, share);
    return weightedSquares(xs, ys, sds, nonNegative(solverFor(xs, sds), xs, ys, sds)) - spare;
  };
  if (excess(0) <= 0) return 0;
  let [low, high] = [0, MOST_MISFIT];
  for (let step = 0; step < 20; step += 1) {
    const middle = (low + high) / 2;
    if (excess(middle) > 0) low = middle;
    else high = middle;
  }
  return high;
}

/** 95 % quantile for a fit with so many observations to spare; with none, the errors are those that the points bring. */
const quantile = (spare: number) => studentT95(spare > 0 ? spare : Number.POSITIVE_INFINITY);

/**
 * Fits coefficients to observations of unequal error.
 * @param observations at least as many as columns, and no column implied by others
 */
export function fitNonNegative(observations: readonly Observation[]): Fit {
  const xs = observations.map(({ x }) => x);
  const ys = observations.map(({ y }) => y);
  const spare = observations.length - (xs[0]?.length ?? 0);
  const misfitShare = spare > 0 ? misfitOf(observations, spare) : undefined;
  const sds = withMisfit(observations, misfitShare ?? 0);
  const solver = solverFor(xs, sds);
  const coefficients = nonNegative(solver, xs, ys, sds);
  const ci95 = coefficients.map((value, at) => {
    const half = quantile(spare) * Math.sqrt(solver.covariance[at]?.[at] ?? 0);
    return [Math.max(0, value - half), value + half] as const;
  });
  return { coefficients, ci95, spare, misfitShare, sds };
}
