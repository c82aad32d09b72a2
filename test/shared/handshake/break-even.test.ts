import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakEvenRoundTrips, roundTripRow } from '../../../shared/handshake/break-even.ts';
import { batchOf, someRuntime } from './batches.ts';

const shareAt = (connectionUs: number, roundTripUs: number, roundTrips: number) =>
  connectionUs / (connectionUs + roundTrips * roundTripUs);

describe('the break-even number of round trips', () => {
  it('at one half is where the connection costs what its requests cost', () => {
    expect(breakEvenRoundTrips(600, 60, 0.5)).toBe(10);
    expect(breakEvenRoundTrips(601, 60, 0.5)).toBe(11);
    expect(breakEvenRoundTrips(600, 60, 0.1)).toBe(90);
  });

  it('is one where a connection costs nothing measurable', () => {
    expect(breakEvenRoundTrips(0, 60, 0.01)).toBe(1);
    expect(breakEvenRoundTrips(-5, 60, 0.01)).toBe(1);
  });

  it('is the smallest number that keeps the share', () => {
    const cost = fc.double({ min: 1, max: 10_000, noNaN: true });
    const share = fc.constantFrom(0.5, 0.1, 0.05, 0.01);
    fc.assert(
      fc.property(cost, cost, share, (connectionUs, roundTripUs, wanted) => {
        const roundTrips = breakEvenRoundTrips(connectionUs, roundTripUs, wanted);
        expect(shareAt(connectionUs, roundTripUs, roundTrips)).toBeLessThanOrEqual(wanted + 1e-6);
        if (roundTrips > 1)
          expect(shareAt(connectionUs, roundTripUs, roundTrips - 1)).toBeGreaterThan(wanted - 1e-6);
      }),
    );
  });
});

describe('the round trips of a case', () => {
  const caseOf = (count: number, ...cpuUs: number[]) => ({
    case: 'tls13-ecdsa-p256-full' as const,
    runtime: someRuntime,
    proof: null,
    batches: cpuUs.map((us) => batchOf(count, 'full', { cpuUs: us })),
  });
  const rowOf = (fresh: ReturnType<typeof caseOf>, open: ReturnType<typeof caseOf>) => {
    const row = roundTripRow(fresh, open);
    if (row === undefined || 'fault' in row) throw new Error('It was measured.');
    return row;
  };

  it('have a break-even with the interval of both costs, which is wider the less is known', () => {
    const open = caseOf(50, 98, 100, 102);
    const sure = rowOf(caseOf(50, 990, 1000, 1010), open).breakEven.at(-1);
    const unsure = rowOf(caseOf(50, 900, 1000, 1100), open).breakEven.at(-1);
    expect(sure).toMatchObject({ share: 0.01, roundTrips: 891 });
    const [low = 0, high = 0] = sure?.roundTripsCi95 ?? [];
    expect([low < 891, high > 891]).toEqual([true, true]);
    const [lower = 0, higher = 0] = unsure?.roundTripsCi95 ?? [];
    expect([lower < low, higher > high]).toEqual([true, true]);
  });

  it('have no interval of what was measured twice, and no break-even where a round trip costs nothing', () => {
    const [first] = rowOf(caseOf(50, 1000, 1000), caseOf(50, 100, 100)).breakEven;
    expect(first).toEqual({ share: 0.5, roundTrips: 9 });
    expect(rowOf(caseOf(50, 1000, 1000, 1000), caseOf(50, 0, 0, 0)).breakEven).toEqual([]);
  });

  it('have a 99th percentile from a hundred of them on', () => {
    const few = rowOf(caseOf(33, 1000, 1000, 1000), caseOf(50, 100, 100));
    expect(few.newConnection.wallMs).toEqual({ p50: expect.any(Number) });
    expect(few.openConnection.wallMs.p99).toBeCloseTo(1, 1);
  });
});
