import type { BarsPlot } from './plot.ts';
import { byKey, figures, names, type PlotLook, plotWidthPx, unique, type VegaPart } from './vega-parts.ts';

const barStepPx = 24;
const faintOpacity = 0.45;

interface BarPlace {
  readonly [channel: string]: VegaPart;
}

/** Which bar, and which of those beside each other. */
function barPlace({ parts }: BarsPlot): BarPlace {
  const y = names('bar', unique(parts.map(({ bar }) => bar)));
  const rows = unique(parts.flatMap(({ row }) => (row === undefined ? [] : [row])));
  return rows.length === 0 ? { y } : { y, yOffset: { field: 'row', type: 'nominal', sort: rows } };
}

function partLayer({ x, keys, parts, invalidColour }: BarsPlot, place: BarPlace, look: PlotLook): VegaPart {
  const inOrder = keys.map(({ name }) => name);
  const values = parts.map(({ isValid = true, isEarlier = false, ...part }) => {
    return { ...part, order: inOrder.indexOf(part.key), isValid, isEarlier };
  });
  const isNamedOnAxis = parts.every(({ bar, key }) => bar === key);
  return {
    data: { name: 'parts', values },
    mark: { type: 'bar', stroke: look.ground ?? look.grid, strokeWidth: 1 },
    encoding: {
      ...place,
      x: { ...figures('value', x), stack: 'zero' },
      color: {
        ...byKey('key', keys, look.colourValue),
        title: null,
        ...(isNamedOnAxis ? { legend: null } : {}),
        condition: { test: '!datum.isValid', value: look.colourValue(invalidColour) },
      },
      opacity: { condition: { test: 'datum.isEarlier', value: faintOpacity }, value: 1 },
      order: { field: 'order', type: 'quantitative' },
    },
  };
}

/** Parts of bars, the 95 % interval of each bar, and what it comes to in words. */
export function barLayers(plot: BarsPlot, look: PlotLook): VegaPart {
  const place = barPlace(plot);
  const ends = plot.ends.map(({ bar, row, figure: { mean, ci95 }, text }) => {
    return { bar, row, mean, low: ci95?.[0], high: ci95?.[1], reach: ci95?.[1] ?? mean, text };
  });
  const { ink } = look;
  return {
    width: plotWidthPx,
    height: { step: 'yOffset' in place ? barStepPx / 1.5 : barStepPx },
    layer: [
      partLayer(plot, place, look),
      {
        data: { name: 'intervals', values: ends.filter(({ low }) => low !== undefined) },
        mark: { type: 'errorbar', ticks: { size: 9, color: ink }, rule: { color: ink, strokeWidth: 1.75 } },
        encoding: {
          ...place,
          x: { field: 'low', type: 'quantitative', title: plot.x.title },
          x2: { field: 'high' },
        },
      },
      {
        data: { name: 'totals', values: ends },
        mark: { type: 'text', align: 'left', baseline: 'middle', dx: 8, color: ink },
        encoding: { ...place, x: { field: 'reach', type: 'quantitative' }, text: { field: 'text' } },
      },
    ],
  };
}
