import type { Sample } from './sample.ts';
import type { RatioSlice } from './stats.ts';

/** One slice: which turn it was of, and what was summed over its samples. */
export interface SliceSum extends RatioSlice {
  readonly turn: number;
}

/**
 * Sums samples slice by slice, in the order of time. Samples of one slice are neighbours in time and so alike; intervals
 * are taken over slices, not over samples.
 * @param toPart what a sample adds to its slice; undefined leaves the sample out
 */
export function perSlice(
  samples: readonly Sample[],
  toPart: (sample: Sample) => RatioSlice | undefined,
): SliceSum[] {
  const slices = new Map<number, SliceSum>();
  for (const sample of samples) {
    const part = toPart(sample);
    if (part === undefined) continue;
    const sum = slices.get(sample.slice) ?? { turn: sample.turn, amount: 0, count: 0 };
    slices.set(sample.slice, { ...sum, amount: sum.amount + part.amount, count: sum.count + part.count });
  }
  return [...slices.values()];
}

export const sumOf = <T>(items: readonly T[], pick: (item: T) => number): number =>
  items.reduce((total, item) => total + pick(item), 0);
