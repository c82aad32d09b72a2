import { markPath, markPlaces } from '../../engine-marks.ts';
import { lineStyleOf } from '../../palette.ts';
import { logTicks } from '../../ticks.ts';
import { formatMs, formatShort } from '../../units.ts';
import type { LatencyCurve } from '../blocks.ts';
import { element } from '../markup.ts';
import { isGrey } from './bars.ts';
import { type LegendEntry, label, line, widthOf } from './frame.ts';

const plotHeight = 200;
const axisHeight = 22;
const top = 8;

/** As HdrHistogram's plots: the rare slow requests are spread out, each further nine takes as much room as the one before. */
const ninesOf = (quantile: number): number => -Math.log10(1 - quantile);
const percents = [0, 50, 90, 99, 99.9, 99.99, 99.999, 99.9999];

const strokeOf = (row: LatencyCurve): string =>
  isGrey(row) ? 'var(--gated-line)' : lineStyleOf(row.series.topology).colour;

/** The curve ends where one request decides: what lies beyond was never seen. */
const lastNines = (rows: readonly LatencyCurve[]): number =>
  Math.max(1, ...rows.flatMap(({ places }) => places.map(({ quantile }) => ninesOf(quantile))));

interface Frame {
  readonly left: number;
  readonly right: number;
  readonly xOf: (quantile: number) => number;
  readonly yOf: (ms: number) => number;
}

function axes({ left, right, xOf, yOf }: Frame, ticks: readonly number[], reach: number): string[] {
  const bottom = top + plotHeight;
  const soft = { fill: 'var(--ink-soft)' };
  const across = ticks.map((ms) => {
    const y = yOf(ms);
    const name = label(formatShort(ms, 'en'), { ...soft, x: left - 6, y: y + 4, 'text-anchor': 'end' });
    return `${line([left, y], [right, y], 'var(--grid)')}${name}`;
  });
  const upright = percents
    .filter((percent) => ninesOf(percent / 100) <= reach)
    .map((percent) => {
      const x = xOf(percent / 100);
      // 0 % and 50 % are too near for two texts.
      const name =
        percent === 0 ? '' : label(`${percent} %`, { ...soft, x, y: bottom + 16, 'text-anchor': 'middle' });
      return `${line([x, top], [x, bottom], 'var(--grid)')}${name}`;
    });
  return [...across, ...upright];
}

function drawCurve(row: LatencyCurve, { xOf, yOf }: Frame): string {
  const places = row.places.map(({ quantile, ms }) => ({ x: xOf(quantile), y: yOf(ms) }));
  const d = places.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  const stroke = strokeOf(row);
  const dash = lineStyleOf(row.series.topology).dash;
  const wanted = percents.slice(1).map((percent) => xOf(percent / 100));
  const marks = markPlaces(places, wanted).flatMap(({ x, y }) => markPath(row.series.proxy, x, y) ?? []);
  return [
    element('path', { d, stroke, 'stroke-width': 2.2, 'stroke-dasharray': dash, fill: 'none' }),
    ...marks.map((mark) => element('path', { d: mark, fill: stroke })),
  ].join('');
}

function legendOf(rows: readonly LatencyCurve[]): LegendEntry[] {
  return rows.map((row) => {
    const stroke = strokeOf(row);
    const dash = lineStyleOf(row.series.topology).dash;
    const mark = markPath(row.series.proxy, 13, 0);
    const stretch = element('path', {
      d: 'M1 0h24',
      stroke,
      'stroke-width': 2.2,
      'stroke-dasharray': dash,
      fill: 'none',
    });
    return {
      text: isGrey(row) ? `${row.label}, not a valid result` : row.label,
      sample: `${stretch}${mark ? element('path', { d: mark, fill: stroke }) : ''}`,
    };
  });
}

function describe(rows: readonly LatencyCurve[]): string {
  return rows
    .map(({ label: name, latencyMs: { p50, p90, p99, p999 } }) => {
      const told = Object.entries({ p50, p90, p99, 'p99.9': p999 });
      return `${name}: ${told.map(([percentile, ms]) => `${percentile} ${formatMs(ms, 'en')}`).join(', ')}`;
    })
    .join('; ');
}

/** Latency up to each percentile, a line per point, on a logarithmic axis of ms. */
export function curveChart(rows: readonly LatencyCurve[], width: number) {
  const values = rows.flatMap(({ places }) => places.map(({ ms }) => ms)).filter((ms) => ms > 0);
  const ticks = logTicks(Math.min(...values), Math.max(...values));
  const [least, most] = [ticks[0] ?? 0.1, ticks.at(-1) ?? 1].map(Math.log10);
  const reach = lastNines(rows);
  const left = Math.max(...ticks.map((ms) => widthOf(formatShort(ms, 'en')))) + 8;
  const right = width - 24;
  const span = (most ?? 1) - (least ?? 0);
  const frame: Frame = {
    left,
    right,
    xOf: (quantile) => left + (ninesOf(quantile) / reach) * (right - left),
    yOf: (ms) => top + plotHeight * (1 - (Math.log10(Math.max(ms, ticks[0] ?? 0)) - (least ?? 0)) / span),
  };
  return {
    drawn: [...axes(frame, ticks, reach), ...rows.map((row) => drawCurve(row, frame))].join(''),
    height: top + plotHeight + axisHeight,
    legend: legendOf(rows),
    description: describe(rows),
  };
}
