/** Looks of every axis and grid, given to Recharts as attributes: it draws ticks in layers that class names don't reach. */

export const gridStroke = 'var(--grid)';
export const axisLine = { stroke: 'var(--control-edge)' } as const;
export const axisText = { fill: 'var(--ink-soft)', fontSize: 12 } as const;
/** Names of topologies on an axis. */
export const axisName = { fill: 'var(--ink)', fontSize: 13.5, fontWeight: 650 } as const;

const letterWidth = 8.5;
const namePadding = 12;
const narrowestNames = 34;

const digitWidth = 7.6;
const figurePadding = 10;
const narrowestFigures = 38;

/** Width of an axis of figures, from the longest of its labels. */
export const figuresWidth = (labels: readonly string[]): number =>
  Math.max(narrowestFigures, ...labels.map((label) => label.length * digitWidth + figurePadding));

/** Width of an axis of names, from the longest of them. */
export const namesWidth = (names: readonly string[]): number =>
  Math.max(narrowestNames, ...names.map((name) => name.length * letterWidth + namePadding));
