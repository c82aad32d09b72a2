import { describe, expect, it } from 'vitest';
import { hasSettled } from '../../shared/warm-up.ts';
import { seeded } from '../renderer/fake-figures.ts';

/** In which window, from 1, the warm-up would end; undefined if it never does. */
function settlesAt(costsUs: readonly number[]): number | undefined {
  const at = costsUs.findIndex((_, index) => hasSettled(costsUs.slice(0, index + 1)) === true);
  return at === -1 ? undefined : at + 1;
}

/** A start that costs `times` as much and comes down to 1 over `windows`, with noise of the given share around it. */
const ramp = (times: number, windows: number, noise: () => number = () => 0) =>
  Array.from({ length: 60 }, (_, at) => (1 + (times - 1) * Math.exp(-at / windows)) * 20 * (1 + noise()));

describe('hasSettled', () => {
  it('knows nothing before two blocks of windows', () => {
    expect(hasSettled([])).toBeUndefined();
    expect(hasSettled([60, 50, 40, 30, 20])).toBeUndefined();
    expect(hasSettled([60, 50, 40, 30, 20, 10])).toBe(false);
    expect(hasSettled([20, 20, 20, 20, 20, 20])).toBe(true);
  });

  it.each([
    [3, 2],
    [3, 4],
    [2, 4],
    [4, 8],
  ])(
    'waits for a start of %f times the cost that falls off over %f windows, to within a tenth',
    (times, windows) => {
      const costs = ramp(times, windows);
      const at = settlesAt(costs);
      expect(at).toBeGreaterThan(6);
      expect(costs[at ?? 0]).toBeLessThan(20 * 1.2);
    },
  );

  it('ends soon on a noisy machine that was warm all along', () => {
    const ends = Array.from({ length: 200 }, (_, seed) => {
      const noise = seeded(seed * 7919 + 1);
      for (let skip = 0; skip < 5; skip++) noise();
      return settlesAt(ramp(1, 1, () => (noise() - 0.5) * 0.4)) ?? Number.POSITIVE_INFINITY;
    });
    const sorted = ends.toSorted((a, b) => a - b);
    expect(sorted[100]).toBeLessThanOrEqual(7);
    expect(sorted[198]).toBeLessThanOrEqual(16);
  });

  it('takes a machine that slows down for settled: waiting would not cure it', () => {
    expect(hasSettled([20, 20, 20, 24, 24, 24])).toBe(true);
  });

  it('sees a slow fall that no block shows', () => {
    expect(hasSettled([20, 20, 20.4, 20, 19.2, 18.6])).toBe(false);
    expect(hasSettled([20, 20.4, 20, 19.2, 18.6, 19])).toBe(true);
  });
});
