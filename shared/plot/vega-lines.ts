import type { LinesPlot, PlotLine } from './plot.ts';
import {
  byKey,
  byName,
  type ColourValue,
  figures,
  type PlotLook,
  plotWidthPx,
  type VegaPart,
} from './vega-parts.ts';

const linesHeightPx = 320;
/** Marks that tell an engine stand on about so many points of a line. */
const someMarks = 6;
const bandOpacity = 0.16;

/** What rows say themselves of their look: it takes no scale, and has no place in the legend. */
const asItIs = (field: string, type = 'nominal'): VegaPart => ({ field, type, scale: null });

const dashOf = ({ dash }: PlotLine): number[] => (dash === undefined ? [1, 0] : dash.split(' ').map(Number));

function markedPoints({ name, colour, mark, points }: PlotLine, colourValue: ColourValue) {
  if (mark === undefined) return [];
  const step = mark.on === 'each' ? 1 : Math.max(1, Math.floor(points.length / someMarks));
  return points
    .filter(({ y }, at) => y !== null && at % step === Math.floor(step / 2))
    .map((point) => ({ line: name, ...point, shape: mark.shape, colour: colourValue(colour) }));
}

function eventLayers({ events = [] }: LinesPlot, { colourValue }: PlotLook): VegaPart[] {
  if (events.length === 0) return [];
  const values = events.map(({ colour, ...event }) => ({ ...event, colour: colourValue(colour) }));
  const data = { name: 'events', values };
  const encoding = {
    x: { field: 'x', type: 'quantitative' },
    color: asItIs('colour'),
  };
  return [
    { data, mark: { type: 'rule', strokeDash: [2, 3] }, encoding },
    {
      data,
      mark: { type: 'text', align: 'right', baseline: 'top', dx: -4 },
      encoding: { ...encoding, y: { value: 2 }, text: { field: 'text' } },
    },
  ];
}

function bandLayers({ bands = [], x, y }: LinesPlot, { colourValue }: PlotLook): VegaPart[] {
  if (bands.length === 0) return [];
  const values = bands.flatMap(({ name, colour, points }) =>
    points.map((point) => ({ line: name, ...point, colour: colourValue(colour) })),
  );
  return [
    {
      data: { name: 'bands', values },
      mark: { type: 'area', opacity: bandOpacity, clip: true },
      encoding: {
        x: figures('x', x),
        y: figures('low', y),
        y2: { field: 'high' },
        color: asItIs('colour'),
        detail: { field: 'line' },
      },
    },
  ];
}

function strokeLayer({ x, y, lines }: LinesPlot, colour: VegaPart): VegaPart {
  const inOrder = lines.map(({ name }) => name);
  // Widths and opacities grow: Vega-Lite warns of names without an order there.
  const looked = <T>(values: readonly T[]) => ({
    ...byName('line', inOrder, values),
    type: 'ordinal',
    title: null,
  });
  const values = lines.flatMap(({ name, opacity = 1, points }) =>
    points.map((point) => ({ line: name, ...point, opacity })),
  );
  return {
    data: { name: 'lines', values },
    mark: { type: 'line', clip: true },
    encoding: {
      x: figures('x', x),
      y: figures('y', y),
      // Long enough for its dashes to show.
      color: { ...colour, legend: { symbolSize: 900 } },
      strokeDash: { ...byName('line', inOrder, lines.map(dashOf)), title: null },
      strokeWidth: looked(lines.map(({ widthPx }) => widthPx)),
      opacity: asItIs('opacity', 'quantitative'),
    },
  };
}

function markLayers({ lines }: LinesPlot, { colourValue }: PlotLook): VegaPart[] {
  const values = lines.flatMap((line) => markedPoints(line, colourValue));
  if (values.length === 0) return [];
  return [
    {
      data: { name: 'marks', values },
      mark: { type: 'point', filled: true, size: 45, clip: true },
      encoding: {
        x: { field: 'x', type: 'quantitative' },
        y: { field: 'y', type: 'quantitative' },
        color: asItIs('colour'),
        shape: asItIs('shape'),
      },
    },
  ];
}

/** Lines on the bands of how exactly they are known, the marks on them, and what happened on the way. */
export function lineLayers(plot: LinesPlot, look: PlotLook): VegaPart {
  const colour = { ...byKey('line', plot.lines, look.colourValue), title: null };
  return {
    width: plotWidthPx,
    height: linesHeightPx,
    layer: [
      ...bandLayers(plot, look),
      strokeLayer(plot, colour),
      ...markLayers(plot, look),
      ...eventLayers(plot, look),
    ],
  };
}
