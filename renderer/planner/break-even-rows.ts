import type { BreakEven } from '../../shared/planner/break-even.ts';
import type { Table } from '../../shared/table.ts';

/** Whose cores a chart is of. */
export type Whose = 'total' | 'app';

/** One place of the axis: by the name of each curve its cores, and its band. */
export type BreakEvenRow = Readonly<Record<string, number | readonly [number, number]>>;

export const bandKey = (name: string) => `${name} band`;

/** Rows as a chart draws them: `x`, each curve under its name, each band beside it. */
export function breakEvenRows(breakEven: BreakEven, whose: Whose): BreakEvenRow[] {
  return breakEven.places.map((x, at) =>
    Object.fromEntries<number | readonly [number, number]>([
      ['x', x],
      ...breakEven[whose].flatMap(
        ({ name, cores, low, high }): [string, number | readonly [number, number]][] => [
          [name, cores[at] ?? 0],
          [bandKey(name), [low[at] ?? 0, high[at] ?? 0]],
        ],
      ),
    ]),
  );
}

/** The same for files: one row per place, three columns per curve. */
export function breakEvenTable(breakEven: BreakEven, whose: Whose): Table {
  const curves = breakEven[whose];
  return {
    columns: [
      breakEven.axis,
      ...curves.flatMap(({ name }) => [`${name} cores`, `${name} coresLow`, `${name} coresHigh`]),
    ],
    rows: breakEven.places.map((x, at) => [
      x,
      ...curves.flatMap(({ cores, low, high }) => [cores[at], low[at], high[at]]),
    ]),
  };
}

/** The most that the chart has to reach. */
export const mostCores = (breakEven: BreakEven, whose: Whose): number =>
  Math.max(...breakEven[whose].flatMap(({ high }) => high), 1e-9);
