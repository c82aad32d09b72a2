import type { SuiteOptions, SuiteProgress } from '../../shared/api.ts';
import { defaultConfig } from '../../shared/config.ts';
import { planSuite } from '../../shared/experiments.ts';
import type { Environment, Point, Run } from '../../shared/result.ts';
import { fakePoint } from './fake-figures.ts';

/** TEST CODE: plays a suite with made-up figures, in the order in which the lab tells of a real one. */

/** As long as a variant of a quick suite may take. */
const sPerPoint = 1.6;
const slices = 12;

/** What is to be told after some time: how far it is, and the run when an experiment has been completed. */
export interface FakeSuite {
  /** @param seconds more that have gone by */
  advance(seconds: number): { progress: SuiteProgress; run: Run | undefined };
  /** Ends it: what was measured stays. */
  cancel(): { progress: SuiteProgress; run: Run | undefined };
}

/** @param begun what the run document says of its beginning; its `id` is another for each suite */
export function playSuite(
  options: SuiteOptions,
  environment: Environment,
  begun: Pick<Run, 'id' | 'startedAt'>,
): FakeSuite {
  const planned = planSuite(options).map(({ id, variants }) => ({
    id,
    points: variants.map(
      (variant): Point => ({
        ...fakePoint(variant.topology, { ...defaultConfig, ...variant }, slices),
        experiment: id,
      }),
    ),
  }));
  const totalPoints = planned.reduce((sum, { points }) => sum + points.length, 0);
  const done: Point[] = [];
  let elapsedS = 0;

  const current = () => planned.find(({ points }) => points[0] && !done.includes(points[0]));
  const run = (cancelled: boolean): Run => ({
    schema: 'tls-cost-lab/run@1',
    ...begun,
    durationS: elapsedS,
    environment,
    points: [...done],
    suite: { experiments: options.experiments, quick: options.quick, cancelled },
  });
  const progress = (state: SuiteProgress['state']): SuiteProgress => {
    const leftS = state === 'running' ? Math.max(0, totalPoints * sPerPoint - elapsedS) : 0;
    const experiment = state === 'running' ? current()?.id : undefined;
    return {
      runId: begun.id,
      options,
      state,
      experiment,
      donePoints: done.length,
      totalPoints,
      elapsedS,
      leftS,
    };
  };

  return {
    advance: (seconds) => {
      elapsedS += seconds;
      const experiment = current();
      const due = (done.length + (experiment?.points.length ?? 0)) * sPerPoint;
      const isComplete = elapsedS >= due;
      if (isComplete) done.push(...(experiment?.points ?? []));
      const state = done.length === totalPoints ? 'done' : 'running';
      return { progress: progress(state), run: isComplete ? run(false) : undefined };
    },
    cancel: () => ({ progress: progress('cancelled'), run: done.length > 0 ? run(true) : undefined }),
  };
}
