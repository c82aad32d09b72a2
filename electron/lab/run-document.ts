import { randomUUID } from 'node:crypto';
import { type Fault, LabError, toFault } from '../../shared/fault.ts';
import { type Environment, type LeftOut, type Point, type Run, runSchemaId } from '../../shared/result.ts';
import { shapeOf, shapeText } from '../../shared/shape.ts';

/** What a run document is made of. */
export interface RunParts {
  readonly startedAt: Date;
  readonly environment: Environment;
  readonly points: readonly Point[];
  readonly suite?: Run['suite'];
  /** It was measured live. */
  readonly live?: true;
  readonly leftOut?: readonly LeftOut[];
  /** What ended it early, if anything did. */
  readonly failure: unknown;
}

const shapeFacts = (points: readonly Point[]) =>
  shapeOf(points).map((statement) => ({ ...statement, text: shapeText(statement) }));

/** The run document of what was measured from `startedAt` until now. */
export function runDocument(parts: RunParts, id: string = randomUUID()): Run {
  const fault: Fault | undefined = parts.failure === undefined ? undefined : toFault(parts.failure);
  const { leftOut = [] } = parts;
  return {
    schema: runSchemaId,
    id,
    startedAt: parts.startedAt.toISOString(),
    durationS: (Date.now() - parts.startedAt.getTime()) / 1000,
    environment: parts.environment,
    points: [...parts.points],
    ...(parts.suite === undefined ? {} : { suite: { ...parts.suite, shape: shapeFacts(parts.points) } }),
    ...(parts.live === undefined ? {} : { live: parts.live }),
    ...(leftOut.length === 0 ? {} : { leftOut: [...leftOut] }),
    ...(fault === undefined ? {} : { fault }),
  };
}

/** @throws LabError `nothing-measured`, or the failure, when there is no point to keep */
export function assertMeasured({ points, failure }: Pick<RunParts, 'points' | 'failure'>): void {
  if (points.length > 0) return;
  throw (
    failure ??
    new LabError({ code: 'nothing-measured', message: 'The run was ended before the first window.' })
  );
}
