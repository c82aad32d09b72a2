import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Bar, BarChart, CartesianGrid, useXAxisScale, XAxis, YAxis } from 'recharts';
import { formatPerSec } from '../../shared/units.ts';
import { halfWidth } from '../../shared/verdict.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import type { ThroughputRow } from '../state/selectors.ts';
import { figuresAxis, gridStroke, namesAxis, namesWidth } from './axis-looks.ts';
import { gatedFill, gatedNote } from './gated-note.ts';
import { lineStyleOf } from './palette.ts';
import { linearTicks } from './ticks.ts';
import type { BoxSize } from './use-box-size.ts';
import { Whisker } from './Whisker.tsx';

/** Room right of the longest bar for its figure and what is to be said of it. */
const margin = { top: 2, right: 190, bottom: 0, left: 0 };
const axisHeight = 20;
/** Thinner rows would lay names over each other: where there are too many, the panel scrolls. */
const thinnestRow = 15;
const marginWithNote = { ...margin, right: 225 };
const marginWithGates = { ...margin, right: 290 };

function marginFor(rows: readonly ThroughputRow[]) {
  if (rows.some(({ failedGates }) => failedGates.length > 0)) return marginWithGates;
  return rows.some(({ earlier }) => earlier) ? marginWithNote : margin;
}

interface ThroughputShape {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly payload?: ThroughputRow;
}

function ThroughputBar({ x = 0, y = 0, width = 0, height = 0, payload }: ThroughputShape) {
  const { t } = useTranslation();
  const language = useLanguage();
  const scale = useXAxisScale();
  if (!payload || !scale) return <g />;
  const { mean, ci95 } = payload.reqPerSec;
  const [low = 0, high = 0] = (ci95 ?? [mean, mean]).map((value) => scale(Math.max(0, value)) ?? 0);
  const middle = y + height / 2;
  const isGated = payload.failedGates.length > 0;
  // How exactly it is known matters no more, and the first reason is enough: the warnings name all.
  const spread = isGated ? '' : ` ± ${ci95 ? formatPerSec(halfWidth(payload.reqPerSec), language) : '?'}`;
  const bound = payload.clientBound ? t('throughput.clientBound') : '';
  const note = payload.earlier ? t('cpu.earlier') : gatedNote(t, payload.failedGates.slice(0, 1)) || bound;
  return (
    <g>
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        fill={isGated ? gatedFill.app : lineStyleOf(payload.topology).colour}
        fillOpacity={payload.earlier ? 0.45 : 0.85}
      />
      {ci95 && <Whisker low={low} high={high} middle={middle} cap={6} />}
      <text x={Math.max(high, x + width) + 8} y={middle} dominantBaseline="central" className="bar-total">
        {formatPerSec(mean, language)}
        <tspan className="bar-note">
          {spread}
          {note && ` · ${note}`}
        </tspan>
      </text>
    </g>
  );
}

/** Requests per second of each series, with their intervals. */
export const ThroughputBars = memo(function ThroughputBars(props: {
  readonly rows: readonly ThroughputRow[];
  readonly size: BoxSize;
}) {
  const { rows, size } = props;
  const language = useLanguage();
  const ticks = linearTicks(
    Math.max(...rows.map(({ reqPerSec }) => reqPerSec.mean + halfWidth(reqPerSec))),
    3,
  );
  return (
    <BarChart
      layout="vertical"
      width={size.width}
      height={Math.max(size.height, rows.length * thinnestRow + axisHeight)}
      data={[...rows]}
      margin={marginFor(rows)}
      barCategoryGap="18%"
      accessibilityLayer={false}
    >
      <CartesianGrid horizontal={false} stroke={gridStroke} />
      <XAxis
        {...figuresAxis}
        domain={[0, ticks.at(-1) ?? 1]}
        ticks={ticks}
        tickFormatter={(perSec: number) => formatPerSec(perSec, language)}
        height={axisHeight}
      />
      <YAxis {...namesAxis} dataKey="name" width={namesWidth(rows.map(({ name }) => name))} />
      <Bar
        dataKey="reqPerSec.mean"
        maxBarSize={34}
        isAnimationActive={false}
        shape={(bar: ThroughputShape) => <ThroughputBar {...bar} />}
      />
    </BarChart>
  );
});
