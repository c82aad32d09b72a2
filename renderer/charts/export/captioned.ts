import { markdownProse } from '../../../shared/markdown-prose.ts';
import { type Table, tableToMarkdown } from '../../../shared/table.ts';

/** A table whose rows each carry the caption in a last column, for CSV has no comments and rows must stand alone. */
export function captionedTable({ columns, rows }: Table, caption: readonly string[]): Table {
  const cell = caption.join(' | ');
  return { columns: [...columns, 'caption'], rows: rows.map((row) => [...row, cell]) };
}

/** A chart's figures as Markdown: title, table, and the caption under it. */
export function captionedMarkdown(title: string, table: Table, caption: readonly string[]): string {
  const heading = `**${markdownProse(title)}**`;
  const under = caption.map((line) => `_${markdownProse(line)}_  `);
  return [heading, '', tableToMarkdown(table), ...under, ''].join('\n');
}
