import { MIN_SLICES_FOR_INTERVAL } from '../../shared/stats.ts';
import type { Progress } from './measure-points.ts';
import type { WarmUp } from './warm-up-loop.ts';

/** How long a suite may take. */
export interface Pace {
  /** Of each variant: warm-up, slices and the change from one variant to the next. */
  readonly perVariantMs: number;
  readonly warmUp: WarmUp;
}

/**
 * On two cores the 36 variants of the full suite then take at most 143 s, and the 26 of the quick one 42 s. What a variant
 * doesn't need, those after it may use.
 */
export const suitePaces = {
  full: { perVariantMs: 3_950, warmUp: { leastMs: 500, mostMs: 2_000 } },
  quick: { perVariantMs: 1_600, warmUp: { leastMs: 400, mostMs: 800 } },
} as const satisfies Record<string, Pace>;

/** Fewer slices may agree by luck; a suite stops no earlier because a figure seems to be known. */
const LEAST_SLICES = 6;

/**
 * Shares the time of a suite out among its experiments. What a role that failed costs them is no part of it: what it
 * has spoilt is measured again.
 */
export class SuiteClock {
  private readonly nowMs: () => number;
  private readonly startMs: number;
  private deadlinesMs: readonly number[];
  /** Absent until the experiment's first slice. */
  private turnStartMs: number | undefined;
  private stoppedAtMs: number | undefined;

  /**
   * @param counts how many variants each experiment has, in order
   * @param nowMs of a clock that never jumps
   */
  constructor(counts: readonly number[], { perVariantMs }: Pace, nowMs = () => performance.now()) {
    this.nowMs = nowMs;
    this.startMs = nowMs();
    let endMs = this.startMs;
    this.deadlinesMs = counts.map((count) => {
      endMs += count * perVariantMs;
      return endMs;
    });
  }

  get elapsedS(): number {
    return (this.nowMs() - this.startMs) / 1000;
  }

  /** At most; figures that are known early end it sooner. */
  get leftS(): number {
    const endMs = this.deadlinesMs.at(-1) ?? this.startMs;
    return Math.max(0, endMs - (this.stoppedAtMs ?? this.nowMs())) / 1000;
  }

  /** Something failed and is being mended: the clock stands still at the beginning of the turn that this spoils. */
  interrupted(): void {
    this.stoppedAtMs ??= this.turnStartMs ?? this.nowMs();
  }

  /** A slice begins. After an interruption everything is due later by what that took. */
  measuring(): void {
    const nowMs = this.nowMs();
    this.turnStartMs ??= nowMs;
    if (this.stoppedAtMs === undefined) return;
    const lostMs = nowMs - this.stoppedAtMs;
    this.deadlinesMs = this.deadlinesMs.map((deadlineMs) => deadlineMs + lostMs);
    this.turnStartMs = nowMs;
    this.stoppedAtMs = undefined;
  }

  /**
   * Begins an experiment, and tells when it is done: when all its figures are known, or when another turn would not fit.
   * @param index of the experiment
   */
  until(index: number): (progress: Progress) => boolean {
    this.turnStartMs = undefined;
    return ({ slices, isKnown }) => {
      const nowMs = this.nowMs();
      const deadlineMs = this.deadlinesMs[index] ?? this.startMs;
      const turnMs = nowMs - (this.turnStartMs ?? nowMs);
      this.turnStartMs = nowMs;
      if (slices < MIN_SLICES_FOR_INTERVAL) return false;
      return nowMs + turnMs > deadlineMs || (slices >= LEAST_SLICES && isKnown());
    };
  }
}
