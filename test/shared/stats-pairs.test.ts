import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  pairedBaseUs,
  pairedDifference,
  pairedRatio,
  ratioFigure,
  ratioOf,
  relativeHalfWidth,
  type Turns,
} from '../../shared/stats.ts';
import { autocorrelated, holds, normals } from './noise.ts';

const cost = fc.double({ min: 1, max: 1000, noNaN: true });
const count = fc.integer({ min: 1, max: 10_000 });
const bothSides = fc.array(
  fc.record({ a: cost, b: cost, factor: fc.double({ min: 0.2, max: 5, noNaN: true }), count }),
  {
    minLength: 3,
    maxLength: 30,
  },
);

function turnsOf<T extends { count: number }>(rows: readonly T[], costOf: (row: T) => number): Turns {
  return rows.map((row, turn) => [turn, costOf(row) * row.count, row.count]);
}

/** How far apart relative to their size. */
const near = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1e-9, Math.abs(a), Math.abs(b));

describe('pairedRatio', () => {
  it('is exact, however the machine drifts, where one side always costs the same multiple of the other', () => {
    fc.assert(
      fc.property(bothSides, fc.double({ min: 0.1, max: 10, noNaN: true }), (rows, times) => {
        const ratio = pairedRatio(
          turnsOf(rows, (row) => row.a * row.factor * times),
          turnsOf(rows, (row) => row.a * row.factor),
        );
        for (const value of [ratio?.mean, ...(ratio?.ci95 ?? [])]) expect(value).toBeCloseTo(times, 5);
      }),
    );
  });

  it('does not change when a drift multiplies both sides alike', () => {
    fc.assert(
      fc.property(bothSides, (rows) => {
        const still = pairedRatio(
          turnsOf(rows, (row) => row.a),
          turnsOf(rows, (row) => row.b),
        );
        const drifting = pairedRatio(
          turnsOf(rows, (row) => row.a * row.factor),
          turnsOf(rows, (row) => row.b * row.factor),
        );
        expect(drifting?.mean).toBeCloseTo(still?.mean ?? 0, 6);
      }),
    );
  });

  it('of a thing to itself is 1, and swapping the sides inverts it with its interval', () => {
    fc.assert(
      fc.property(bothSides, (rows) => {
        const [a, b] = [turnsOf(rows, (row) => row.a), turnsOf(rows, (row) => row.b)];
        expect(pairedRatio(a, a)).toEqual({ mean: 1, ci95: [1, 1] });
        const [there, back] = [pairedRatio(a, b), pairedRatio(b, a)];
        expect(near(there?.mean ?? 0, 1 / (back?.mean ?? 0))).toBe(true);
        expect(near(there?.ci95[0] ?? 0, 1 / (back?.ci95[1] ?? 0))).toBe(true);
        expect(near(there?.ci95[1] ?? 0, 1 / (back?.ci95[0] ?? 0))).toBe(true);
      }),
    );
  });

  it('pairs by turn, not by place, and needs three turns that both have', () => {
    const a: Turns = [
      [1, 10, 1],
      [2, 40, 1],
      [3, 90, 1],
      [4, 160, 1],
    ];
    const shuffled: Turns = [
      [9, 7, 1],
      [4, 80, 1],
      [3, 45, 1],
      [2, 20, 1],
    ];
    expect(pairedRatio(a, shuffled)?.mean).toBeCloseTo(2, 9);
    expect(pairedRatio(a, shuffled.slice(0, 3))).toBeUndefined();
    expect(
      pairedRatio(a, [
        [2, 20, 0],
        [3, 45, 1],
        [4, 80, 1],
      ]),
    ).toBeUndefined();
    expect(pairedRatio([], [])).toBeUndefined();
  });

  it('holds the true ratio in about 95 of 100 intervals while both sides wander together, where unpaired ones are useless', () => {
    const normal = normals(3);
    const trials = 2000;
    let [held, narrower] = [0, 0];
    for (let trial = 0; trial < trials; trial++) {
      const drift = autocorrelated(12, 0.9, normal).map((value) => Math.exp(0.2 * value));
      const side = (cost: number): Turns =>
        drift.map((factor, turn) => [turn, cost * factor * Math.exp(0.03 * normal()) * 1000, 1000]);
      const [a, b] = [side(60), side(10)];
      const paired = pairedRatio(a, b);
      const whole = (turns: Turns) =>
        ratioFigure(turns.map(([, amount, count]) => ({ amount, count }))) ?? { mean: 0 };
      if (holds(paired, 6)) held++;
      const [own, other] = [paired, ratioOf(whole(a), whole(b))].map((figure) =>
        relativeHalfWidth(figure ?? { mean: 0 }),
      );
      if ((own ?? 1) < (other ?? 0) / 2) narrower++;
    }
    expect(held / trials).toBeGreaterThan(0.93);
    expect(held / trials).toBeLessThan(0.985);
    expect(narrower / trials).toBeGreaterThan(0.9);
  });
});

