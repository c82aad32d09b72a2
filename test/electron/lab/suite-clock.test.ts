import { describe, expect, it } from 'vitest';
import type { Progress } from '../../../electron/lab/measure-points.ts';
import { SuiteClock } from '../../../electron/lab/suite-clock.ts';

const pace = { perVariantMs: 1_000, warmUp: { leastMs: 0, mostMs: 0 } };

/** Two experiments, of four variants and of two; no figure is ever known early. */
function clockAt() {
  let nowMs = 0;
  const clock = new SuiteClock([4, 2], pace, () => nowMs);
  const isDone = clock.until(0);
  let slices = 0;
  const progress = (): Progress => ({ measuredS: 0, slices, isKnown: () => false });
  return {
    clock,
    pass: (ms: number) => {
      nowMs += ms;
    },
    /** @returns whether the experiment is done after a turn that took so long */
    turn: (ms: number) => {
      clock.measuring();
      nowMs += ms;
      slices += 1;
      return isDone(progress());
    },
  };
}

describe('the clock of a suite', () => {
  it('runs down, and ends an experiment before a turn that would not fit', () => {
    const { clock, pass, turn } = clockAt();
    expect(clock.leftS).toBe(6);
    pass(1_000);
    expect([turn(700), turn(700), turn(700)]).toEqual([false, false, false]);
    expect(clock.leftS).toBeCloseTo(2.9);
    expect(turn(700)).toBe(true);
  });

  it('stands still while what failed is mended, from the beginning of the turn that is lost', () => {
    const { clock, pass, turn } = clockAt();
    pass(1_000);
    turn(700);
    expect(clock.leftS).toBeCloseTo(4.3);
    pass(300);
    clock.interrupted();
    expect(clock.leftS).toBeCloseTo(4.3);
    pass(5_000);
    clock.interrupted();
    expect(clock.leftS).toBeCloseTo(4.3);
    clock.measuring();
    pass(200);
    expect(clock.leftS).toBeCloseTo(4.1);
  });

  it('gives an experiment as many turns as if nothing had failed, and the one after it as much time', () => {
    const { clock, pass, turn } = clockAt();
    pass(1_000);
    turn(700);
    turn(700);
    pass(300);
    clock.interrupted();
    pass(5_000);
    expect(turn(700)).toBe(false);
    expect(turn(700)).toBe(true);
    expect(clock.leftS).toBeCloseTo(2.2);
  });

  it('counts what is lost before the first turn from the failure on', () => {
    const { clock, pass } = clockAt();
    pass(400);
    clock.interrupted();
    pass(2_000);
    clock.measuring();
    expect(clock.leftS).toBeCloseTo(5.6);
  });
});
