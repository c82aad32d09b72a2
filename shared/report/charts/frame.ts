import { type Attributes, element, escapeMarkup } from '../markup.ts';

/** Sizes in px of the drawing; the page may scale it. */
export const textSize = 12;
/** Of system fonts at that size, rounded up: nothing pure can measure text. */
export const letterWidth = 6.9;

export const widthOf = (text: string): number => text.length * letterWidth;
/** Bold letters are wider. */
export const boldWidthOf = (text: string): number => widthOf(text) * 1.15;

export function label(content: string, attributes: Attributes): string {
  return element('text', { fill: 'var(--ink)', ...attributes }, escapeMarkup(content));
}

export const line = (from: readonly [number, number], to: readonly [number, number], stroke: string) =>
  element('path', {
    d: `M${from[0].toFixed(1)} ${from[1].toFixed(1)}L${to[0].toFixed(1)} ${to[1].toFixed(1)}`,
    stroke,
  });

/** The line of an interval with its ends. */
export function whisker(lowX: number, highX: number, y: number): string {
  const d = `M${lowX} ${y - 4}v8M${lowX} ${y}H${highX}M${highX} ${y - 4}v8`;
  return element('path', { d, stroke: 'var(--ink)', 'stroke-width': 1.6, fill: 'none' });
}

/** An entry of a legend: the sample is drawn by whoever knows its looks, in 24 × 12 px round (0, 0). */
export interface LegendEntry {
  readonly text: string;
  readonly sample: string;
}

const legendRow = 20;
const sampleWidth = 30;
const legendGap = 16;

/** A legend in as many rows as the width demands. */
export function legend(entries: readonly LegendEntry[], width: number): { drawn: string; height: number } {
  let [x, row] = [0, 0];
  const drawn = entries.map(({ text, sample }) => {
    const entryWidth = sampleWidth + widthOf(text) + legendGap;
    if (x > 0 && x + entryWidth - legendGap > width) [x, row] = [0, row + 1];
    const at = `translate(${x.toFixed(1)} ${row * legendRow + 10})`;
    x += entryWidth;
    return element('g', { transform: at }, sample, label(text, { x: sampleWidth, y: 4 }));
  });
  return { drawn: drawn.join(''), height: entries.length > 0 ? (row + 1) * legendRow + 6 : 0 };
}

export const boxSample = (fill: string): string =>
  element('rect', { x: 6, y: -6, width: 16, height: 12, rx: 2, fill });

/** What a picture shows, for whoever does not see it. */
export interface About {
  /** Unique in its page. */
  readonly id: string;
  readonly title: string;
  /** The figures, in words. */
  readonly description: string;
}

/** A drawing that is read out as one picture with its name and its figures. */
export function picture(
  { id, title, description }: About,
  width: number,
  height: number,
  drawn: string,
): string {
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${Math.ceil(height)}`,
      width,
      height: Math.ceil(height),
      role: 'img',
      'aria-labelledby': `${id}-title`,
      'aria-describedby': `${id}-desc`,
      'font-size': textSize,
    },
    element('title', { id: `${id}-title` }, escapeMarkup(title)),
    element('desc', { id: `${id}-desc` }, escapeMarkup(description)),
    drawn,
  );
}
