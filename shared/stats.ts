import type { Figure } from './result.ts';

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

/** One slice: what was spent in it, and on how much. */
export interface RatioSlice {
  readonly amount: number;
  readonly count: number;
}

/**
 * Ratio of sums over slices with its 95 % interval. A slice that served more weighs more, so the mean is what was
 * really spent per unit; the variance is the linearised one of a ratio estimator (Cochran, Sampling Techniques, §6.3)
 * with Student's t at n − 1 degrees of freedom.
 * @returns undefined when nothing was counted; no `ci95` with fewer than three slices that counted something
 */
export function ratioFigure(slices: readonly RatioSlice[]): Figure | undefined {
  const used = slices.filter((slice) => slice.count > 0);
  const n = used.length;
  const amount = used.reduce((sum, slice) => sum + slice.amount, 0);
  const count = used.reduce((sum, slice) => sum + slice.count, 0);
  if (count === 0) return undefined;
  const mean = amount / count;
  if (n < MIN_SLICES_FOR_INTERVAL) return { mean };
  const squares = used.reduce((sum, slice) => sum + (slice.amount - mean * slice.count) ** 2, 0);
  const standardError = Math.sqrt((n * squares) / (n - 1)) / count;
  const halfWidth = studentT95(n - 1) * standardError;
  return { mean, ci95: [mean - halfWidth, mean + halfWidth] };
}
