import { describe, expect, it } from 'vitest';
import { independentRatio, ratioToExact } from '../../../shared/run-comparison/independent-ratio.ts';
import { ratioFigure } from '../../../shared/stats.ts';
import { figure } from '../../renderer/figures.ts';
import { holds, normals } from '../noise.ts';

describe('the ratio of two independent figures', () => {
  it.each([
    [3, 3],
    [3, 12],
    [12, 12],
  ])('holds the truth in at least 93 of 100 draws, with %i and %i slices', (ours, theirs) => {
    const normal = normals(11);
    const side = (cost: number, slices: number) =>
      ratioFigure(
        Array.from({ length: slices }, () => ({ amount: cost * 1000 * (1 + 0.1 * normal()), count: 1000 })),
      ) ?? { mean: 0 };
    const trials = 2000;
    let held = 0;
    for (let trial = 0; trial < trials; trial++) {
      if (holds(independentRatio(side(60, ours), side(10, theirs))?.ratio, 6)) held++;
    }
    expect(held / trials).toBeGreaterThanOrEqual(0.93);
    expect(held / trials).toBeLessThan(0.995);
  });

  it('tells more from less, and neither where the interval contains 1', () => {
    expect(independentRatio(figure(20, 1), figure(10, 1))?.outcome).toBe('more');
    expect(independentRatio(figure(10, 1), figure(20, 1))?.outcome).toBe('less');
    expect(independentRatio(figure(10, 1), figure(10.5, 1))?.outcome).toBe('same');
  });

  it('has no interval where a figure can’t be told from 0, nor where one has none', () => {
    for (const lost of [figure(10, 10), figure(10)]) {
      expect(independentRatio(figure(10, 1), lost)).toEqual({ ratio: { mean: 1 }, outcome: 'unsure' });
    }
  });

  it('to a number without an interval has that of the figure alone', () => {
    expect(ratioToExact(figure(20, 2), 10)).toEqual({
      ratio: { mean: 2, ci95: [1.8, 2.2] },
      outcome: 'more',
    });
  });
});
