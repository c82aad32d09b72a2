import type { Figure, Point } from './result.ts';
import type { Cell } from './table.ts';

/** A column of a table for other programs, with what a reader needs to use it. */
export interface ColumnText {
  readonly name: string;
  /** `µs`, `bytes`; empty for words and for plain counts. */
  readonly unit: string;
  readonly meaning: string;
}

export interface PointColumn extends ColumnText {
  readonly read: (point: Point) => Cell;
}

/** A column, its parts in the order in which a table of them is read. */
export const column = (
  name: string,
  unit: string,
  meaning: string,
  read: (point: Point) => Cell,
): PointColumn => ({ name, unit, meaning, read });

/** The three columns of a figure: its mean and the ends of its 95 % interval, which few slices leave empty. */
export function figureColumns(
  name: string,
  unit: string,
  meaning: string,
  figureOf: (point: Point) => Figure | undefined,
): PointColumn[] {
  return [
    column(`${name}_mean`, unit, `${meaning}.`, (point) => figureOf(point)?.mean),
    column(
      `${name}_ci95Low`,
      unit,
      `${meaning}: lower end of the 95 % interval; empty with fewer than three slices.`,
      (point) => figureOf(point)?.ci95?.[0],
    ),
    column(
      `${name}_ci95High`,
      unit,
      `${meaning}: upper end of the 95 % interval.`,
      (point) => figureOf(point)?.ci95?.[1],
    ),
  ];
}
