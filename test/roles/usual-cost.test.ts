import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsualCost } from '../../electron/roles/usual-cost.ts';

function counted(cost: UsualCost, values: readonly number[]): number {
  for (const us of values) cost.count(us);
  return cost.us;
}

describe('what a turn usually costs', () => {
  it('settles at the median, whatever a few turns had to wait', () => {
    const turns = Array.from({ length: 300 }, (_, at) => (at % 4 === 0 ? 9_000 : 60 + (at % 3)));
    const us = counted(new UsualCost(20, 200), turns);
    expect(us).toBeGreaterThan(50);
    expect(us).toBeLessThan(75);
  });

  it('is never above what it can cost nor below nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true })), (turns) => {
        const us = counted(new UsualCost(20, 200), turns);
        return us >= 0 && us <= 200;
      }),
    );
  });

  it('has forgotten an overload of any length after thirty turns', () => {
    const cost = new UsualCost(20, 200);
    counted(cost, new Array<number>(1_000).fill(5_000));
    expect(counted(cost, new Array<number>(30).fill(40))).toBeLessThan(60);
  });
});
