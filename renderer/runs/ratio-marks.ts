import type { ComparedRow, RunComparison } from '../../shared/run-comparison/compare-runs.ts';
import { type ComparisonWords, rowText } from '../../shared/run-comparison/comparison-words.ts';
import type { ComparedRatio, Outcome } from '../../shared/run-comparison/independent-ratio.ts';
import type { MeasureId } from '../../shared/run-comparison/measures.ts';
import { logTicks } from '../../shared/ticks.ts';

/** Figures as they are, or as multiples of each side's own baseline: the latter hold from machine to machine. */
export const ratioScales = ['plain', 'relative'] as const;
export type RatioScale = (typeof ratioScales)[number];

/** A ratio where it is drawn: `x` is the ratio, `y` counts rows from 0, with the sides of a row beneath each other. */
export interface RatioMark {
  readonly x: number;
  readonly y: number;
  readonly low: number | undefined;
  readonly high: number | undefined;
  readonly outcome: Outcome;
}

export interface RatioDrawingData {
  /** Names of the rows that have a ratio, from above. */
  readonly names: readonly string[];
  /** By the order of the sides beyond the first. */
  readonly marks: readonly (readonly RatioMark[])[];
  /** Rows that have none, and are in the table only. */
  readonly leftOut: number;
}

function ratioOfRow(
  row: ComparedRow,
  measure: MeasureId,
  at: number,
  scale: RatioScale,
): ComparedRatio | undefined {
  const figure = row.measures.find((one) => one.measure === measure)?.figures[at];
  return scale === 'plain' ? figure?.compared : figure?.relativeCompared;
}

/** Of a row's height, the part that its sides share. */
const usedShare = 0.7;

function toMark({ ratio, outcome }: ComparedRatio, y: number): RatioMark {
  const [low, high] = ratio.ci95 ?? [undefined, undefined];
  return { x: ratio.mean, y, low, high, outcome };
}

/** What the chart of ratios draws for one measure. */
export function ratioMarks(
  comparison: RunComparison,
  measure: MeasureId,
  scale: RatioScale,
  words: ComparisonWords,
): RatioDrawingData {
  const others = comparison.sides.slice(1).map((_, index) => index + 1);
  const drawn = comparison.rows.filter((row) => others.some((at) => ratioOfRow(row, measure, at, scale)));
  const offset = (at: number) => ((at - 0.5) / others.length - 0.5) * usedShare;
  return {
    names: drawn.map(({ name }) => rowText(name, words)),
    marks: others.map((at) =>
      drawn.flatMap((row, y) => {
        const compared = ratioOfRow(row, measure, at, scale);
        return compared ? [toMark(compared, y + offset(at))] : [];
      }),
    ),
    leftOut: comparison.rows.length - drawn.length,
  };
}

/** Ticks for ratios within a tenth or two of 1, and within twice: logarithmic, the same distance on both sides. */
const nearTicks: readonly (readonly number[])[] = [
  [0.9, 0.95, 1, 1.05, 1.11],
  [0.8, 0.9, 1, 1.11, 1.25],
  [0.5, 0.7, 1, 1.4, 2],
];

/** Ticks of a logarithmic axis round 1 that hold every mark with its interval. */
export function ratioTicks(marks: readonly RatioMark[]): readonly number[] {
  const values = marks.flatMap(({ x, low = x, high = x }) => [low, high]).filter((value) => value > 0);
  const [least, most] = [Math.min(1, ...values), Math.max(1, ...values)];
  const near = nearTicks.find((ticks) => (ticks[0] ?? 0) <= least && (ticks.at(-1) ?? 0) >= most);
  return near ?? logTicks(least, most);
}
