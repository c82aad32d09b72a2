import { Lab } from '../../electron/lab/lab.ts';
import type { PointsOptions } from '../../electron/lab/measure-points.ts';
import { type Config, defaultConfig } from '../../shared/config.ts';
import type { Point, Run, Warning } from '../../shared/result.ts';
import type { TopologyId } from '../../shared/topologies.ts';
import { variantOf } from '../../shared/variant.ts';
import { rolesDir } from './live-lab.ts';

export interface Measuring {
  readonly topology: TopologyId;
  readonly workload?: Partial<Config['workload']>;
  readonly measuredS?: number;
  readonly warmUp?: PointsOptions['warmUp'];
  readonly rolesDir?: string;
  /** Told after each window, with the process ids of the roles that are ready. */
  readonly onWindow?: (measuredS: number, pids: ReadonlyMap<string, number>) => void;
}

/** Measures one point on a lab of its own, as `tls-cost-lab run` does. */
export async function measureRun(options: Measuring): Promise<Run> {
  const { topology, workload, measuredS = 1.5, warmUp = { leastMs: 300, mostMs: 300 } } = options;
  const config = { ...defaultConfig, workload: { ...defaultConfig.workload, ...workload } };
  const events = { onEvent: () => {}, onChange: () => {} };
  const lab = await Lab.open({ rolesDir: options.rolesDir ?? rolesDir, ...events }, config);
  try {
    return await lab.measure({
      variants: [variantOf(topology, config)],
      warmUp,
      ticksPerSlice: 1,
      isEnough: (progress) => progress.measuredS >= measuredS,
      signal: new AbortController().signal,
      onProgress: (seconds) => {
        const ready = lab.roles.filter((role) => role.phase === 'ready');
        options.onWindow?.(seconds, new Map(ready.map((role) => [role.role, role.pid ?? 0])));
      },
    });
  } finally {
    await lab.dispose();
  }
}

export function pointOf({ points: [point] }: Run): Point {
  if (point === undefined) throw new Error('A run that ended well has a point.');
  return point;
}

export function warningOf(run: Run, code: Warning['code']): Warning | undefined {
  return pointOf(run).warnings.find((warning) => warning.code === code);
}
