import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ratioFigure, studentT95 } from '../../shared/stats.ts';

/** Box–Muller over a generator that repeats, so that the test's verdict does too. */
function normals(seed: number): () => number {
  let state = seed >>> 0;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

describe('ratioFigure', () => {
  it('has the sum of what was spent over the sum of what was counted as its mean', () => {
    const slice = fc.record({
      amount: fc.double({ min: 0, max: 1e6, noNaN: true }),
      count: fc.integer({ min: 1, max: 1e5 }),
    });
    fc.assert(
      fc.property(fc.array(slice, { minLength: 1, maxLength: 50 }), (slices) => {
        const amount = slices.reduce((sum, one) => sum + one.amount, 0);
        const count = slices.reduce((sum, one) => sum + one.count, 0);
        expect(ratioFigure(slices)?.mean).toBeCloseTo(amount / count, 6);
      }),
    );
  });

  it('holds the true ratio in 95 of 100 intervals, give or take', () => {
    const normal = normals(7);
    const trials = 1000;
    let held = 0;
    for (let trial = 0; trial < trials; trial++) {
      const slices = Array.from({ length: 12 }, () => {
        const count = Math.max(1, Math.round(2000 + 300 * normal()));
        return { count, amount: count * (20 + 2 * normal()) };
      });
      const [low, high] = ratioFigure(slices)?.ci95 ?? [0, 0];
      if (low <= 20 && 20 <= high) held++;
    }
    expect(held / trials).toBeGreaterThan(0.93);
    expect(held / trials).toBeLessThan(0.97);
  });

  it('gives no interval for two slices, no figure for nothing counted, and ignores empty slices', () => {
    expect(
      ratioFigure([
        { amount: 10, count: 1 },
        { amount: 20, count: 1 },
      ]),
    ).toEqual({ mean: 15 });
    expect(ratioFigure([{ amount: 10, count: 0 }])).toBeUndefined();
    const full = [1, 2, 3].map((count) => ({ amount: count * 10, count }));
    expect(ratioFigure([...full, { amount: 99, count: 0 }])).toEqual(ratioFigure(full));
  });

  it('is exact when every slice has the same ratio', () => {
    const figure = ratioFigure([1, 5, 9, 2].map((count) => ({ amount: count * 3, count })));
    expect(figure).toEqual({ mean: 3, ci95: [3, 3] });
  });
});

describe('studentT95', () => {
  it('agrees with published tables and never rises with the degrees of freedom', () => {
    expect(studentT95(1)).toBe(12.706);
    expect(studentT95(30)).toBe(2.042);
    expect(studentT95(60)).toBeCloseTo(2.0, 2);
    expect(studentT95(120)).toBeCloseTo(1.98, 2);
    for (let degrees = 1; degrees < 200; degrees++)
      expect(studentT95(degrees)).toBeGreaterThanOrEqual(studentT95(degrees + 1));
  });
});
