import type { Figure } from '../../result.ts';
import { withInterval } from '../../table.ts';
import { linearTicks } from '../../ticks.ts';
import { formatNumber } from '../../units.ts';
import type { BarRow } from '../blocks.ts';
import { element } from '../markup.ts';
import { boldWidthOf, label, line, whisker, widthOf } from './frame.ts';

/** One part of a bar, from the left. */
export interface BarPart {
  readonly amount: number;
  readonly fill: string;
  /** Colour of a figure written on it. */
  readonly ink: string | undefined;
}

export interface Bar {
  readonly row: BarRow;
  readonly parts: readonly BarPart[];
  /** What the whole bar amounts to; its interval is the whisker. */
  readonly total: Figure | undefined;
}

const rowHeight = 26;
const barHeight = 16;
const axisHeight = 22;
const gap = 8;

export const isGrey = ({ failedGates }: BarRow): boolean => failedGates.length > 0;

/** What stands behind a bar: its total with the half-width, and that it is no result. */
function totalText({ row, total }: Bar): string {
  const figure = total === undefined ? 'not known' : String(withInterval(total));
  return isGrey(row) ? `${figure}, not a valid result` : figure;
}

/** The figures of bars in words, for whoever does not see them. */
export function describeBars(bars: readonly Bar[], unit: string): string {
  return bars.map((bar) => `${bar.row.label}: ${totalText(bar)} ${unit}`).join('; ');
}

interface Scale {
  readonly left: number;
  readonly perUnit: number;
}

/** Whether a text in the middle of a part would lie under the whisker. */
function isCrossed(middle: number, text: string, { left, perUnit }: Scale, { total }: Bar): boolean {
  const [low, high] = (total?.ci95 ?? [Number.POSITIVE_INFINITY, 0]).map((end) => left + end * perUnit);
  const half = widthOf(text) / 2;
  return middle + half > (low ?? 0) && middle - half < (high ?? 0);
}

function drawParts(bar: Bar, y: number, left: number, perUnit: number): string[] {
  const { parts } = bar;
  let from = left;
  return parts.flatMap(({ amount, fill, ink }) => {
    const [x, width] = [from, amount * perUnit];
    from += width;
    const text = formatNumber(amount, 'en');
    const isRoomy = ink !== undefined && parts.length > 1 && width > widthOf(text) + 4;
    const isFree = isRoomy && !isCrossed(x + width / 2, text, { left, perUnit }, bar);
    return [
      element('rect', { x, y: y - barHeight / 2, width: Math.max(width, 0.5), height: barHeight, fill }),
      ...(isFree ? [label(text, { x: x + width / 2, y: y + 4, fill: ink, 'text-anchor': 'middle' })] : []),
    ];
  });
}

function reachOf({ total, parts }: Bar): number {
  return Math.max(
    total?.ci95?.[1] ?? 0,
    total?.mean ?? 0,
    parts.reduce((sum, { amount }) => sum + amount, 0),
  );
}

/** Bars from the left under each other, each with its name before and its total behind it. */
export function drawBars(bars: readonly Bar[], width: number): { drawn: string; height: number } {
  const left = Math.max(...bars.map(({ row }) => boldWidthOf(row.label))) + gap;
  const right = Math.max(...bars.map((bar) => widthOf(totalText(bar)))) + 2 * gap;
  const ticks = linearTicks(Math.max(...bars.map(reachOf)), width - left - right > 300 ? 5 : 3);
  const perUnit = (width - left - right) / (ticks.at(-1) ?? 1);
  const bottom = bars.length * rowHeight;
  const grid = ticks.map((tick) => {
    const x = left + tick * perUnit;
    const name = label(formatNumber(tick, 'en'), {
      x,
      y: bottom + 16,
      fill: 'var(--ink-soft)',
      'text-anchor': 'middle',
    });
    return `${line([x, 0], [x, bottom], 'var(--grid)')}${name}`;
  });
  const rows = bars.map((bar, at) => {
    const y = at * rowHeight + rowHeight / 2;
    const { total } = bar;
    const end = left + reachOf(bar) * perUnit;
    return [
      label(bar.row.label, { x: left - gap, y: y + 4, 'text-anchor': 'end', 'font-weight': 600 }),
      ...drawParts(bar, y, left, perUnit),
      total?.ci95 ? whisker(left + total.ci95[0] * perUnit, left + total.ci95[1] * perUnit, y) : '',
      label(totalText(bar), { x: end + gap, y: y + 4 }),
    ].join('');
  });
  return { drawn: [...grid, ...rows].join(''), height: bottom + axisHeight };
}
