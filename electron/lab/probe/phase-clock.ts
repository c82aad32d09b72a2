import type { Phases } from '../../../shared/probe/probe.ts';

type Phase = Exclude<keyof Phases, 'totalMs'>;

/** Times steps that follow each other. */
export class PhaseClock {
  private readonly laps: Partial<Record<Phase, number>> = {};
  private atMs = performance.now();

  /** A step has ended; the next begins. */
  lap(phase: Phase): void {
    const nowMs = performance.now();
    this.laps[phase] = nowMs - this.atMs;
    this.atMs = nowMs;
  }

  /** What has passed since the last step belongs to none. */
  skip(): void {
    this.atMs = performance.now();
  }

  phases(): Phases {
    return { ...this.laps, totalMs: Object.values(this.laps).reduce((sum, ms) => sum + ms, 0) };
  }
}
