import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { CartesianGrid, Line, LineChart, usePlotArea, useXAxisScale, XAxis, YAxis } from 'recharts';
import type { NamedSeries } from '../../shared/series.ts';
import { formatShort } from '../../shared/units.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import { type LatencyMark, type LatencySeries, shownSeconds } from '../state/latency-series.ts';
import type { GatedSeries } from '../state/selectors.ts';
import { besideLines, figuresAxis, gridStroke } from './axis-looks.ts';
import { EndLabels, endLabelsWidth, type LineEnd } from './EndLabels.tsx';
import { EngineMarks, type MarkedLine } from './EngineMarks.tsx';
import { GatedLines } from './GatedLines.tsx';
import { gatedLine } from './gated-note.ts';
import { lineStyleOf } from './palette.ts';
import { type Scale, scaleTicks } from './ticks.ts';
import type { BoxSize } from './use-box-size.ts';

const axisHeight = 20;
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

const endsOf = (series: LatencySeries, gated: readonly GatedSeries[]): LineEnd[] =>
  series.lines.flatMap(({ name, topology, proxy, rows }) => {
    const value = rows.at(-1)?.p50;
    return value == null ? [] : [{ name, topology, proxy, value, isGrey: isGrey(name, gated) }];
  });

const markedLines = (series: LatencySeries, gated: readonly GatedSeries[]): MarkedLine[] =>
  series.lines.map(({ rows, ...line }) => ({
    ...line,
    colour: colourOf(line, gated),
    places: rows.flatMap(({ secondsAgo, p50 }) => (p50 === null ? [] : [{ x: secondsAgo, y: p50 }])),
  }));

/** Its topology's, or grey while its figures are no result. */
export const colourOf = ({ name, topology }: NamedSeries, gated: readonly GatedSeries[]): string =>
  isGrey(name, gated) ? gatedLine : lineStyleOf(topology).colour;

const isGrey = (name: string, gated: readonly GatedSeries[]) => gated.some((point) => point.name === name);

interface LatencyDrawingProps {
  readonly series: LatencySeries;
  readonly scale: Scale;
  readonly size: BoxSize;
  /** False when the right edge is not now, but when the last request was measured. */
  readonly isLive: boolean;
  /** Their lines are grey, and the reason is said. */
  readonly gated: readonly GatedSeries[];
}

export const LatencyDrawing = memo(function LatencyDrawing(props: LatencyDrawingProps) {
  const { series, scale, size, isLive, gated } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const { minMs, maxMs } = series.range ?? { minMs: 0.1, maxMs: 1 };
  const ticks = scaleTicks(scale, minMs, maxMs);
  const label = (ms: number) => formatShort(ms, language);
  const right = endLabelsWidth(series.lines, size.height - axisHeight);
  const margin = { top: 6, right, bottom: 0, left: 0 };
  return (
    <LineChart width={size.width} height={size.height} margin={margin} accessibilityLayer={false}>
      <CartesianGrid vertical={false} stroke={gridStroke} />
      <XAxis
        {...figuresAxis}
        dataKey="secondsAgo"
        domain={xDomain}
        ticks={xTicks}
        tickFormatter={(seconds: number) =>
          seconds === 0 ? t(isLive ? 'latency.now' : 'latency.end') : `−${-seconds} s`
        }
        allowDataOverflow
        height={axisHeight}
      />
      <YAxis {...besideLines(scale, ticks, label)} />
      <EndLabels ends={endsOf(series, gated)} />
      {series.lines.flatMap((line) =>
        (['p99', 'p50'] as const).map((percentile) => (
          <Line
            key={`${line.name}-${percentile}`}
            data={line.rows}
            dataKey={percentile}
            type="linear"
            stroke={colourOf(line, gated)}
            strokeWidth={percentile === 'p50' ? 2.5 : 1.6}
            strokeDasharray={percentile === 'p50' ? undefined : '5 3'}
            dot={false}
            activeDot={false}
            isAnimationActive={false}
            connectNulls={false}
          />
        )),
      )}
      <EngineMarks lines={markedLines(series, gated)} />
      <Marks marks={series.marks} />
      <GatedLines lines={gated} />
    </LineChart>
  );
});
