import { tierColour, tierInk } from '../../palette.ts';
import { servingTierIds } from '../../words.ts';
import type { CpuBar } from '../blocks.ts';
import { type Bar, describeBars, drawBars, isGrey } from './bars.ts';
import { boxSample, type LegendEntry } from './frame.ts';

/** From the app outwards, as in the window: the app's part of all bars begins at one line. */
const stacked = servingTierIds.toReversed();

const greyOf = {
  app: 'var(--gated-app)',
  proxy: 'var(--gated-proxy)',
  proxy2: 'var(--gated-proxy2)',
} as const;

function toBar(row: CpuBar): Bar {
  const parts = stacked.flatMap((tier) => {
    const amount = row.tierUs[tier];
    if (amount === undefined) return [];
    return [
      isGrey(row)
        ? { amount, fill: greyOf[tier], ink: 'var(--gated-ink)' }
        : { amount, fill: tierColour[tier], ink: tierInk[tier] },
    ];
  });
  return { row, parts, total: row.servers };
}

function legendOf(rows: readonly CpuBar[]): LegendEntry[] {
  const tiers = stacked.filter((tier) => rows.some((row) => row.tierUs[tier] !== undefined));
  return [
    ...tiers.map((tier) => ({ text: tier, sample: boxSample(tierColour[tier]) })),
    ...(rows.some(isGrey) ? [{ text: 'not a valid result', sample: boxSample(greyOf.app) }] : []),
  ];
}

/** CPU per request: a bar per point, stacked by tier, with the 95 % interval of the whole. */
export function cpuChart(rows: readonly CpuBar[], width: number) {
  const bars = rows.map(toBar);
  return {
    ...drawBars(bars, width),
    legend: legendOf(rows),
    description: describeBars(bars, 'µs of CPU per request'),
  };
}
