import type { TierFigures } from './result.ts';
import type { Sample } from './sample.ts';
import { perSlice, sumOf } from './slice-sums.ts';
import { ratioFigure } from './stats.ts';
import type { Tier } from './words.ts';

/** Undefined as soon as one part is not known. */
function sumKnown(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? sumOf(known, (value) => value) : undefined;
}

/**
 * What one tier did over all samples.
 * @param httpVersion that the tier saw, where it says so
 * @returns undefined when the tier is in none of them
 */
export function tierFigures(
  tier: Tier,
  samples: readonly Sample[],
  httpVersion?: string,
): TierFigures | undefined {
  const own = samples.map((sample) => sample.tiers[tier]).filter((one) => one !== undefined);
  const last = own.at(-1);
  if (last === undefined) return undefined;
  const userUs = sumOf(own, (one) => one.userUs);
  const systemUs = sumOf(own, (one) => one.systemUs);
  return {
    cpuUsPerRequest: ratioFigure(
      perSlice(samples, ({ tiers }) => {
        const one = tiers[tier];
        return one && { amount: one.userUs + one.systemUs, count: one.requests };
      }),
    ),
    userUs,
    systemUs,
    utilisation: (userUs + systemUs) / sumOf(own, (one) => one.windowUs),
    rssBytes: last.rssBytes,
    requests: sumOf(own, (one) => one.requests),
    bytesIn: sumKnown(own.map((one) => one.bytesIn)),
    bytesOut: sumKnown(own.map((one) => one.bytesOut)),
    httpVersion,
  };
}
