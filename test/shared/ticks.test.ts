import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadOut } from '../../renderer/charts/EndLabels.tsx';
import { linearTicks, logTicks } from '../../shared/ticks.ts';

describe('axis ticks', () => {
  it('begin at zero, hold the largest value and are few', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), (largest) => {
        const ticks = linearTicks(largest);
        expect(ticks[0]).toBe(0);
        expect(ticks.at(-1) ?? 0).toBeGreaterThanOrEqual(largest * 0.999_99);
        expect(ticks.length).toBeLessThanOrEqual(6);
      }),
    );
  });

  it('enclose both ends on a logarithmic axis', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.002, max: 1e4, noNaN: true }),
        fc.double({ min: 1, max: 1e4, noNaN: true }),
        (smallest, factor) => {
          const ticks = logTicks(smallest, smallest * factor);
          expect(ticks[0] ?? 1e9).toBeLessThanOrEqual(smallest);
          expect(ticks.at(-1) ?? 0).toBeGreaterThanOrEqual(smallest * factor);
        },
      ),
    );
  });
});

describe('labels at the ends of lines', () => {
  it('keep their order and do not overlap', () => {
    expect(spreadOut([100, 101, 50, 102], 110)).toEqual([84, 97, 50, 110]);
  });
});
