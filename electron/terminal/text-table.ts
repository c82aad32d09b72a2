import type { Cell, Table } from '../../shared/tables.ts';
import { formatNumber } from '../../shared/units.ts';

function cellText(cell: Cell): string {
  if (cell === undefined) return '';
  return typeof cell === 'number' ? formatNumber(cell, 'en') : cell;
}

/** A table in columns of equal width, as a terminal shows it: numbers to the right, words to the left. */
export function tableToText(table: Table): string {
  const rows = table.rows.map((row) => table.columns.map((_, at) => cellText(row[at])));
  const widths = table.columns.map((name, at) =>
    Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const isNumeric = table.columns.map((_, at) => table.rows.some((row) => typeof row[at] === 'number'));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (isNumeric[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  return [line(table.columns), ...rows.map(line)].join('\n');
}
