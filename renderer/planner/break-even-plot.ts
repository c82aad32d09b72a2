import type { BreakEven } from '../../shared/planner/break-even.ts';
import type { LinesPlot } from '../../shared/plot/plot.ts';
import type { Whose } from './break-even-rows.ts';
import { curveStyle } from './curve-style.ts';

/** What the axes are called. */
export type AxisTitles = Readonly<Record<'x' | 'y', string>>;

/** Cores along one axis of the traffic, each curve on its band, for other programs to draw. */
export function breakEvenPlot(breakEven: BreakEven, whose: Whose, titles: AxisTitles): LinesPlot {
  const { places } = breakEven;
  const curves = breakEven[whose].map((curve, at) => ({ ...curve, ...curveStyle(curve.name, at) }));
  return {
    kind: 'lines',
    x: { title: titles.x },
    y: { title: titles.y },
    bands: curves.map(({ name, colour, low, high }) => ({
      name,
      colour,
      points: places.map((x, at) => ({ x, low: low[at] ?? 0, high: high[at] ?? 0 })),
    })),
    lines: curves.map(({ name, colour, dash, cores }) => ({
      name,
      colour,
      ...(dash ? { dash } : {}),
      widthPx: 2.5,
      points: places.map((x, at) => ({ x, y: cores[at] ?? null })),
    })),
  };
}
