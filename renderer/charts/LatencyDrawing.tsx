import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { CartesianGrid, Line, LineChart, usePlotArea, useXAxisScale, XAxis, YAxis } from 'recharts';
import type { TopologyId } from '../../shared/topologies.ts';
import { formatShort } from '../../shared/units.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import { type LatencyMark, type LatencySeries, shownSeconds } from '../state/latency-series.ts';
import type { GatedTopology } from '../state/selectors.ts';
import { axisLine, axisText, gridStroke } from './axis-looks.ts';
import { EndLabels, type LineEnd } from './EndLabels.tsx';
import { GatedLines } from './GatedLines.tsx';
import { gatedLine } from './gated-note.ts';
import type { Scale } from './LatencyOverTime.tsx';
import { lineStyleOf } from './palette.ts';
import { linearTicks, logTicks } from './ticks.ts';
import type { BoxSize } from './use-box-size.ts';

const margin = { top: 6, right: 26, bottom: 0, left: 0 };
const xTicks = [-60, -45, -30, -15, 0];
const xDomain = [-shownSeconds, 0];

/** About the width of a mark's name; nearer to the right edge than this, it stands left of its mark. */
const markNameWidth = 90;

/** Vertical marks: a gap where a process was restarted, a thin line where the settings changed (the last one named). */
function Marks({ marks }: { marks: readonly LatencyMark[] }) {
  const { t } = useTranslation();
  const scale = useXAxisScale();
  const area = usePlotArea();
  if (!scale || !area) return null;
  const named = new Set([
    ...marks.filter(({ kind }) => kind === 'gap'),
    marks.findLast(({ kind }) => kind === 'change'),
  ]);
  return (
    <g>
      {marks.map((mark) => {
        const x = scale(mark.secondsAgo) ?? 0;
        const isNearEnd = x > area.x + area.width - markNameWidth;
        return (
          <g key={mark.secondsAgo}>
            <path d={`M${x} ${area.y}v${area.height}`} className={`mark-${mark.kind}`} />
            {named.has(mark) && (
              <text
                x={isNearEnd ? x - 5 : x + 5}
                y={area.y + (mark.kind === 'gap' ? 10 : 23)}
                textAnchor={isNearEnd ? 'end' : 'start'}
                className={`mark-text mark-text-${mark.kind}`}
              >
                {t(`latency.${mark.kind}`)}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

const endsOf = (series: LatencySeries, gated: readonly GatedTopology[]): LineEnd[] =>
  series.lines.flatMap(({ topology, rows }) => {
    const value = rows.at(-1)?.p50;
    return value == null ? [] : [{ topology, value, isGrey: isGrey(topology, gated) }];
  });

/** Its own, or grey while its topology's figures are no result. */
export const colourOf = (topology: TopologyId, gated: readonly GatedTopology[]): string =>
  isGrey(topology, gated) ? gatedLine : lineStyleOf(topology).colour;

const isGrey = (topology: TopologyId, gated: readonly GatedTopology[]) =>
  gated.some((point) => point.topology === topology);

interface LatencyDrawingProps {
  readonly series: LatencySeries;
  readonly scale: Scale;
  readonly size: BoxSize;
  /** False when the right edge is not now, but when the last request was measured. */
  readonly isLive: boolean;
  /** Their lines are grey, and the reason is said. */
  readonly gated: readonly GatedTopology[];
}

export const LatencyDrawing = memo(function LatencyDrawing(props: LatencyDrawingProps) {
  const { series, scale, size, isLive, gated } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const { minMs, maxMs } = series.range ?? { minMs: 0.1, maxMs: 1 };
  const ticks = scale === 'log' ? logTicks(minMs, maxMs) : linearTicks(maxMs, 4);
  const domain = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  return (
    <LineChart width={size.width} height={size.height} margin={margin} accessibilityLayer={false}>
      <CartesianGrid vertical={false} stroke={gridStroke} />
      <XAxis
        type="number"
        dataKey="secondsAgo"
        domain={xDomain}
        ticks={xTicks}
        tickFormatter={(seconds: number) =>
          seconds === 0 ? t(isLive ? 'latency.now' : 'latency.end') : `−${-seconds} s`
        }
        allowDataOverflow
        height={20}
        tickLine={false}
        axisLine={axisLine}
        tick={axisText}
      />
      <YAxis
        type="number"
        scale={scale}
        domain={domain}
        ticks={ticks}
        tickFormatter={(ms: number) => formatShort(ms, language)}
        allowDataOverflow
        width={38}
        interval={0}
        tickLine={false}
        axisLine={axisLine}
        tick={axisText}
      />
      <EndLabels ends={endsOf(series, gated)} />
      {series.lines.flatMap(({ topology, rows }) =>
        (['p99', 'p50'] as const).map((percentile) => (
          <Line
            key={`${topology}-${percentile}`}
            data={rows}
            dataKey={percentile}
            type="linear"
            stroke={colourOf(topology, gated)}
            strokeWidth={percentile === 'p50' ? 2.5 : 1.6}
            strokeDasharray={percentile === 'p50' ? undefined : '5 3'}
            dot={false}
            activeDot={false}
            isAnimationActive={false}
            connectNulls={false}
          />
        )),
      )}
      <Marks marks={series.marks} />
      <GatedLines lines={gated} />
    </LineChart>
  );
});
