import { memo } from 'react';
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from 'recharts';
import { formatShort } from '../../shared/units.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import type { NumberLine } from '../state/handshake-selectors.ts';
import { besideLines, figuresAxis, gridStroke } from './axis-looks.ts';
import type { LegendItem } from './export/svg-document.ts';
import { type Scale, scaleTicks } from './ticks.ts';
import type { BoxSize } from './use-box-size.ts';

const axisHeight = 20;
const margin = { top: 8, right: 24, bottom: 0, left: 0 };
const colours = [
  'var(--line-1)',
  'var(--line-2)',
  'var(--line-3)',
  'var(--line-4)',
  'var(--line-5)',
  'var(--line-6)',
];
const dashes = [undefined, '9 3', '2.5 2.5', '10 3 2.5 3', '5 2'];
/** What is modelled looks like nothing that was measured: thin, dotted, and without marks. */
const modelledDash = '1.5 4';

function strokeOf(at: number, { isModelled }: NumberLine) {
  return {
    stroke: colours[at % colours.length] ?? 'var(--line-1)',
    strokeDasharray: isModelled ? modelledDash : dashes[at % dashes.length],
    strokeWidth: isModelled ? 1.75 : 2.5,
  };
}

/** @param name what a line is called, by its own name and whether it is modelled */
export function lineLegend(lines: readonly NumberLine[], name: (line: NumberLine) => string): LegendItem[] {
  return lines.map((line, at) => {
    const { stroke, strokeDasharray, strokeWidth } = strokeOf(at, line);
    return { label: name(line), kind: 'line', colour: stroke, dash: strokeDasharray, width: strokeWidth };
  });
}

interface NumberLinesProps {
  readonly lines: readonly NumberLine[];
  readonly scale: Scale;
  readonly size: BoxSize;
}

/** Several lines over one axis of numbers; `log` is for both axes. */
export const NumberLines = memo(function NumberLines({ lines, scale, size }: NumberLinesProps) {
  const language = useLanguage();
  const label = (value: number) => formatShort(value, language);
  const ticksOf = (values: readonly number[]) =>
    scaleTicks(scale, Math.min(...values), Math.max(...values), 5);
  const [xs, ys] = (['x', 'y'] as const).map((axis) =>
    lines.flatMap(({ points }) => points.map((one) => one[axis])),
  );
  const [xTicks, yTicks] = [ticksOf(xs ?? []), ticksOf(ys ?? [])];
  return (
    <LineChart width={size.width} height={size.height} margin={margin} accessibilityLayer={false}>
      <CartesianGrid stroke={gridStroke} />
      <XAxis
        {...figuresAxis}
        dataKey="x"
        scale={scale}
        domain={[xTicks[0] ?? 0, xTicks.at(-1) ?? 1]}
        ticks={xTicks}
        tickFormatter={label}
        allowDataOverflow
        interval={0}
        height={axisHeight}
      />
      <YAxis {...besideLines(scale, yTicks, label)} />
      {lines.map((line, at) => (
        <Line
          key={line.name}
          data={[...line.points]}
          dataKey="y"
          type="linear"
          {...strokeOf(at, line)}
          dot={line.isModelled ? false : { r: 3, strokeDasharray: '' }}
          activeDot={false}
          isAnimationActive={false}
        />
      ))}
    </LineChart>
  );
});
