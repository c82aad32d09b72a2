import type { Figure } from '../result.ts';

/**
 * What a chart shows, apart from how the window draws it: enough for another program to draw the same. Colours are any
 * that CSS knows, variables of the theme included; who makes a file of it gives them their values.
 */
export type Plot = BarsPlot | LinesPlot | SpansPlot;

export interface PlotAxis {
  /** What is counted, with its unit. */
  readonly title: string;
  readonly scale?: 'linear' | 'log';
  /** From where to where it reaches, where that is not for the figures to say. */
  readonly ends?: readonly [number, number];
  /** Places with words instead of numbers. */
  readonly ticks?: readonly PlotTick[];
}

export interface PlotTick {
  readonly at: number;
  readonly label: string;
}

/** An entry of the legend. */
export interface PlotKey {
  readonly name: string;
  readonly colour: string;
}

/** Something measured, and what its look has to say of it. */
interface Doubted {
  /** False of what fails a gate: it is grey. */
  readonly isValid?: boolean;
  /** True of what isn't measured now: it is faint. */
  readonly isEarlier?: boolean;
}

export interface BarPart extends Doubted {
  readonly bar: string;
  /** Bars beside each other under one name; parts of the same bar and row stand one after the other. */
  readonly row?: string;
  readonly key: string;
  readonly value: number;
}

/** Where a bar ends: its figure, its interval, and the same in words. */
export interface BarEnd {
  readonly bar: string;
  readonly row?: string;
  readonly figure: Figure;
  readonly text: string;
}

/** Lying bars, of one part or several. */
export interface BarsPlot {
  readonly kind: 'bars';
  readonly x: PlotAxis;
  /** In the order of the parts from the left. */
  readonly keys: readonly PlotKey[];
  readonly parts: readonly BarPart[];
  readonly ends: readonly BarEnd[];
  /** Fill of what fails a gate. */
  readonly invalidColour: string;
}

export interface PlotLine extends PlotKey {
  /** As in SVG's `stroke-dasharray`, px. */
  readonly dash?: string;
  readonly widthPx: number;
  /** Share of 1. */
  readonly opacity?: number;
  /** A mark on some of its points, or on each. */
  readonly mark?: { readonly shape: PlotShape; readonly on: 'each' | 'some' };
  /** A point without `y` is where the line breaks. */
  readonly points: readonly { readonly x: number; readonly y: number | null }[];
}

export type PlotShape = 'circle' | 'square' | 'triangle-up' | 'diamond';

/** A line across the plot where something happened. */
export interface PlotEvent {
  readonly x: number;
  readonly text: string;
  readonly colour: string;
}

/** How exactly a line is known, under it and in its colour. */
export interface PlotBand extends PlotKey {
  readonly points: readonly { readonly x: number; readonly low: number; readonly high: number }[];
}

export interface LinesPlot {
  readonly kind: 'lines';
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  readonly bands?: readonly PlotBand[];
  readonly lines: readonly PlotLine[];
  readonly events?: readonly PlotEvent[];
}

export interface PlotSpan {
  readonly lane: string;
  readonly key: string;
  readonly start: number;
  readonly end: number;
  /** What more there is to say of it. */
  readonly note?: string;
}

/** Stretches of time on lanes. */
export interface SpansPlot {
  readonly kind: 'spans';
  readonly x: PlotAxis;
  /** From the top. */
  readonly lanes: readonly string[];
  readonly keys: readonly PlotKey[];
  readonly spans: readonly PlotSpan[];
}
