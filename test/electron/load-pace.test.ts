import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pace } from '../../electron/roles/load-pace.ts';
import { bounds } from '../../shared/config.ts';

const rate = fc.integer(bounds.ratePerSec);
const beginMs = fc.double({ min: 0, max: 1e9, noNaN: true });

const dueBy = (pace: Pace, nowMs: number) => pace.offeredBy(nowMs).due;

describe('a pace', () => {
  it('counts as due exactly those requests whose moment has come', () => {
    fc.assert(
      fc.property(rate, beginMs, fc.integer({ min: 0, max: 3_000 }), (ratePerSec, begin, requests) => {
        const pace = new Pace(ratePerSec);
        pace.begin(begin);
        for (let n = 0; n < requests; n++) pace.take(0);
        // Request number `requests` is due now: it and all before it count, and none after it.
        expect(dueBy(pace, pace.nextDueMs)).toBe(requests + 1);
        const dueMs = pace.take(0);
        expect(dueBy(pace, dueMs)).toBe(requests + 1);
        expect(pace.nextDueMs).toBeGreaterThan(dueMs);
      }),
    );
  });

  it('spaces requests evenly and lets no rounding add up', () => {
    fc.assert(
      fc.property(rate, beginMs, fc.integer({ min: 1, max: 2_000 }), (ratePerSec, begin, requests) => {
        const pace = new Pace(ratePerSec);
        pace.begin(begin);
        const moments = Array.from({ length: requests }, () => pace.take(0));
        expect(moments[0]).toBe(begin);
        for (const [n, dueMs] of moments.entries()) {
          // 1e9 ms in a double are exact to 0.12 ns.
          expect(Math.abs(dueMs - begin - (n * 1000) / ratePerSec)).toBeLessThan(1e-6);
        }
      }),
    );
  });

  it('is due at its rate over any span, to one request', () => {
    const span = fc.double({ min: 0, max: 100_000, noNaN: true });
    fc.assert(
      fc.property(rate, beginMs, span, span, (ratePerSec, begin, firstMs, laterMs) => {
        const pace = new Pace(ratePerSec);
        pace.begin(begin);
        const due = dueBy(pace, begin + firstMs + laterMs) - dueBy(pace, begin + firstMs);
        expect(Math.abs(due - (laterMs * ratePerSec) / 1000)).toBeLessThanOrEqual(1.001);
      }),
    );
  });

  const runs = fc.array(
    fc.record({
      pauseMs: fc.integer({ min: 0, max: 1_000 }),
      runMs: fc.integer({ min: 0, max: 5_000 }),
      taken: fc.integer({ min: 0, max: 10 }),
    }),
  );

  it('asks in many short runs for what it asks for in one long run, to one request', () => {
    fc.assert(
      fc.property(rate, runs, fc.integer({ min: 0, max: 1_000 }), (ratePerSec, all, before) => {
        const pace = new Pace(ratePerSec, { due: before, offeredMs: before });
        let nowMs = 0;
        let ranMs = 0;
        for (const { pauseMs, runMs, taken } of all) {
          expect(pace.nextDueMs).toBe(Number.POSITIVE_INFINITY);
          const due = dueBy(pace, nowMs);
          nowMs += pauseMs;
          expect(dueBy(pace, nowMs)).toBe(due);
          pace.begin(nowMs);
          for (let n = 0; n < taken && pace.nextDueMs <= nowMs + runMs; n++) pace.take(nowMs + runMs);
          nowMs += runMs;
          ranMs += runMs;
          pace.end(nowMs);
          const left = dueBy(pace, nowMs) - before;
          expect(Math.abs(left - (ranMs * ratePerSec) / 1000)).toBeLessThanOrEqual(1.001);
          pace.forget(nowMs);
          expect(pace.offeredBy(nowMs)).toEqual({ due: before + left, offeredMs: before + ranMs });
        }
      }),
    );
  });

  it('lets the requests of an ended run be taken, and counts the time that they wait as offered', () => {
    const pace = new Pace(100);
    pace.begin(1_000);
    expect(pace.take(1_000)).toBe(1_000);
    pace.end(1_025);
    expect(pace.isWaiting).toBe(true);
    expect(pace.take(1_040)).toBe(1_010);
    expect(pace.offeredBy(1_045)).toEqual({ due: 3, offeredMs: 45 });
    expect(pace.take(1_060)).toBe(1_020);
    expect(pace.isOffering).toBe(false);
    expect(pace.nextDueMs).toBe(Number.POSITIVE_INFINITY);
    expect(pace.offeredBy(2_000)).toEqual({ due: 3, offeredMs: 60 });
    // The interval that the run ended in goes on.
    pace.begin(3_000);
    expect(pace.nextDueMs).toBe(3_005);
  });

  it('tells when the requests were due that it forgets', () => {
    const pace = new Pace(100);
    pace.begin(0);
    pace.take(0);
    pace.end(35);
    expect(pace.forget(100)).toEqual({ count: 3, oldestDueMs: 10, everyMs: 10 });
    expect(pace.isOffering).toBe(false);
  });
});
