import { memo } from 'react';
import { CartesianGrid, ReferenceLine, Scatter, ScatterChart, useXAxisScale, XAxis, YAxis } from 'recharts';
import { formatNumber } from '../../shared/units.ts';
import { figuresAxis, gridStroke } from '../charts/axis-looks.ts';
import type { LegendItem } from '../charts/export/svg-document.ts';
import type { BoxSize } from '../charts/use-box-size.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import { type RatioDrawingData, type RatioMark, ratioTicks } from './ratio-marks.ts';

const margin = { top: 4, right: 24, bottom: 0, left: 0 };
const axisHeight = 22;
const letterWidth = 7;
const markHeight = 15;
const rowGap = 10;

/** Sides differ by colour, by the shape of their mark and by the dash of their whisker. */
const looks = [
  {
    colour: 'var(--line-6)',
    dash: undefined,
    mark: (x: number, y: number) => `M${x - 5} ${y - 5}h10v10h-10z`,
  },
  {
    colour: 'var(--line-4)',
    dash: '7 3',
    mark: (x: number, y: number) => `M${x} ${y - 6.5}l6.5 6.5l-6.5 6.5l-6.5 -6.5z`,
  },
  { colour: 'var(--line-5)', dash: '2.5 2.5', mark: (x: number, y: number) => `M${x} ${y - 6}l6.5 11h-13z` },
] as const;

const lookOf = (side: number) => looks[side % looks.length] ?? looks[0];

/** @param sides names of the sides beyond the first */
export const ratioLegend = (sides: readonly string[]): LegendItem[] =>
  sides.map((label, at) => ({ label, kind: 'line', colour: lookOf(at).colour, dash: lookOf(at).dash }));

export const ratioDrawingHeight = ({ names, marks }: RatioDrawingData): number =>
  names.length * (marks.length * markHeight + rowGap) + axisHeight;

interface MarkShape {
  readonly cx?: number;
  readonly cy?: number;
  readonly payload?: RatioMark;
}

/** The ratio with its interval; hollow where nothing tells it from 1. */
function Mark({ cx = 0, cy = 0, payload, side }: MarkShape & { side: number }) {
  const scale = useXAxisScale();
  if (!payload || !scale) return <g />;
  const { colour, dash, mark } = lookOf(side);
  const { low, high, outcome } = payload;
  const [from, to] = [low, high].map((value) =>
    value !== undefined && value > 0 ? scale(value) : undefined,
  );
  const isTold = outcome === 'more' || outcome === 'less';
  return (
    <g>
      {from !== undefined && to !== undefined && (
        <path
          d={`M${from} ${cy}H${to}M${from} ${cy - 4}v8M${to} ${cy - 4}v8`}
          fill="none"
          stroke={colour}
          strokeWidth={2}
          strokeDasharray={dash}
        />
      )}
      <path d={mark(cx, cy)} fill={isTold ? colour : 'var(--panel)'} stroke={colour} strokeWidth={2} />
    </g>
  );
}

interface RatioDrawingProps {
  readonly data: RatioDrawingData;
  readonly size: BoxSize;
}

/** Ratios to the baseline with their intervals, on a logarithmic axis round 1; a row for each point. */
export const RatioDrawing = memo(function RatioDrawing({ data, size }: RatioDrawingProps) {
  const language = useLanguage();
  const { names, marks } = data;
  const ticks = ratioTicks(marks.flat());
  const longest = Math.max(...names.map((name) => name.length));
  return (
    <ScatterChart width={size.width} height={size.height} margin={margin} accessibilityLayer={false}>
      <CartesianGrid horizontal={false} stroke={gridStroke} />
      <XAxis
        {...figuresAxis}
        dataKey="x"
        scale="log"
        domain={[ticks[0] ?? 0.5, ticks.at(-1) ?? 2]}
        ticks={[...ticks]}
        tickFormatter={(value: number) => `${formatNumber(value, language)}×`}
        allowDataOverflow
        interval={0}
        height={axisHeight}
      />
      <YAxis
        {...figuresAxis}
        dataKey="y"
        reversed
        domain={[-0.5, names.length - 0.5]}
        ticks={names.map((_, at) => at)}
        tickFormatter={(at: number) => names[at] ?? ''}
        width={Math.min(longest * letterWidth + 14, size.width / 2)}
        interval={0}
      />
      <ReferenceLine x={1} stroke="var(--ink)" strokeWidth={1.5} />
      {marks.map((list, side) => (
        <Scatter
          key={looks[side]?.colour}
          data={[...list]}
          isAnimationActive={false}
          shape={(mark: MarkShape) => <Mark {...mark} side={side} />}
        />
      ))}
    </ScatterChart>
  );
});