describe('pairedDifference', () => {
  it('is exact where one side always costs so much more, and turns its sign when swapped', () => {
    fc.assert(
      fc.property(bothSides, fc.double({ min: 1, max: 100, noNaN: true }), (rows, extraUs) => {
        const [a, b] = [turnsOf(rows, (row) => row.b + extraUs), turnsOf(rows, (row) => row.b)];
        const [there, back] = [pairedDifference(a, b), pairedDifference(b, a)];
        for (const value of [there?.mean, ...(there?.ci95 ?? [])]) expect(value).toBeCloseTo(extraUs, 6);
        expect(back?.mean).toBeCloseTo(-extraUs, 6);
      }),
    );
  });

  it('of a thing to itself is 0, and is unknown with fewer than three common turns', () => {
    const a: Turns = [
      [1, 10, 1],
      [2, 40, 1],
      [3, 90, 1],
    ];
    expect(pairedDifference(a, a)).toEqual({ mean: 0, ci95: [0, 0] });
    expect(pairedDifference(a, a.slice(1))).toBeUndefined();
  });
});

describe('pairs of a slow load', () => {
  const parts = fc.record({
    a: cost,
    b: cost,
    count,
    /** Shares of each side's CPU in three slices, of which one has all the answers. */
    spread: fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }),
    answeredA: fc.nat(2),
    answeredB: fc.nat(2),
  });

  /** A turn cut in three: the CPU is spent in all of them, the answers come in one. */
  const cut = ([turn, us, answers]: Turns[number], spread: readonly number[], at: number): Turns =>
    spread.map((share, part) => [
      3 * turn + part,
      (us * share) / spread.reduce((sum, one) => sum + one, 0),
      part === at ? answers : 0,
    ]);

  it('are those of neighbours put together, so that no CPU is left out where nothing was answered', () => {
    fc.assert(
      fc.property(fc.array(parts, { minLength: 3, maxLength: 12 }), (rows) => {
        // The last part answers on one side at least, so that merging finds the same bounds as the cut.
        const ended = rows.map((row) => ({ ...row, answeredA: 2 }));
        const [wholeA, wholeB] = [turnsOf(ended, (row) => row.a), turnsOf(ended, (row) => row.b)];
        const cutA: Turns = ended.flatMap((row, turn) =>
          cut([turn, row.a * row.count, row.count], row.spread, row.answeredA),
        );
        const cutB: Turns = ended.flatMap((row, turn) =>
          cut([turn, row.b * row.count, row.count], row.spread, row.answeredB),
        );
        expect(near(pairedRatio(cutA, cutB)?.mean ?? 0, pairedRatio(wholeA, wholeB)?.mean ?? 1)).toBe(true);
        expect(near(pairedBaseUs(cutA, cutB) ?? 0, pairedBaseUs(wholeA, wholeB) ?? 1)).toBe(true);
        const [cutMore, wholeMore] = [pairedDifference(cutA, cutB), pairedDifference(wholeA, wholeB)];
        expect(cutMore?.mean).toBeCloseTo(wholeMore?.mean ?? Number.NaN, 6);
      }),
    );
  });

  it('put what follows the last answer with the last pair', () => {
    const a: Turns = [
      [1, 10, 1],
      [2, 10, 1],
      [3, 6, 1],
      [4, 4, 0],
    ];
    const b: Turns = a.map(([turn, amount, count]) => [turn, amount * 2, count]);
    expect(pairedBaseUs(b, a)).toBe(10);
    expect(pairedRatio(b, a)?.mean).toBeCloseTo(2, 12);
    expect(pairedDifference(b, a)?.mean).toBe(10);
  });
});
