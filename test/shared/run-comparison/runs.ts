import type { Point, Run } from '../../../shared/result.ts';
import { suiteRun } from '../suite-points.ts';

/** TEST CODE: runs to be compared. */

export const runOf = (points: readonly Point[], change: Partial<Run> = {}): Run => ({
  ...suiteRun,
  points: [...points],
  suite: undefined,
  ...change,
});

export const onOtherMachine: Partial<Run> = {
  id: 'elsewhere',
  environment: { ...suiteRun.environment, cpuModel: 'Another CPU', cores: 16 },
};
