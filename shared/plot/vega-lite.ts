import type { Plot } from './plot.ts';
import { barLayers } from './vega-bars.ts';
import { lineLayers } from './vega-lines.ts';
import type { PlotLook, VegaPart } from './vega-parts.ts';
import { spanLayers } from './vega-spans.ts';

export const vegaLiteSchema = 'https://vega.github.io/schema/vega-lite/v5.json';

/** About as wide as the plot, in the size that subtitles have. */
const captionLetters = 120;

/** Breaks a text at spaces; a word that is longer than a line stays whole. */
function wrapLetters(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function bodyOf(plot: Plot, look: PlotLook): VegaPart {
  switch (plot.kind) {
    case 'bars':
      return barLayers(plot, look);
    case 'lines':
      return lineLayers(plot, look);
    case 'spans':
      return spanLayers(plot, look);
  }
}

function configOf({ ink, inkSoft, grid }: PlotLook): VegaPart {
  const words = { labelColor: inkSoft, titleColor: ink };
  return {
    font: 'Arial, Helvetica, sans-serif',
    view: { stroke: null },
    axis: { ...words, gridColor: grid, domainColor: inkSoft, tickColor: inkSoft },
    axisY: { labelColor: ink, labelLimit: 320 },
    legend: { ...words, labelColor: ink, labelLimit: 320, orient: 'top', columns: 4 },
  };
}

interface PlotWords {
  readonly title: string;
  /** Settings, machine, software, date and doubts: a line each. */
  readonly caption: readonly string[];
}

/**
 * A plot as a Vega-Lite 5 specification with its data inside, for any program that draws those. The caption stands under
 * the title, in `description` for screen readers, and in `usermeta` line by line for programs.
 */
export function toVegaLite(plot: Plot, { title, caption }: PlotWords, look: PlotLook): VegaPart {
  return {
    $schema: vegaLiteSchema,
    description: [title, ...caption].join('. '),
    usermeta: { caption },
    title: {
      text: title,
      subtitle: caption.flatMap((line) => wrapLetters(line, captionLetters)),
      anchor: 'start',
      color: look.ink,
      subtitleColor: look.inkSoft,
    },
    background: look.ground ?? 'transparent',
    padding: 16,
    config: configOf(look),
    ...bodyOf(plot, look),
  };
}
