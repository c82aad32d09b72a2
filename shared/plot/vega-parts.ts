import type { PlotAxis, PlotKey, PlotTick } from './plot.ts';

/** A part of a Vega-Lite specification (https://vega.github.io/vega-lite/docs/). */
export interface VegaPart {
  readonly [name: string]: unknown;
}

/** Gives a colour its value; `var(--x)` means nothing outside the window. */
export type ColourValue = (colour: string) => string;

export interface PlotLook {
  /** Undefined for a transparent ground. */
  readonly ground: string | undefined;
  readonly ink: string;
  readonly inkSoft: string;
  readonly grid: string;
  readonly colourValue: ColourValue;
}

/** Of every plot. */
export const plotWidthPx = 640;

/** Ticks come back from Vega as the very numbers that were given, but for rounding in its scales. */
const sameTick = ({ at }: PlotTick) => `abs(datum.value - ${at}) <= ${Math.max(1e-9, Math.abs(at) * 1e-9)}`;

const tickWords = (ticks: readonly PlotTick[]): VegaPart => ({
  values: ticks.map(({ at }) => at),
  labelExpr: ticks.reduceRight(
    (otherwise, tick) => `${sameTick(tick)} ? ${JSON.stringify(tick.label)} : ${otherwise}`,
    "''",
  ),
});

/** An axis of figures: from 0, or from where to where it is told, which Vega may not round then. */
export function figures(field: string, { title, scale = 'linear', ends, ticks }: PlotAxis): VegaPart {
  const reach = ends ? { domain: ends, nice: false } : scale === 'linear' ? { zero: true } : {};
  return {
    field,
    type: 'quantitative',
    title,
    scale: { type: scale, ...reach },
    ...(ticks ? { axis: tickWords(ticks) } : {}),
  };
}

/** An axis of names, in this order. */
export const names = (field: string, inOrder: readonly string[]): VegaPart => ({
  field,
  type: 'nominal',
  title: null,
  sort: inOrder,
});

/** A scale from names to what each looks like. */
export const byName = <T>(field: string, domain: readonly string[], range: readonly T[]): VegaPart => ({
  field,
  type: 'nominal',
  scale: { domain, range },
});

/** The same for the colours of a legend. */
export const byKey = (field: string, keys: readonly PlotKey[], colourValue: ColourValue): VegaPart =>
  byName(
    field,
    keys.map(({ name }) => name),
    keys.map(({ colour }) => colourValue(colour)),
  );

/** Each once, in the order in which they come first. */
export const unique = (all: readonly string[]): string[] => [...new Set(all)];
