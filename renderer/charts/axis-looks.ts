import type { Scale } from './ticks.ts';

/** Looks of every axis and grid, given to Recharts as attributes: it draws ticks in layers that class names don't reach. */

export const gridStroke = 'var(--grid)';
const edge = { tickLine: false, axisLine: { stroke: 'var(--control-edge)' } } as const;

/** What every axis of figures has. */
export const figuresAxis = {
  type: 'number',
  ...edge,
  tick: { fill: 'var(--ink-soft)', fontSize: 12 },
} as const;

/** What an axis of names has; those of topologies are large. */
export const namesAxis = {
  type: 'category',
  interval: 0,
  ...edge,
  tick: { fill: 'var(--ink)', fontSize: 13.5, fontWeight: 650 },
} as const;

const letterWidth = 8.5;
const namePadding = 12;
const narrowestNames = 34;

const digitWidth = 7.6;
const figurePadding = 10;
const narrowestFigures = 38;

const figuresWidth = (labels: readonly string[]): number =>
  Math.max(narrowestFigures, ...labels.map((label) => label.length * digitWidth + figurePadding));

/**
 * The axis beside lines: it ends with its ticks, shows the label of each, and is as wide as the longest of them.
 * @param label the text of a tick
 */
export const besideLines = (scale: Scale, ticks: readonly number[], label: (value: number) => string) =>
  ({
    ...figuresAxis,
    scale,
    domain: [ticks[0] ?? 0, ticks.at(-1) ?? 1],
    ticks,
    tickFormatter: label,
    allowDataOverflow: true,
    width: figuresWidth(ticks.map(label)),
    interval: 0,
  }) as const;

/** Width of an axis of names, from the longest of them. */
export const namesWidth = (names: readonly string[]): number =>
  Math.max(narrowestNames, ...names.map((name) => name.length * letterWidth + namePadding));
