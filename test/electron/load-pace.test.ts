import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pace } from '../../electron/roles/load-pace.ts';
import { bounds } from '../../shared/config.ts';

const rate = fc.integer(bounds.ratePerSec);
const beginMs = fc.double({ min: 0, max: 1e9, noNaN: true });

describe('a pace', () => {
  it('counts as due exactly those requests whose moment has come', () => {
    fc.assert(
      fc.property(rate, beginMs, fc.integer({ min: 0, max: 3_000 }), (ratePerSec, begin, requests) => {
        const pace = new Pace(ratePerSec);
        pace.begin(begin);
        for (let n = 0; n < requests; n++) pace.take();
        // Request number `requests` is due now: it and all before it count, and none after it.
        expect(pace.dueBy(pace.nextDueMs)).toBe(requests + 1);
        const dueMs = pace.take();
        expect(pace.dueBy(dueMs)).toBe(requests + 1);
        expect(pace.nextDueMs).toBeGreaterThan(dueMs);
      }),
    );
  });

  it('spaces requests evenly and lets no rounding add up', () => {
    fc.assert(
      fc.property(rate, beginMs, fc.integer({ min: 1, max: 2_000 }), (ratePerSec, begin, requests) => {
        const pace = new Pace(ratePerSec);
        pace.begin(begin);
        const moments = Array.from({ length: requests }, () => pace.take());
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
        const due = pace.dueBy(begin + firstMs + laterMs) - pace.dueBy(begin + firstMs);
        expect(Math.abs(due - (laterMs * ratePerSec) / 1000)).toBeLessThanOrEqual(1.001);
      }),
    );
  });

  it('keeps its count over pauses, and owes nothing after them', () => {
    const runs = fc.array(
      fc.record({
        pauseMs: fc.integer({ min: 0, max: 1_000 }),
        runMs: fc.integer({ min: 0, max: 5_000 }),
        taken: fc.integer({ min: 0, max: 10 }),
      }),
    );
    fc.assert(
      fc.property(rate, runs, fc.integer({ min: 0, max: 1_000 }), (ratePerSec, all, before) => {
        const pace = new Pace(ratePerSec, before);
        let nowMs = 0;
        let due = before;
        for (const { pauseMs, runMs, taken } of all) {
          expect(pace.nextDueMs).toBe(Number.POSITIVE_INFINITY);
          nowMs += pauseMs;
          expect(pace.dueBy(nowMs)).toBe(due);
          pace.begin(nowMs);
          expect(pace.nextDueMs).toBe(nowMs);
          for (let n = 0; n < taken && pace.nextDueMs <= nowMs + runMs; n++) pace.take();
          nowMs += runMs;
          pace.end(nowMs);
          due += Math.floor((runMs * ratePerSec) / 1000 + 1e-6) + 1;
          // A moment that falls on the pause itself may be rounded to either side.
          expect(Math.abs(pace.dueBy(nowMs) - due)).toBeLessThanOrEqual(1);
          due = pace.dueBy(nowMs);
        }
      }),
    );
  });
});
