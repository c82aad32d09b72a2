import { memo } from 'react';
import { Area, CartesianGrid, ComposedChart, Line, ReferenceLine, XAxis, YAxis } from 'recharts';
import type { BreakEven } from '../../shared/planner/break-even.ts';
import { isCrossingTold } from '../../shared/planner/plan-verdict.ts';
import { linearTicks } from '../../shared/ticks.ts';
import { formatBytes, formatPercent, formatShort } from '../../shared/units.ts';
import { besideLines, figuresAxis, gridStroke } from '../charts/axis-looks.ts';
import type { BoxSize } from '../charts/use-box-size.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import { bandKey, breakEvenRows, mostCores, type Whose } from './break-even-rows.ts';
import { curveStyle } from './curve-style.ts';

const margin = { top: 8, right: 30, bottom: 0, left: 0 };
const axisHeight = 20;

/** Where curves of this chart cross; the sentences say which and how exactly that is known. */
function crossingsAt({ axis, crossings }: BreakEven, whose: Whose): number[] {
  const own = crossings.filter(({ of }) => isCrossingTold(axis, of) && (of === 'app') === (whose === 'app'));
  return [
    ...new Set(
      own.flatMap(({ crossing }) => (crossing.state === 'crosses' ? [crossing.at, ...crossing.further] : [])),
    ),
  ];
}

interface BreakEvenDrawingProps {
  readonly breakEven: BreakEven;
  readonly whose: Whose;
  readonly size: BoxSize;
}

/** Cores along one axis of the traffic: a curve with its band for each series, and a mark where two cross. */
export const BreakEvenDrawing = memo(function BreakEvenDrawing(props: BreakEvenDrawingProps) {
  const { breakEven, whose, size } = props;
  const language = useLanguage();
  const curves = breakEven[whose];
  const yTicks = linearTicks(mostCores(breakEven, whose), 5);
  const [low, high] = breakEven.range;
  const place = (value: number) =>
    breakEven.axis === 'bodyBytes' ? formatBytes(value, language) : formatPercent(value, language);
  return (
    <ComposedChart
      width={size.width}
      height={size.height}
      margin={margin}
      data={breakEvenRows(breakEven, whose)}
      accessibilityLayer={false}
    >
      <CartesianGrid stroke={gridStroke} />
      <XAxis
        {...figuresAxis}
        dataKey="x"
        domain={[low, high]}
        ticks={[0, 0.25, 0.5, 0.75, 1].map((part) => low + (high - low) * part)}
        tickFormatter={place}
        height={axisHeight}
        interval={0}
      />
      <YAxis {...besideLines('linear', yTicks, (cores) => formatShort(cores, language))} />
      {curves.map(({ name }, at) => (
        <Area
          key={bandKey(name)}
          dataKey={bandKey(name)}
          stroke="none"
          fill={curveStyle(name, at).colour}
          fillOpacity={0.16}
          type="linear"
          activeDot={false}
          isAnimationActive={false}
        />
      ))}
      {curves.map(({ name }, at) => (
        <Line
          key={name}
          dataKey={name}
          stroke={curveStyle(name, at).colour}
          strokeDasharray={curveStyle(name, at).dash}
          strokeWidth={2.5}
          type="linear"
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      ))}
      {crossingsAt(breakEven, whose).map((x) => (
        <ReferenceLine key={x} x={x} stroke="var(--ink-soft)" strokeDasharray="3 3" />
      ))}
    </ComposedChart>
  );
});
