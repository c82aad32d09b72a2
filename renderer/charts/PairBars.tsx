import { memo } from 'react';
import { Bar, BarChart, CartesianGrid, useXAxisScale, XAxis, YAxis } from 'recharts';
import type { Figure } from '../../shared/result.ts';
import { formatShort } from '../../shared/units.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import type { PairRow } from '../state/handshake-selectors.ts';
import { figuresAxis, gridStroke, namesAxis } from './axis-looks.ts';
import { tierColour } from './palette.ts';
import { linearTicks } from './ticks.ts';
import type { BoxSize } from './use-box-size.ts';
import { Whisker } from './Whisker.tsx';

/** Right of the longest bar there is room for its figure. */
const margin = { top: 2, right: 120, bottom: 0, left: 0 };
const axisHeight = 20;
const letterWidth = 7.4;
const rowHeight = 34;
const smallName = { fill: 'var(--ink)', fontSize: 12.5 } as const;

export const pairBarsHeight = (rows: readonly PairRow[]): number => rows.length * rowHeight + axisHeight;

interface BarShape {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly payload?: PairRow;
}

const upperEnd = ({ mean, ci95 }: Figure) => ci95?.[1] ?? mean;

function FigureBar({
  side,
  x = 0,
  y = 0,
  width = 0,
  height = 0,
  payload,
}: BarShape & { side: 'server' | 'client' }) {
  const language = useLanguage();
  const scale = useXAxisScale();
  if (!payload || !scale) return <g />;
  const { mean, ci95 } = payload[side];
  const [low = 0, high = 0] = (ci95 ?? [mean, mean]).map((value) => scale(Math.max(0, value)) ?? 0);
  const middle = y + height / 2;
  return (
    <g>
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        fill={tierColour[side === 'server' ? 'app' : 'client']}
      />
      {ci95 && <Whisker low={low} high={high} middle={middle} cap={4} />}
      <text x={Math.max(high, x + width) + 6} y={middle} dominantBaseline="central" className="axis-text">
        {formatShort(mean, language)}
      </text>
    </g>
  );
}

interface PairBarsProps {
  readonly rows: readonly PairRow[];
  readonly size: BoxSize;
}

/** Two bars a row, of a server and of its client, with their intervals. */
export const PairBars = memo(function PairBars({ rows, size }: PairBarsProps) {
  const language = useLanguage();
  const most = Math.max(...rows.flatMap(({ server, client }) => [upperEnd(server), upperEnd(client)]));
  const ticks = linearTicks(most, 5);
  return (
    <BarChart
      layout="vertical"
      width={size.width}
      height={size.height}
      data={[...rows]}
      margin={margin}
      barCategoryGap="16%"
      barGap={1}
      accessibilityLayer={false}
    >
      <CartesianGrid horizontal={false} stroke={gridStroke} />
      <XAxis
        {...figuresAxis}
        domain={[0, Math.max(most, ticks.at(-1) ?? 1)]}
        ticks={ticks}
        tickFormatter={(value: number) => formatShort(value, language)}
        height={axisHeight}
      />
      <YAxis
        {...namesAxis}
        dataKey="label"
        width={Math.max(...rows.map(({ label }) => label.length * letterWidth + 12))}
        tick={smallName}
      />
      {(['server', 'client'] as const).map((side) => (
        <Bar
          key={side}
          dataKey={`${side}.mean`}
          isAnimationActive={false}
          shape={(bar: BarShape) => <FigureBar {...bar} side={side} />}
        />
      ))}
    </BarChart>
  );
});
