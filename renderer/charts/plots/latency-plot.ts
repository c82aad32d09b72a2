import type { TFunction } from 'i18next';
import type { LinesPlot, PlotLine } from '../../../shared/plot/plot.ts';
import type { Scale } from '../../../shared/ticks.ts';
import { type LatencySeries, shownSeconds } from '../../state/latency-series.ts';
import type { GatedSeries } from '../../state/selectors.ts';
import { colourOf } from '../LatencyDrawing.tsx';
import { engineMark } from './engine-mark.ts';

const strokes = {
  p50: { widthPx: 2.5 },
  p99: { widthPx: 1.6, dash: '5 3' },
} as const;

interface LatencyLook {
  readonly scale: Scale;
  readonly gated: readonly GatedSeries[];
}

/** p50 and p99 of each series as a line each. */
export function latencyPlot(series: LatencySeries, { scale, gated }: LatencyLook, t: TFunction): LinesPlot {
  const lines = series.lines.flatMap((line) =>
    (['p50', 'p99'] as const).map(
      (percentile): PlotLine => ({
        name: `${line.name} ${percentile}`,
        colour: colourOf(line, gated),
        ...strokes[percentile],
        ...engineMark(line.proxy),
        points: line.rows.map((row) => ({ x: row.secondsAgo, y: row[percentile] })),
      }),
    ),
  );
  return {
    kind: 'lines',
    x: { title: t('charts.axes.secondsAgo'), ends: [-shownSeconds, 0] },
    y: { title: t('charts.axes.latencyMs'), scale },
    lines,
    events: series.marks.map(({ secondsAgo, kind }) => ({
      x: secondsAgo,
      text: t(`latency.${kind}`),
      colour: kind === 'gap' ? 'var(--bad)' : 'var(--control-edge)',
    })),
  };
}
