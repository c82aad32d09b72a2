import { memo } from 'react';
import { Bar, BarChart, CartesianGrid, XAxis, YAxis } from 'recharts';
import { formatShort } from '../../shared/units.ts';
import { halfWidth } from '../../shared/verdict.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import type { CpuRow } from '../state/selectors.ts';
import { figuresAxis, gridStroke, namesAxis, namesWidth } from './axis-looks.ts';
import { clientShape, serverShapes, totalShape, totalWithClientShape } from './CpuBarShapes.tsx';
import { linearTicks } from './ticks.ts';
import type { BoxSize } from './use-box-size.ts';

/** Room right of the longest bar for its total, and for the client's figure behind it. */
const totalsWidth = 240;
const clientTotalsWidth = 100;
const gatedWidth = 120;
const latencyWidth = 180;
const axisHeight = 22;
const tallestBar = 34;
const clientBarSize = 6;
/** Thinner rows would lay the figures of neighbours over each other: where there are too many, the panel scrolls. */
const thinnestRow = 14;

function marginFor(rows: readonly CpuRow[], showsClient: boolean) {
  const right =
    totalsWidth +
    (showsClient ? clientTotalsWidth : 0) +
    (rows.some(({ failedGates }) => failedGates.length > 0) ? gatedWidth : 0) +
    (rows.some(({ latencyMs }) => latencyMs !== undefined) ? latencyWidth : 0);
  return { top: 2, right, bottom: 0, left: 0 };
}

/** A zero-width last part of every stack carries the total: it always ends where the stack ends. */
const withEnds = (rows: readonly CpuRow[]) => rows.map((row) => ({ ...row, end: 0 }));

/** How far the axis must reach, µs: to the end of the longest whisker. */
function reachUs(rows: readonly CpuRow[], showsClient: boolean): number {
  const ends = rows.map(({ servers, client = 0 }) =>
    Math.max(servers ? servers.mean + halfWidth(servers) : 0, showsClient ? client : 0),
  );
  return Math.max(...ends, 1e-9);
}

const hatch = (
  <defs>
    <pattern
      id="client-hatch"
      width="5"
      height="5"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <path d="M0 0V5" className="hatch-stroke" />
    </pattern>
  </defs>
);

interface CpuBarsDrawingProps {
  readonly rows: readonly CpuRow[];
  readonly showsClient: boolean;
  readonly size: BoxSize;
}

export const CpuBarsDrawing = memo(function CpuBarsDrawing({ rows, showsClient, size }: CpuBarsDrawingProps) {
  const language = useLanguage();
  const ticks = linearTicks(reachUs(rows, showsClient), 5);
  const domain = [0, ticks.at(-1) ?? 1];
  const smallest = rows.length * (thinnestRow + (showsClient ? clientBarSize : 0)) + axisHeight;
  const height = Math.max(size.height, smallest);
  const perRow = (height - axisHeight) / Math.max(1, rows.length);
  const barSize = Math.min(tallestBar, perRow * 0.8 - (showsClient ? clientBarSize + 1 : 0));
  const tick = (us: number) => formatShort(us, language);
  return (
    <BarChart
      layout="vertical"
      width={size.width}
      height={height}
      data={withEnds(rows)}
      margin={marginFor(rows, showsClient)}
      barCategoryGap="14%"
      barGap={1}
      accessibilityLayer={false}
    >
      {hatch}
      <CartesianGrid horizontal={false} stroke={gridStroke} />
      <XAxis {...figuresAxis} domain={domain} ticks={ticks} tickFormatter={tick} height={20} />
      <YAxis {...namesAxis} dataKey="label" width={namesWidth(rows.map(({ label }) => label))} />
      {serverShapes.map(({ tier, shape }) => (
        <Bar
          key={tier}
          dataKey={tier}
          stackId="servers"
          barSize={barSize}
          isAnimationActive={false}
          shape={shape}
        />
      ))}
      <Bar
        dataKey="end"
        stackId="servers"
        barSize={barSize}
        isAnimationActive={false}
        shape={showsClient ? totalWithClientShape : totalShape}
      />
      {showsClient && (
        <Bar
          dataKey="client"
          stackId="client"
          barSize={clientBarSize}
          isAnimationActive={false}
          shape={clientShape}
        />
      )}
    </BarChart>
  );
});
