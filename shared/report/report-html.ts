import type { Run } from '../result.ts';
import type { Cell, Table } from '../table.ts';
import { formatNumber } from '../units.ts';
import type { Block, Chart } from './blocks.ts';
import { drawChart } from './charts/draw-chart.ts';
import { element, escapeMarkup } from './markup.ts';
import { reportOf } from './report.ts';
import { reportStyle } from './report-style.ts';

/** Px of a drawing over the whole width, and of one of two side by side. */
const chartWidths = { single: 720, pair: 352 } as const;

/** Nothing is loaded and nothing runs, also when something in the run would. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** A place that scrolls must be reachable by keyboard, and then it needs a name. */
const scrolling = (name: string, content: string) =>
  element('div', { class: 'scroll', role: 'region', 'aria-label': name, tabindex: 0 }, content);

const cellText = (cell: Cell): string => {
  if (cell === undefined) return '';
  return typeof cell === 'number' ? formatNumber(cell, 'en') : cell;
};

/** Figures with their interval are text, and still belong under each other. */
const isFigure = (cell: Cell): boolean =>
  typeof cell === 'number' || cell === undefined || /^−?[\d,]+(\.\d+)?( ± [\d,.]+| \(.+\)|× .+)?$/.test(cell);

function tableHtml(caption: string, { columns, rows }: Table, greyRows: readonly number[]): string {
  const isNumeric = columns.map((_, at) => at > 0 && rows.every((row) => isFigure(row[at])));
  const classOf = (at: number) => (isNumeric[at] ? 'number' : undefined);
  const heads = columns.map((name, at) =>
    element('th', { scope: 'col', class: classOf(at) }, escapeMarkup(name)),
  );
  const body = rows.map((row, rowAt) => {
    const cells = columns.map((_, at) => {
      const text = escapeMarkup(cellText(row[at]));
      return at === 0 ? element('th', { scope: 'row' }, text) : element('td', { class: classOf(at) }, text);
    });
    return element('tr', { class: greyRows.includes(rowAt) ? 'grey' : undefined }, ...cells);
  });
  const table = element(
    'table',
    {},
    element('caption', {}, escapeMarkup(caption)),
    element('thead', {}, element('tr', {}, ...heads)),
    element('tbody', {}, ...body),
  );
  return scrolling(caption, table);
}

function chartsHtml(charts: readonly Chart[], id: string): string {
  if (charts.length === 0) return '';
  const layout = charts.length === 1 ? 'single' : 'pair';
  const figures = charts.map((chart, at) => {
    const drawn = drawChart(chart, `${id}-${at + 1}`, chartWidths[layout]);
    const caption = element('figcaption', {}, escapeMarkup(chart.title));
    return element('figure', {}, caption, scrolling(chart.title, drawn));
  });
  return element('div', { class: `charts ${layout}` }, ...figures);
}

function blockHtml(block: Block, id: string): string {
  switch (block.kind) {
    case 'paragraph':
      return element('p', {}, escapeMarkup(block.text));
    case 'notice': {
      const { text, lines } = block;
      const pre = lines.length > 0 ? element('pre', {}, escapeMarkup(lines.join('\n'))) : '';
      return element('div', { class: 'notice' }, escapeMarkup(text), pre);
    }
    case 'list':
      return element('ul', {}, ...block.items.map((item) => element('li', {}, escapeMarkup(item))));
    case 'table':
      return tableHtml(block.caption, block.table, block.greyRows);
    case 'charts':
      return chartsHtml(block.charts, id);
  }
}

/**
 * A run as one HTML page that needs nothing else: style and charts are in it, no script, no address. Everything that
 * comes from the run is escaped, for names, notes and the lines of engines are foreign text.
 */
export function runToHtml(run: Run): string {
  const { title, subtitle, sections } = reportOf(run);
  const body = sections.map(({ heading, blocks }, sectionAt) => {
    const id = `section-${sectionAt + 1}`;
    const head = element('h2', { id }, escapeMarkup(heading));
    const content = blocks.map((block, at) => blockHtml(block, `chart-${sectionAt + 1}-${at + 1}`));
    return element('section', { 'aria-labelledby': id }, head, ...content);
  });
  const header = element(
    'header',
    {},
    element('h1', {}, escapeMarkup(title)),
    element('p', { class: 'subtitle' }, escapeMarkup(subtitle)),
  );
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeMarkup(policy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    element('title', {}, escapeMarkup(title)),
    `<style>${reportStyle}</style>`,
    '</head>',
    `<body>${element('main', {}, header, ...body)}</body>`,
    '</html>',
    '',
  ].join('\n');
}
