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
/** With fewer there is no interval at all: these are measured even when time is up. */
const SLICES_FOR_INTERVAL = 3;

/** Shares the time of a suite out among its experiments. */
export class SuiteClock {
  private readonly startMs = performance.now();
  private readonly deadlinesMs: readonly number[];

  /** @param counts how many variants each experiment has, in order */
  constructor(counts: readonly number[], { perVariantMs }: Pace) {
    let endMs = this.startMs;
    this.deadlinesMs = counts.map((count) => {
      endMs += count * perVariantMs;
      return endMs;
    });
  }

  get elapsedS(): number {
    return (performance.now() - this.startMs) / 1000;
  }

  /** At most; figures that are known early end it sooner. */
  get leftS(): number {
    const endMs = this.deadlinesMs.at(-1) ?? this.startMs;
    return Math.max(0, endMs - performance.now()) / 1000;
  }

  /**
   * Tells when an experiment is done: when all its figures are known, or when another turn would not fit.
   * @param index of the experiment
   */
  until(index: number): (progress: Progress) => boolean {
    const deadlineMs = this.deadlinesMs[index] ?? this.startMs;
    let lastMs: number | undefined;
    return ({ slices, isKnown }) => {
      const nowMs = performance.now();
      const turnMs = lastMs === undefined ? 0 : nowMs - lastMs;
      lastMs = nowMs;
      if (slices < SLICES_FOR_INTERVAL) return false;
      return nowMs + turnMs > deadlineMs || (slices >= LEAST_SLICES && isKnown());
    };
  }
}
