import type { ExperimentId } from '../../shared/experiment-ids.ts';
import { experimentIds } from '../../shared/experiment-ids.ts';
import { inLegs } from '../../shared/leg-labels.ts';
import type { Point, Run } from '../../shared/result.ts';
import { type ShapeStatement, shapeOf } from '../../shared/shape.ts';
import { memoise } from './memoise.ts';
import type { LabState } from './reduce.ts';

/** What one experiment of the suite has to show. */
export interface ExperimentResult {
  readonly id: ExperimentId;
  readonly points: readonly Point[];
  /** The statements whose figures these points have, also those that can't be told from them. */
  readonly shape: readonly ShapeStatement[];
}

/** Yes, no, or why it can't be told; anything else is a statement whose points are missing. */
export const isAnswered = ({ outcome }: ShapeStatement): boolean => outcome !== 'unknown';

/**
 * What the suite whose progress is shown has measured so far. Towards a busy window progress and runs are dropped each
 * for themselves, so the last of both may be of two suites.
 */
export const selectSuiteRun = ({ suite, suiteRun }: LabState): Run | undefined =>
  suite?.runId === suiteRun?.id ? suiteRun : undefined;

/** The experiments of a run that have points, in order. */
export function experimentsOf({ points: all }: Pick<Run, 'points'>): ExperimentResult[] {
  return experimentIds.flatMap((id) => {
    const points = inLegs(all.filter((point) => point.experiment === id));
    return points.length > 0 ? [{ id, points, shape: shapeOf(points).filter(isAnswered) }] : [];
  });
}

export const selectExperiments = memoise(
  (state: LabState) => [selectSuiteRun(state)] as const,
  (run: Run | undefined): readonly ExperimentResult[] => (run ? experimentsOf(run) : []),
);

/** Published statements that the suite, as far as it went, can't be held against. */
export const selectUnanswered = memoise(
  (state: LabState) => [selectSuiteRun(state)] as const,
  (run: Run | undefined): readonly ShapeStatement[] =>
    run ? shapeOf(run.points).filter((statement) => !isAnswered(statement)) : [],
);

/** What ended the suite early, unless it still stands among the failures: nobody needs it twice. */
export const selectUnsaidFault = (state: LabState): Run['fault'] => {
  const ending = selectSuiteRun(state)?.fault;
  return state.faults.some(({ fault }) => fault.message === ending?.message) ? undefined : ending;
};

/** Whether a suite is under way: the lab says so, or has not yet said how it ended. */
export const selectIsSuiteBusy = (state: LabState): boolean =>
  state.status?.phase.kind === 'suite' || state.suite?.state === 'running';
