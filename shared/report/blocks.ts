import type { Figure, Point } from '../result.ts';
import type { Percentiles } from '../sample.ts';
import type { Series } from '../series.ts';
import type { Table } from '../table.ts';
import type { ServingTier } from '../words.ts';

/** One row of bars: what a point is called beside its neighbours, and whether it may stand as a result. */
export interface BarRow {
  readonly label: string;
  readonly series: Series;
  readonly failedGates: Point['failedGates'];
}

export interface CpuBar extends BarRow {
  /** µs of CPU per request of each server on the path that has a figure. */
  readonly tierUs: Partial<Record<ServingTier, number>>;
  readonly servers: Figure | undefined;
}

export interface RateBar extends BarRow {
  readonly reqPerSec: Figure;
}

export interface LatencyCurve extends BarRow {
  readonly latencyMs: Percentiles;
  readonly places: readonly { readonly quantile: number; readonly ms: number }[];
}

/** What a chart shows; how it is drawn is in charts/. */
export type Chart = { readonly title: string } & (
  | { readonly kind: 'cpu'; readonly rows: readonly CpuBar[] }
  | { readonly kind: 'rate'; readonly rows: readonly RateBar[] }
  | { readonly kind: 'curves'; readonly rows: readonly LatencyCurve[] }
);

/** A piece of a report. Markdown and HTML write the same pieces; charts are left out of Markdown. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'notice'; readonly text: string; readonly lines: readonly string[] }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | {
      readonly kind: 'table';
      readonly caption: string;
      readonly table: Table;
      /** Rows that are no results, by their place: shown grey. */
      readonly greyRows: readonly number[];
    }
  | { readonly kind: 'charts'; readonly charts: readonly Chart[] };

export interface Section {
  readonly heading: string;
  readonly blocks: readonly Block[];
}

/** A run, put into words and figures for somebody who reads. */
export interface Report {
  readonly title: string;
  readonly subtitle: string;
  readonly sections: readonly Section[];
}

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const notice = (text: string, lines: readonly string[] = []): Block => ({
  kind: 'notice',
  text,
  lines,
});
export const list = (items: readonly string[]): Block[] =>
  items.length === 0 ? [] : [{ kind: 'list', items }];

/** A table without the columns in which no row has anything; none at all where there is no row. */
export function tableBlock(caption: string, table: Table, greyRows: readonly number[] = []): Block[] {
  const { columns, rows } = table;
  const filled = columns
    .map((_, at) => at)
    .filter((at) => rows.some((row) => row[at] !== undefined && row[at] !== ''));
  const pick = <T>(cells: readonly T[]) => filled.flatMap((at) => cells.slice(at, at + 1));
  if (rows.length === 0) return [];
  return [{ kind: 'table', caption, table: { columns: pick(columns), rows: rows.map(pick) }, greyRows }];
}
