import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  differenceOf,
  halfWidth,
  ratioFigure,
  relativeHalfWidth,
  studentT95,
  sumFigures,
} from '../../shared/stats.ts';
import { autocorrelated, holds, normals } from './noise.ts';

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

  it('gives no interval for two slices, and no figure for nothing counted', () => {
    expect(
      ratioFigure([
        { amount: 10, count: 1 },
        { amount: 20, count: 1 },
      ]),
    ).toEqual({ mean: 15 });
    expect(ratioFigure([{ amount: 10, count: 0 }])).toBeUndefined();
  });

  it('leaves out nothing that was spent where nothing was counted', () => {
    const slice = fc.record({
      amount: fc.double({ min: 0, max: 1e6, noNaN: true }),
      count: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(slice, { minLength: 1, maxLength: 50 }), (slices) => {
        const amount = slices.reduce((sum, one) => sum + one.amount, 0);
        const count = slices.reduce((sum, one) => sum + one.count, 0);
        const figure = ratioFigure(slices);
        if (count === 0) expect(figure).toBeUndefined();
        else expect(figure?.mean).toBeCloseTo(amount / count, 6);
      }),
    );
  });

  it('spreads what idle slices cost over the requests of a slow load, in the interval too', () => {
    // One request a second in slices of a quarter: three idle slices of 1200 µs for each of 4475 µs with an answer.
    const slices = Array.from({ length: 40 }, (_, at) =>
      at % 4 === 3 ? { amount: 4475, count: 1 } : { amount: 1200, count: 0 },
    );
    const figure = ratioFigure(slices);
    expect(figure?.mean).toBe(8075);
    const squares = 30 * 1200 ** 2 + 10 * (4475 - 8075) ** 2;
    const half = (studentT95(39) * Math.sqrt((40 * squares) / 39)) / 10;
    expect(figure?.ci95?.[1]).toBeCloseTo(8075 + half, 6);
    expect(figure?.ci95?.[0]).toBeCloseTo(8075 - half, 6);
  });

  it('gives no interval where fewer than three slices counted something, for their spread is hardly known', () => {
    const idle = { amount: 1, count: 0 };
    const busy = { amount: 10, count: 1 };
    expect(ratioFigure([busy, idle, idle, busy, idle])).toEqual({ mean: 23 / 2 });
    expect(ratioFigure([busy, idle, busy, idle, busy])?.ci95).toBeDefined();
  });

  it('holds the true ratio about as often as it says where many slices are empty', () => {
    const normal = normals(5);
    const trials = 1000;
    let held = 0;
    for (let trial = 0; trial < trials; trial++) {
      const slices = Array.from({ length: 40 }, () => {
        const count = normal() > 0.3 ? 1 : 0;
        return { count, amount: 100 + 5 * normal() + count * (50 + 5 * normal()) };
      });
      // P(normal > 0.3) = 0.3821.
      if (holds(ratioFigure(slices), 100 / 0.3821 + 50)) held++;
    }
    expect(held / trials).toBeGreaterThan(0.9);
    expect(held / trials).toBeLessThan(0.99);
  });

  it('is exact when every slice has the same ratio', () => {
    const figure = ratioFigure([1, 5, 9, 2].map((count) => ({ amount: count * 3, count })));
    expect(figure).toEqual({ mean: 3, ci95: [3, 3] });
  });
});

/** Student's interval as it would be if slices that resemble their neighbours were independent. */
function naiveHolds(costs: readonly number[], truth: number): boolean {
  const n = costs.length;
  const mean = costs.reduce((sum, cost) => sum + cost, 0) / n;
  const variance = costs.reduce((sum, cost) => sum + (cost - mean) ** 2, 0) / (n - 1);
  return Math.abs(mean - truth) <= studentT95(n - 1) * Math.sqrt(variance / n);
}

/** Shares of intervals that hold the truth: ours and the naive one, for slices of a machine whose speed wanders. */
function coverage(slices: number, rho: number): { ours: number; naive: number } {
  const normal = normals(11);
  const trials = 2000;
  let [ours, naive] = [0, 0];
  for (let trial = 0; trial < trials; trial++) {
    const costs = autocorrelated(slices, rho, normal).map((value) => 20 + 2 * value);
    if (holds(ratioFigure(costs.map((cost) => ({ amount: cost * 1000, count: 1000 }))), 20)) ours++;
    if (naiveHolds(costs, 20)) naive++;
  }
  return { ours: ours / trials, naive: naive / trials };
}

