import { lineStyleOf } from '../../palette.ts';
import type { RateBar } from '../blocks.ts';
import { describeBars, drawBars, isGrey } from './bars.ts';
import { boxSample, type LegendEntry } from './frame.ts';

const grey = 'var(--gated-app)';

/** Requests per second: a bar per point with its 95 % interval. */
export function rateChart(rows: readonly RateBar[], width: number) {
  const bars = rows.map((row) => {
    const fill = isGrey(row) ? grey : lineStyleOf(row.series.topology).colour;
    return { row, parts: [{ amount: row.reqPerSec.mean, fill, ink: undefined }], total: row.reqPerSec };
  });
  const legend: LegendEntry[] = rows.some(isGrey)
    ? [{ text: 'not a valid result', sample: boxSample(grey) }]
    : [];
  return { ...drawBars(bars, width), legend, description: describeBars(bars, 'requests per second') };
}
