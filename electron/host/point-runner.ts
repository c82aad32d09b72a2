import { type Config, defaultConfig } from '../../shared/config.ts';
import type { Run } from '../../shared/result.ts';
import type { TopologyId } from '../../shared/topologies.ts';
import { Lab } from '../lab/lab.ts';

export interface RunRequest {
  readonly topologies: readonly [TopologyId, ...TopologyId[]];
  readonly config: Pick<Config, 'workload' | 'tls'>;
  readonly warmupS: number;
  /** For each topology. */
  readonly durationS: number;
}

export interface PointRunner {
  /**
   * Measures one point per topology, interleaved.
   * @param onProgress told after each window how many seconds have been measured, over all topologies
   * @returns the run; when aborted, with what was measured until then
   * @throws LabError when nothing could be measured
   */
  run(request: RunRequest, signal: AbortSignal, onProgress: (measuredS: number) => void): Promise<Run>;
  dispose(): Promise<void>;
}

/**
 * Opens a lab for a terminal: no windows, no settings, no timelines.
 * @param onFault told of roles that crashed on the way
 * @throws LabError `role-start-failed`
 */
export async function openPointRunner(
  options: { rolesDir: string; execPath?: string },
  onFault: (message: string) => void,
): Promise<PointRunner> {
  const lab = await Lab.open(
    {
      ...options,
      onEvent: (event) => {
        if (event.kind === 'fault') onFault(event.fault.message);
      },
      onChange: () => {},
    },
    defaultConfig,
  );
  return {
    run: (request, signal, onProgress) => lab.measure({ ...request, signal, onProgress }),
    dispose: () => lab.dispose(),
  };
}
