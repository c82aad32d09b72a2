import { memo } from 'react';
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from 'recharts';
import { formatShort } from '../../shared/units.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import { type Curve, lastQuantileX } from '../state/selectors.ts';
import { besideLines, figuresAxis, gridStroke } from './axis-looks.ts';
import { EndLabels, endLabelsWidth } from './EndLabels.tsx';
import { EngineMarks } from './EngineMarks.tsx';
import { GatedLines } from './GatedLines.tsx';
import { gatedLine } from './gated-note.ts';
import { lineStyleOf } from './palette.ts';
import { type Scale, scaleTicks } from './ticks.ts';
import type { BoxSize } from './use-box-size.ts';

const axisHeight = 20;
/** The last percentile's name stands under the right edge of the plot. */
const narrowestRight = 30;
/** As faint as the bars of what is not measured now. */
const earlierOpacity = 0.45;
const percentiles = [50, 90, 99, 99.9, 99.99];
const xOf = (percent: number) => -Math.log10(1 - percent / 100);
const xTicks = percentiles.map(xOf);
const percentAt = (x: number) => percentiles.find((percent) => Math.abs(xOf(percent) - x) < 1e-6);

const colourOf = ({ topology, failedGates }: Pick<Curve, 'topology' | 'failedGates'>): string =>
  failedGates.length > 0 ? gatedLine : lineStyleOf(topology).colour;

interface PercentileCurveProps {
  readonly curves: readonly Curve[];
  readonly scale: Scale;
  readonly size: BoxSize;
}

/** Latency up to each percentile, the rare slow requests spread out as HdrHistogram's plots do: 1/(1−q), logarithmic. */
export const PercentileCurve = memo(function PercentileCurve({ curves, scale, size }: PercentileCurveProps) {
  const language = useLanguage();
  const values = curves.flatMap(({ rows }) => rows.map((row) => row.ms)).filter((ms) => ms > 0);
  const ticks = scaleTicks(scale, Math.min(...values), Math.max(...values));
  const label = (ms: number) => formatShort(ms, language);
  const right = Math.max(narrowestRight, endLabelsWidth(curves, size.height - axisHeight));
  const margin = { top: 6, right, bottom: 0, left: 0 };
  return (
    <LineChart width={size.width} height={size.height} margin={margin} accessibilityLayer={false}>
      <CartesianGrid stroke={gridStroke} />
      <XAxis
        {...figuresAxis}
        dataKey="x"
        domain={[0, lastQuantileX]}
        ticks={xTicks}
        tickFormatter={(x: number) => `${formatPercentile(percentAt(x), language)}`}
        allowDataOverflow
        interval={0}
        height={axisHeight}
      />
      <YAxis {...besideLines(scale, ticks, label)} />
      <EndLabels
        ends={curves.flatMap(({ name, topology, proxy, failedGates, rows }) => {
          const last = rows.at(-1);
          return last ? [{ name, topology, proxy, value: last.ms, isGrey: failedGates.length > 0 }] : [];
        })}
      />
      {curves.map(({ name, topology, earlier, failedGates, rows }) => (
        <Line
          key={name}
          data={rows}
          dataKey="ms"
          type="linear"
          stroke={colourOf({ topology, failedGates })}
          strokeDasharray={lineStyleOf(topology).dash}
          strokeWidth={2.5}
          strokeOpacity={earlier ? earlierOpacity : 1}
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      ))}
      <EngineMarks
        lines={curves.map(({ rows, ...curve }) => ({
          ...curve,
          colour: colourOf(curve),
          opacity: curve.earlier ? earlierOpacity : 1,
          places: rows.map(({ x, ms }) => ({ x, y: ms })),
        }))}
      />
      <GatedLines lines={curves} />
    </LineChart>
  );
});

const formatPercentile = (percent: number | undefined, language: string) =>
  percent === undefined ? '' : `${percent.toLocaleString(language)} %`;
