import type { SuiteOptions, SuiteProgress } from '../../shared/api.ts';
import { type Config, defaultConfig } from '../../shared/config.ts';
import type { Fault } from '../../shared/fault.ts';
import type { Run } from '../../shared/result.ts';
import type { Confirmed } from '../../shared/service.ts';
import type { TopologyId } from '../../shared/topologies.ts';
import { atLeastOne, variantsOver } from '../../shared/variant.ts';
import type { Engine } from '../../shared/words.ts';
import { Lab } from '../lab/lab.ts';
import type { LabOptions } from '../lab/lab-options.ts';

/** Windows of a slice: half a second drowns the change from one topology to the next. */
const TICKS_PER_SLICE = 2;
/** CPU per request that hasn't settled after so much more warm-up than was asked for is measured, and called not warm. */
const MORE_WARMUP_MS = 4_000;

export interface RunRequest {
  readonly topologies: readonly [TopologyId, ...TopologyId[]];
  /** What plays the proxy; each topology that has one is measured with each of these. */
  readonly proxies: readonly [Engine, ...Engine[]];
  readonly config: Pick<Config, 'workload' | 'tls' | 'network' | 'service'>;
  /** Hosts and commands of the service that the user has said yes to. */
  readonly confirmed: Confirmed;
  /** At least; 0 for none at all. */
  readonly warmupS: number;
  /** For each topology, at least. */
  readonly durationS: number;
  /** For each topology, at most: between the two it ends once CPU per request is known well enough. */
  readonly mostS: number;
}

export interface PointRunner {
  /**
   * Measures one point per topology, interleaved.
   * @param onProgress told after each window how many seconds have been measured, over all topologies
   * @returns the run; when aborted, with what was measured until then
   * @throws LabError when nothing could be measured
   */
  run(request: RunRequest, signal: AbortSignal, onProgress: (measuredS: number) => void): Promise<Run>;
  /**
   * Measures a suite.
   * @returns the run; when aborted or something failed, with what was measured until then
   * @throws LabError when nothing could be measured
   */
  suite(
    options: SuiteOptions,
    signal: AbortSignal,
    onProgress: (progress: SuiteProgress) => void,
  ): Promise<Run>;
  dispose(): Promise<void>;
}

async function runPoints(
  lab: Lab,
  request: RunRequest,
  signal: AbortSignal,
  onProgress: (measuredS: number) => void,
): Promise<Run> {
  const { warmupS, durationS, mostS } = request;
  return lab.measure({
    variants: atLeastOne(variantsOver(request.topologies, request.proxies, request.config)),
    warmUp: { leastMs: warmupS * 1000, mostMs: warmupS === 0 ? 0 : warmupS * 1000 + MORE_WARMUP_MS },
    ticksPerSlice: TICKS_PER_SLICE,
    isEnough: ({ measuredS, isKnown }) => measuredS >= mostS || (measuredS >= durationS && isKnown()),
    signal,
    onProgress,
  });
}

/**
 * Opens a lab for a terminal: no windows, no settings, no timelines.
 * @param onFault told of roles that crashed on the way, and of engines that the run goes on without
 * @throws LabError `role-start-failed`
 */
export async function openPointRunner(
  options: Pick<LabOptions, 'rolesDir' | 'execPath' | 'engines' | 'confirmed'>,
  onFault: (fault: Fault) => void,
): Promise<PointRunner> {
  const lab = await Lab.open(
    {
      ...options,
      onEvent: (event) => {
        if (event.kind === 'fault') onFault(event.fault);
      },
      onChange: () => {},
    },
    defaultConfig,
  );
  return {
    run: (request, signal, onProgress) => runPoints(lab, request, signal, onProgress),
    suite: (suite, signal, onProgress) => lab.measureSuite({ suite, signal, onProgress }),
    dispose: () => lab.dispose(),
  };
}
