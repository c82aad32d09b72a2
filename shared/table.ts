import { markdownProse } from './markdown-prose.ts';
import type { Figure } from './result.ts';
import { halfWidth } from './stats.ts';
import { formatNumber, type Language } from './units.ts';

export type Cell = string | number | undefined;

/** Rows under named columns. A cell that was not measured is undefined and stays empty. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * A text that a spreadsheet would take for a formula and calculate, with the apostrophe before it that keeps it a text: what
 * is exported may carry the name of a file from elsewhere (OWASP, "CSV Injection"). A text that is a number stays one.
 */
const asText = (text: string): string =>
  /^[=+\-@\t\r\n]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;

/** One field by RFC 4180 §2: quoted when it holds a comma, a quote or a line break. */
function csvField(cell: Cell): string {
  const text = typeof cell === 'string' ? asText(cell) : String(cell ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A table as CSV (RFC 4180: header line, CRLF). Numbers are written in full, with a point, whatever the language. A text
 * that begins as a formula does gets an apostrophe before it.
 */
export function tableToCsv(table: Table): string {
  return [table.columns, ...table.rows].map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

function markdownCell(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return formatNumber(cell, 'en');
  return markdownProse(cell).replaceAll('|', '\\|');
}

/** A table as Markdown (GitHub's pipes); numbers are rounded for reading and right-aligned. */
export function tableToMarkdown(table: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const isNumeric = table.columns.map((_, at) => table.rows.some((row) => typeof row[at] === 'number'));
  const rule = line(isNumeric.map((numeric) => (numeric ? '---:' : '---')));
  const rows = table.rows.map((row) => line(table.columns.map((_, at) => markdownCell(row[at]))));
  return [line(table.columns.map(markdownCell)), rule, ...rows, ''].join('\n');
}

/** A figure with its half-width, for a table that a person reads; with its ends where 0 cut the lower one. */
export function withInterval(figure: Figure | undefined, language: Language = 'en'): Cell {
  if (!figure) return undefined;
  const write = (value: number) => formatNumber(value, language);
  const { mean, ci95 } = figure;
  if (!ci95) return write(mean);
  const half = halfWidth(figure);
  return half > mean
    ? `${write(mean)} (${write(ci95[0])}–${write(ci95[1])})`
    : `${write(mean)} ± ${write(half)}`;
}
