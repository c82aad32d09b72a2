import { randomUUID } from 'node:crypto';
import type { SuiteOptions, SuiteProgress } from '../../shared/api.ts';
import type { ExperimentId } from '../../shared/experiment-ids.ts';
import { planSuite } from '../../shared/experiments.ts';
import type { Environment, LeftOut, Point, Run } from '../../shared/result.ts';
import { seriesName } from '../../shared/series.ts';
import { atLeastOne } from '../../shared/variant.ts';
import { measurePoints } from './measure-points.ts';
import { assertMeasured, runDocument } from './run-document.ts';
import { type Pace, SuiteClock, suitePaces } from './suite-clock.ts';
import type { Supervisor } from './supervisor.ts';

/** Time left is told this often, also while nothing is measured yet. */
const PROGRESS_EVERY_MS = 500;

export interface SuiteRunOptions {
  readonly supervisor: Supervisor;
  readonly environment: Environment;
  readonly suite: SuiteOptions;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: SuiteProgress) => void;
  /** Told after each turn and each experiment, and before the end: the run with all that has been measured so far. */
  readonly onRun?: (run: Run) => void;
}

type Planned = ReturnType<typeof planSuite>[number];

/** One suite on its way; its experiments follow each other, and the variants of each are interleaved. */
class SuiteRun {
  private readonly options: SuiteRunOptions;
  private readonly planned: readonly Planned[];
  private readonly clock: SuiteClock;
  private readonly pace: Pace;
  private readonly id = randomUUID();
  private readonly startedAt = new Date();
  readonly points: Point[] = [];
  /** By series and reason: an engine that is missing would be told of once per leg. */
  private readonly leftOut = new Map<string, LeftOut>();
  private nextSlice = 1;
  private current: ExperimentId | undefined;
  private recovering: SuiteProgress['recovering'];
  failure: unknown;

  constructor(options: SuiteRunOptions) {
    this.options = options;
    this.planned = planSuite(options.suite);
    this.pace = suitePaces[options.suite.quick ? 'quick' : 'full'];
    this.clock = new SuiteClock(
      this.planned.map(({ variants }) => variants.length),
      this.pace,
    );
  }

  async measure(): Promise<Run> {
    const timer = setInterval(() => this.tell('running'), PROGRESS_EVERY_MS);
    try {
      for (const [index, experiment] of this.planned.entries()) {
        if (this.options.signal.aborted || this.failure !== undefined) break;
        await this.measureExperiment(index, experiment);
        this.options.onRun?.(this.run());
      }
    } catch (error) {
      this.failure = error;
    } finally {
      clearInterval(timer);
    }
    this.current = undefined;
    const run = this.run();
    // First, so that whoever hears of the end has all that was measured.
    if (run.points.length > 0) this.options.onRun?.(run);
    this.tell(this.outcome());
    assertMeasured(this);
    return run;
  }

  private async measureExperiment(index: number, { id, variants }: Planned): Promise<void> {
    const { supervisor, environment, signal } = this.options;
    this.current = id;
    this.tell('running');
    const measured = await measurePoints({
      supervisor,
      cores: environment.cores,
      variants: atLeastOne(variants),
      experiment: id,
      warmUp: this.pace.warmUp,
      ticksPerSlice: 1,
      isEnough: this.clock.until(index),
      firstSlice: this.nextSlice,
      signal,
      onLeftOut: (one) => this.leftOut.set(`${seriesName(one)} ${one.fault.message}`, one),
      onTurn: (points) => this.options.onRun?.(this.run(points)),
      onRecovering: (attempt, role) => this.recover({ attempt, role }),
      onSlice: () => this.noteSlice(),
    });
    this.recovering = undefined;
    this.points.push(...measured.points);
    this.nextSlice = measured.nextSlice;
    this.failure = measured.failure;
  }

  private recover(recovering: SuiteProgress['recovering']): void {
    this.clock.interrupted();
    this.recovering = recovering;
    this.tell('running');
  }

  private noteSlice(): void {
    this.clock.measuring();
    if (this.recovering === undefined) return;
    this.recovering = undefined;
    this.tell('running');
  }

  private outcome(): SuiteProgress['state'] {
    if (this.failure !== undefined) return 'failed';
    return this.options.signal.aborted ? 'cancelled' : 'done';
  }

  /** @param unfinished points of the experiment that is being measured */
  private run(unfinished: readonly Point[] = []): Run {
    const { environment, suite, signal } = this.options;
    const { experiments, quick } = suite;
    const { startedAt, failure, id } = this;
    const points = [...this.points, ...unfinished];
    const about = { experiments, quick, cancelled: signal.aborted };
    const leftOut = [...this.leftOut.values()];
    return runDocument({ startedAt, environment, points, suite: about, leftOut, failure }, id);
  }

  private tell(state: SuiteProgress['state']): void {
    this.options.onProgress({
      runId: this.id,
      options: this.options.suite,
      state,
      experiment: this.current,
      recovering: this.recovering,
      donePoints: this.points.length,
      totalPoints: this.planned.reduce((sum, { variants }) => sum + variants.length, 0),
      elapsedS: this.clock.elapsedS,
      leftS: state === 'running' ? this.clock.leftS : 0,
    });
  }
}

/**
 * Measures the experiments of a suite one after the other.
 * @returns the run, also when it was cancelled or something failed: with what was measured until then
 * @throws LabError when nothing could be measured
 */
export async function measureSuite(options: SuiteRunOptions): Promise<Run> {
  return new SuiteRun(options).measure();
}
