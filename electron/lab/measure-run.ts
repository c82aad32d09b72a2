import { randomUUID } from 'node:crypto';
import type { Config } from '../../shared/config.ts';
import { LabError, toFault } from '../../shared/fault.ts';
import { type Environment, type Run, runSchemaId } from '../../shared/result.ts';
import { type TopologyId, tiersOf } from '../../shared/topologies.ts';
import { Accumulator } from './accumulator.ts';
import { measureLoop, type Topologies } from './measure-loop.ts';
import { planFor } from './plan.ts';
import { withRecovery } from './recovery.ts';
import type { Supervisor } from './supervisor.ts';

export interface MeasureOptions {
  readonly supervisor: Supervisor;
  readonly environment: Environment;
  readonly topologies: Topologies;
  readonly config: Pick<Config, 'workload' | 'tls'>;
  readonly warmupS: number;
  /** For each topology. */
  readonly durationS: number;
  readonly signal: AbortSignal;
  /** Told after each window: seconds measured so far, over all topologies. */
  readonly onProgress: (measuredS: number, topology: TopologyId) => void;
}

/**
 * Measures one point per topology.
 * @returns the run; when aborted, with the points that have at least one window
 * @throws LabError `nothing-measured`, or of what made it impossible
 */
export async function measureRun(options: MeasureOptions): Promise<Run> {
  const { supervisor, topologies, config, signal } = options;
  const startedAt = new Date();
  const collected = new Map<TopologyId, Accumulator>();
  let measuredS = 0;
  let slice = 0;
  const attempt = (restarts: number) =>
    measureLoop({
      supervisor,
      epoch: 0,
      topologies,
      planOf: (topology) => planFor(topology, config.workload, config.tls),
      warmupMs: options.warmupS * 1000,
      durationMs: Math.max(250, options.durationS * 1000 - (measuredS * 1000) / topologies.length),
      timeline: false,
      afterGap: restarts > 0,
      firstSlice: slice + 1,
      signal,
      onBegin: async (opened, tick) => {
        const { topology } = opened.plan;
        const runtimes = await supervisor.runtimes(tiersOf(topology));
        const fixed = { config, topology, runtimes, cores: options.environment.cores };
        const known = collected.get(topology) ?? new Accumulator(fixed);
        known.restart(tick);
        collected.set(topology, known);
      },
      onRunning: () => {},
      onSample: (_opened, sample, tick) => {
        collected.get(sample.topology)?.add(sample, tick);
        measuredS += sample.windowMs / 1000;
        slice = sample.slice;
        options.onProgress(measuredS, sample.topology);
      },
    });
  let failure: unknown;
  try {
    await withRecovery({ supervisor, signal, onRecovering: () => {} }, attempt);
  } catch (error) {
    if (!signal.aborted) failure = error;
  }
  const points = topologies.flatMap((topology) => collected.get(topology)?.point() ?? []);
  // What was measured before a failure is not thrown away, unless there is nothing.
  if (points.length === 0) {
    throw (
      failure ??
      new LabError({ code: 'nothing-measured', message: 'The run was ended before the first window.' })
    );
  }
  return {
    schema: runSchemaId,
    id: randomUUID(),
    startedAt: startedAt.toISOString(),
    durationS: (Date.now() - startedAt.getTime()) / 1000,
    environment: options.environment,
    points,
    ...(failure === undefined ? {} : { fault: toFault(failure) }),
  };
}
