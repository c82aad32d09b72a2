import type { Figure } from '../result.ts';
import { ratioOf, relativeHalfWidth } from '../stats.ts';

/** How a ratio stands to 1. `unsure`: there is no interval that could tell. */
export const outcomes = ['more', 'less', 'same', 'unsure'] as const;
export type Outcome = (typeof outcomes)[number];

/** A ratio to the baseline's figure, with what may be said of it. */
export interface ComparedRatio {
  readonly ratio: Figure;
  readonly outcome: Outcome;
}

/** A figure whose own interval reaches 0 or as far again above it: nothing can be divided by it. */
const isLost = (figure: Figure): boolean => (relativeHalfWidth(figure) ?? 0) >= 1;

export function outcomeOf({ ci95 }: Figure): Outcome {
  if (!ci95) return 'unsure';
  const [low, high] = ci95;
  if (low <= 1 && high >= 1) return 'same';
  return low > 1 ? 'more' : 'less';
}

/**
 * Ratio of figures from two runs. Nothing pairs their slices, so it is that of independent means, by the delta method in
 * logarithms. Each half-width keeps the Student quantile of its own few slices, so that their root sum of squares is never below
 * that of Cochran and Cox for unequal variances (Experimental Designs, 2nd ed., 1957): at three slices a side it holds
 * the truth in 98 or 99 of 100 cases, and in 96 at twelve. Where a figure can't be told from 0 the interval of a ratio is
 * unbounded (Fieller, J. R. Statist. Soc. B 16, 1954), and none is given.
 * @returns undefined when one of them is nothing, or less
 */
export function independentRatio(figure: Figure, baseline: Figure): ComparedRatio | undefined {
  const ratio = ratioOf(figure, baseline);
  if (ratio === undefined) return undefined;
  const told = isLost(figure) || isLost(baseline) ? { mean: ratio.mean } : ratio;
  return { ratio: told, outcome: outcomeOf(told) };
}

/** The same to a number without an interval: that of the ratio is then from the figure alone. */
export function ratioToExact({ mean, ci95 }: Figure, exact: number): ComparedRatio | undefined {
  if (mean <= 0 || exact <= 0) return undefined;
  const ratio: Figure = {
    mean: mean / exact,
    ...(ci95 ? { ci95: [ci95[0] / exact, ci95[1] / exact] } : {}),
  };
  return { ratio, outcome: outcomeOf(ratio) };
}
