import { z } from 'zod';
import { quantileOf } from './draws.ts';

export const crossingSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('crosses'),
    /** The first, seen from the beginning of the axis. */
    at: z.number(),
    /** Where it turns round again, and again, by the model alone. */
    further: z.array(z.number()).default([]),
    /** An end is null where more than one draw in forty crosses beyond the range, the other way, or nowhere. */
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

/** Where a difference that is straight between its places changes its sign, and whether it is above 0 from there on. */
interface SignChange {
  readonly at: number;
  readonly isUp: boolean;
}

function signChanges(places: readonly number[], differences: readonly number[]): SignChange[] {
  // One that touches 0 and turns back does not change its sign.
  const apart = differences
    .map((value, at) => ({ place: places[at] ?? 0, value }))
    .filter(({ value }) => value !== 0);
  return apart.flatMap((after, at) => {
    const before = apart[at - 1];
    if (before === undefined || before.value > 0 === after.value > 0) return [];
    const share = before.value / (before.value - after.value);
    return [{ at: before.place + (after.place - before.place) * share, isUp: after.value > 0 }];
  });
}

/** Differences along the axis: by the model, and by each draw. */
export interface Differences {
  readonly estimate: readonly number[];
  readonly draws: readonly (readonly number[])[];
}

/** Where a draw crosses as the model does; else beyond which ends of the range it may: beyond both where it crosses the other way. */
function spanOfDraw(
  places: readonly number[],
  draw: readonly number[],
  isUp: boolean,
): readonly [number, number] {
  const [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const changes = signChanges(places, draw);
  const same = changes.find((change) => change.isUp === isUp);
  if (same !== undefined) return [same.at, same.at];
  if (changes.length > 0) return [low, high];
  const isThroughoutAsAfter = (draw[0] ?? 0) > 0 === isUp;
  return isThroughoutAsAfter ? [low, low] : [high, high];
}

/** An end of the middle 95 % of draws; null where it lies beyond the range. */
function endOfDraws(ends: readonly number[], share: number): number | null {
  const place = quantileOf(
    ends.toSorted((a, b) => (a === b ? 0 : a - b)),
    share,
  );
  return Number.isFinite(place) ? place : null;
}

/** Where one gets dearer than the other, from draws of both together. */
export function crossingOf(places: readonly number[], { estimate, draws }: Differences): Crossing {
  const [first, ...further] = signChanges(places, estimate);
  if (first === undefined) {
    const crossing = draws.filter((draw) => signChanges(places, draw).length > 0).length;
    return {
      state: 'none',
      firstIsDearer: (estimate[0] ?? 0) > 0,
      drawsThatCross: draws.length === 0 ? 0 : crossing / draws.length,
    };
  }
  const { at, isUp } = first;
  const spans = draws.map((draw) => spanOfDraw(places, draw, isUp));
  const low = endOfDraws(
    spans.map(([least]) => least),
    0.025,
  );
  const high = endOfDraws(
    spans.map(([, most]) => most),
    0.975,
  );
  return {
    state: 'crosses',
    at,
    further: further.map((change) => change.at),
    ci95: [low === null ? null : Math.min(low, at), high === null ? null : Math.max(high, at)],
    firstIsDearer: isUp ? 'after' : 'before',
  };
}