describe('ratioFigure over slices that resemble their neighbours', () => {
  it.each([
    [40, 0.5, 0.9],
    [100, 0.5, 0.92],
    [20, 0.3, 0.91],
  ])(
    'of %i slices at a correlation of %f holds the truth nearly as often as it says',
    (slices, rho, least) => {
      const { ours, naive } = coverage(slices, rho);
      expect(ours).toBeGreaterThan(least);
      expect(ours).toBeLessThan(0.98);
      expect(naive).toBeLessThan(0.88);
      expect(ours).toBeGreaterThan(naive + 0.05);
    },
  );

  it('is hardly wider for independent slices', () => {
    const { ours, naive } = coverage(40, 0);
    expect(ours - naive).toBeLessThan(0.03);
  });

  it('believes no correlation among fewer than ten slices, and never narrows', () => {
    const zigzag = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ amount: at % 2 === 0 ? 19 : 21, count: 1 }));
    const spread = (n: number) => studentT95(n - 1) * Math.sqrt(n / (n - 1)) * Math.sqrt(1 / n);
    for (const n of [8, 20])
      expect(relativeHalfWidth(ratioFigure(zigzag(n)) ?? { mean: 0 })).toBeCloseTo(spread(n) / 20, 9);
    const trend = Array.from({ length: 8 }, (_, at) => ({ amount: 10 + at, count: 1 }));
    const naive = (studentT95(7) * Math.sqrt(6)) / Math.sqrt(8) / 13.5;
    expect(relativeHalfWidth(ratioFigure(trend) ?? { mean: 0 })).toBeCloseTo(naive, 9);
  });
});

describe('an interval of what cannot be less than nothing', () => {
  const slice = fc.record({
    amount: fc.double({ min: 0, max: 1e6, noNaN: true }),
    count: fc.integer({ min: 0, max: 100 }),
  });
  const slices = fc.array(slice, { minLength: 3, maxLength: 20 });

  it('begins at 0 or above and holds its mean, and its half-width is that of the side that was not cut', () => {
    fc.assert(
      fc.property(slices, (some) => {
        const figure = ratioFigure(some);
        if (!figure?.ci95) return;
        const [low, high] = figure.ci95;
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(figure.mean);
        expect(high).toBeGreaterThanOrEqual(figure.mean);
        expect(halfWidth(figure)).toBeCloseTo(high - figure.mean, 6);
      }),
    );
  });

  it('stays so in a sum, while a difference may go below', () => {
    fc.assert(
      fc.property(slices, slices, (some, others) => {
        const [a, b] = [ratioFigure(some), ratioFigure(others)];
        if (!a?.ci95 || !b?.ci95) return;
        const half = Math.hypot(halfWidth(a), halfWidth(b));
        expect(sumFigures([a, b]).ci95?.[0]).toBeCloseTo(Math.max(0, a.mean + b.mean - half), 6);
        expect(differenceOf(a, b).ci95?.[0]).toBeCloseTo(a.mean - b.mean - half, 6);
      }),
    );
  });

  it('is cut where one slice of four did nearly all', () => {
    const figure = ratioFigure([1, 1, 1, 97].map((amount) => ({ amount, count: 1 })));
    expect(figure?.mean).toBe(25);
    expect(figure?.ci95?.[0]).toBe(0);
    expect(relativeHalfWidth(figure ?? { mean: 0 })).toBeCloseTo((studentT95(3) * 24) / 25, 9);
  });
});

describe('relativeHalfWidth', () => {
  it('is a share of the mean, and unknown without an interval', () => {
    expect(relativeHalfWidth({ mean: 200, ci95: [194, 206] })).toBeCloseTo(0.03, 12);
    expect(relativeHalfWidth({ mean: 200 })).toBeUndefined();
    expect(relativeHalfWidth({ mean: 0, ci95: [-1, 1] })).toBeUndefined();
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
