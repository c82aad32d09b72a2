import { lineStyleOf } from '../../../shared/palette.ts';
import type { LinesPlot } from '../../../shared/plot/plot.ts';
import type { Scale } from '../../../shared/ticks.ts';
import type { Curve } from '../../state/selectors.ts';
import { colourOf, earlierOpacity, formatPercentile, percentiles } from '../PercentileCurve.tsx';
import { engineMark } from './engine-mark.ts';
import type { PlotText } from './plot-text.ts';

/** One request in so many is slower: a logarithmic axis of it is that of HdrHistogram's plots. */
const oneIn = (quantile: number) => 1 / (1 - quantile);
const tickAt = (percent: number) => Number(oneIn(percent / 100).toPrecision(9));
const lastTick = Math.max(...percentiles.map(tickAt));

/** Latency up to each percentile, a line per series. */
export function curvePlot(curves: readonly Curve[], scale: Scale, { t, language }: PlotText): LinesPlot {
  return {
    kind: 'lines',
    x: {
      title: t('charts.axes.percentile'),
      scale: 'log',
      ends: [1, lastTick],
      ticks: percentiles.map((percent) => ({
        at: tickAt(percent),
        label: formatPercentile(percent, language),
      })),
    },
    y: { title: t('charts.axes.latencyMs'), scale },
    lines: curves.map((curve) => ({
      name: curve.name,
      colour: colourOf(curve),
      dash: lineStyleOf(curve.topology).dash,
      widthPx: 2.5,
      opacity: curve.earlier ? earlierOpacity : 1,
      ...engineMark(curve.proxy),
      points: curve.rows.map(({ quantile, ms }) => ({ x: oneIn(quantile), y: ms })),
    })),
  };
}
