import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakEvenRoundTrips } from '../../../shared/handshake/break-even.ts';

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
