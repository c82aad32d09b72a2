import type { Environment, Run } from '../../shared/result.ts';
import { measurePoints, type PointsOptions } from './measure-points.ts';
import { assertMeasured, runDocument } from './run-document.ts';

/**
 * Measures a run of points, interleaved when there are several.
 * @returns what was measured, also when the signal aborted it
 * @throws LabError when nothing could be measured
 */
export async function measureRun(
  options: Omit<PointsOptions, 'cores' | 'firstSlice'>,
  environment: Environment,
): Promise<Run> {
  const startedAt = new Date();
  options.supervisor.beginMeasurement();
  const measured = await measurePoints({ ...options, cores: environment.cores, firstSlice: 1 });
  assertMeasured(measured);
  return runDocument({ ...measured, startedAt, environment });
}
