import { describe, expect, it } from 'vitest';
import { crossingOf } from '../../../shared/planner/crossing.ts';

const places = [0, 1, 2, 3, 4];
/** Differences that are straight from one to the other end. */
const straight = (from: number, to: number) => places.map((at) => from + ((to - from) * at) / 4);
const crossing = (estimate: number[], draws: number[][]) => crossingOf(places, { estimate, draws });
const many = (count: number, draw: number[]) => Array.from({ length: count }, () => draw);

describe('where a difference crosses 0', () => {
  it('is told with every place at which it turns round again', () => {
    const waves = [-1, 1, -1, -1, 3];
    expect(crossing(waves, many(100, waves))).toEqual({
      state: 'crosses',
      at: 0.5,
      further: [1.5, 3.25],
      ci95: [0.5, 0.5],
      firstIsDearer: 'after',
    });
  });

  it('has an interval of those draws that cross the same way', () => {
    // The later draws first fall, and rise as the model does only at 3.5.
    const found = crossing(straight(-2, 2), [...many(90, straight(-2, 2)), ...many(10, [1, -1, -1, -1, 1])]);
    expect(found).toMatchObject({ at: 2, ci95: [2, 3.5] });
  });

  it('is open to both ends when more than one draw in forty crosses the other way', () => {
    const draws = (reversed: number) => [
      ...many(100 - reversed, straight(-2, 2)),
      ...many(reversed, straight(2, -2)),
    ];
    expect(crossing(straight(-2, 2), draws(5))).toMatchObject({ ci95: [null, null] });
    expect(crossing(straight(-2, 2), draws(1))).toMatchObject({ ci95: [2, 2] });
  });

  it('is open to the end where draws that never cross would cross', () => {
    const above = [...many(90, straight(-2, 2)), ...many(10, straight(1, 2))];
    expect(crossing(straight(-2, 2), above)).toMatchObject({ ci95: [null, 2] });
    const below = [...many(90, straight(-2, 2)), ...many(10, straight(-2, -1))];
    expect(crossing(straight(-2, 2), below)).toMatchObject({ ci95: [2, null] });
  });

  it('is where it is exactly 0 on its way, and not where it only touches it', () => {
    expect(crossing([2, 1, 0, -1, -2], [])).toMatchObject({ at: 2, further: [], firstIsDearer: 'before' });
    for (const touches of [
      [1, 0, 1, 0, 1],
      [-1, 0, 0, -1, -1],
    ])
      expect(crossing(touches, [])).toMatchObject({ state: 'none', firstIsDearer: (touches[0] ?? 0) > 0 });
  });

  it('is nowhere without a change of sign, whatever some draws do', () => {
    const draws = [...many(95, straight(1, 2)), ...many(5, straight(-1, 2))];
    expect(crossing(straight(1, 2), draws)).toEqual({
      state: 'none',
      firstIsDearer: true,
      drawsThatCross: 0.05,
    });
  });
});
