import type { SpansPlot } from './plot.ts';
import { byKey, figures, names, type PlotLook, plotWidthPx, type VegaPart } from './vega-parts.ts';

const laneStepPx = 34;

/** Stretches of time as bars from `start` to `end`; a stroke of their own colour lets those of no length be seen. */
export function spanLayers({ x, lanes, keys, spans }: SpansPlot, look: PlotLook): VegaPart {
  const colour = { ...byKey('key', keys, look.colourValue), title: null };
  return {
    width: plotWidthPx,
    height: { step: laneStepPx },
    data: { name: 'spans', values: spans },
    mark: { type: 'bar', strokeWidth: 1, tooltip: { content: 'data' } },
    encoding: {
      y: names('lane', lanes),
      x: figures('start', x),
      x2: { field: 'end' },
      color: colour,
      stroke: colour,
    },
  };
}
