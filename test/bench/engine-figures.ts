import { openPointRunner } from '../../electron/host/point-runner.ts';
import { type Config, defaultConfig } from '../../shared/config.ts';
import { toFault } from '../../shared/fault.ts';
import type { Run } from '../../shared/result.ts';
import { nothingConfirmed } from '../../shared/service.ts';
import { type Engine, engines } from '../../shared/words.ts';
import type { Figure, Outcome } from './figures.ts';
import { rolesDir } from './rig.ts';

const DURATION_S = 4;
const WARMUP_S = 1;

const { workload, tls } = defaultConfig;
const topologies = ['T2', 'T3'] as const;
const traffics: readonly { id: string; what: string; config: Pick<Config, 'workload' | 'tls'> }[] = [
  { id: '256', what: '256 B', config: { workload, tls } },
  { id: '64k', what: '64 KB', config: { workload: { ...workload, bodyBytes: 64 * 1024 }, tls } },
  {
    id: 'new',
    what: '256 B, a new connection each',
    config: { workload: { ...workload, reuse: 'new', connections: 16 }, tls: { ...tls, resumption: false } },
  },
];

/** All engines in turn, so that what drifts falls on all alike. */
async function runOf(
  topology: (typeof topologies)[number],
  config: Pick<Config, 'workload' | 'tls'>,
): Promise<Run> {
  const runner = await openPointRunner({ rolesDir }, () => {});
  try {
    const request = {
      topologies: [topology] as const,
      proxies: engines,
      config: { ...config, network: defaultConfig.network },
      confirmed: nothingConfirmed,
      warmupS: WARMUP_S,
      durationS: DURATION_S,
      mostS: DURATION_S,
    };
    return await runner.run(request, new AbortController().signal, () => {});
  } finally {
    await runner.dispose();
  }
}

function outcomeOf(run: Run, engine: Engine): Outcome {
  const point = run.points.find((one) => one.engines.proxy?.name === engine);
  const { proxy, app } = point?.tiers ?? {};
  if (!point || !proxy?.cpuUsPerRequest || !app?.cpuUsPerRequest) {
    const left = run.leftOut?.find((one) => one.proxy === engine);
    return { kind: 'skipped', reason: left?.fault.message ?? `${engine} was not measured` };
  }
  const [proxyUs, appUs] = [proxy.cpuUsPerRequest.mean, app.cpuUsPerRequest.mean];
  const doubts = point.failedGates.length > 0 ? `; not valid: ${point.failedGates.join(', ')}` : '';
  return {
    kind: 'measured',
    ratio: proxyUs / appUs,
    numerator: `${proxyUs.toFixed(1)} µs`,
    denominator: `${appUs.toFixed(1)} µs`,
    proof: `${point.requests} requests, ${point.engines.proxy?.version ?? ''}${doubts}`,
  };
}

/** What a hop through each engine costs beside the app; there is no limit to these, they are what users come to see. */
export const engineFigures: readonly Figure[] = topologies.flatMap((topology) =>
  traffics.flatMap(({ id, what, config }) => {
    let run: Promise<Run> | undefined;
    return engines.map(
      (engine): Figure => ({
        id: `engine-${topology}-${id}-${engine}`,
        what: `${engine}'s CPU per request ÷ the app's, ${topology}, ${what}`,
        atMost: Number.POSITIVE_INFINITY,
        measure: async () => {
          run ??= runOf(topology, config);
          try {
            return outcomeOf(await run, engine);
          } catch (error) {
            return { kind: 'skipped', reason: toFault(error).message };
          }
        },
      }),
    );
  }),
);
