/**
 * The order in which slices are measured: forwards, then backwards, again and again, so that a drift of the machine
 * falls on all variants alike (DESIGN.md, Compare).
 * @param count how many variants take turns, at least one
 * @param index number of the slice, from 0
 * @returns which variant it measures, from 0
 */
export function placeOfSlice(count: number, index: number): number {
  const place = index % count;
  return turnOfSlice(count, index) % 2 === 0 ? place : count - 1 - place;
}

/** In how many turns every variant has been measured before this slice. */
export function turnOfSlice(count: number, index: number): number {
  return Math.floor(index / count);
}
