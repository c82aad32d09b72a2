import { z } from 'zod';
import { quantileOf } from './draws.ts';

export const crossingSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('crosses'),
    at: z.number(),
    /** An end is null where more than one draw in forty crosses beyond the range, or nowhere. */
    ci95: z.tuple([z.number().nullable(), z.number().nullable()]),
    /** Whether the first is dearer before the crossing, or after it. */
    firstIsDearer: z.enum(['before', 'after']),
  }),
  /** No crossing in the range; `drawsThatCross` is the share of draws that have one all the same. */
  z.object({
    state: z.literal('none'),
    firstIsDearer: z.boolean(),
    drawsThatCross: z.number(),
  }),
]);
export type Crossing = z.infer<typeof crossingSchema>;

/** Where a difference that is straight between its places changes its sign first; undefined where it doesn't. */
function signChange(places: readonly number[], differences: readonly number[]): number | undefined {
  for (let at = 1; at < places.length; at += 1) {
    const [before = 0, after = 0] = [differences[at - 1], differences[at]];
    if (before > 0 === after > 0) continue;
    const [from = 0, to = 0] = [places[at - 1], places[at]];
    return from + ((to - from) * before) / (before - after);
  }
  return undefined;
}

/** Differences along the axis: by the model, and by each draw. */
export interface Differences {
  readonly estimate: readonly number[];
  readonly draws: readonly (readonly number[])[];
}

/**
 * Where one gets dearer than the other, from draws of both together. A draw that doesn't cross counts as crossing beyond
 * the end of the range that its sign points to.
 */
export function crossingOf(places: readonly number[], { estimate, draws }: Differences): Crossing {
  const at = signChange(places, estimate);
  const isDearerFirst = (estimate[0] ?? 0) > 0;
  const crossed = draws.map((difference) => signChange(places, difference));
  if (at === undefined) {
    const crossing = crossed.filter((place) => place !== undefined).length;
    return { state: 'none', firstIsDearer: isDearerFirst, drawsThatCross: crossing / draws.length };
  }
  const sorted = crossed
    .map((place, index) => {
      if (place !== undefined) return place;
      const staysAsBefore = (draws[index]?.[0] ?? 0) > 0 === isDearerFirst;
      return staysAsBefore ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    })
    .toSorted((a, b) => (a === b ? 0 : a - b));
  const end = (share: number) => {
    const place = quantileOf(sorted, share);
    return Number.isFinite(place) ? place : null;
  };
  const [low, high] = [end(0.025), end(0.975)];
  return {
    state: 'crosses',
    at,
    ci95: [low === null ? null : Math.min(low, at), high === null ? null : Math.max(high, at)],
    firstIsDearer: isDearerFirst ? 'before' : 'after',
  };
}
