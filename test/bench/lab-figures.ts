import { setTimeout as sleep } from 'node:timers/promises';
import { defaultConfig } from '../../shared/config.ts';
import type { Sample } from '../../shared/sample.ts';
import { topologyIds } from '../../shared/topologies.ts';
import type { Tier } from '../../shared/words.ts';
import { openLiveLab } from '../helpers/live-lab.ts';
import { kernelCpuUs } from '../helpers/processes.ts';
import type { Figure, Outcome } from './figures.ts';
import { median, rolesDir } from './rig.ts';

const MEASURE_MS = 12_000;
const TOGGLES = 40;

function cpuUs(samples: readonly Sample[], tier: Tier): number {
  return samples.reduce(
    (sum, one) => sum + (one.tiers[tier]?.userUs ?? 0) + (one.tiers[tier]?.systemUs ?? 0),
    0,
  );
}

async function hopCost(): Promise<Outcome> {
  const live = await openLiveLab({ topology: 'T2' }, { rolesDir });
  try {
    live.lab.start();
    await live.nextSample();
    await sleep(MEASURE_MS);
    const samples = live.samples().slice(8);
    const perRequest = (tier: Tier) =>
      median(samples.map((one) => cpuUs([one], tier) / (one.tiers[tier]?.requests ?? Number.NaN)));
    const [proxy, app] = [perRequest('proxy'), perRequest('app')];
    return {
      kind: 'measured',
      ratio: proxy / app,
      numerator: `${proxy.toFixed(1)} µs`,
      denominator: `${app.toFixed(1)} µs`,
    };
  } finally {
    await live.lab.dispose();
  }
}

/** CPU per request by our samples against the kernel's ticks, the windows cut at the same moment by stopping the load. */
async function instruments(tier: Tier, role: string): Promise<Outcome> {
  const live = await openLiveLab({ topology: 'T3' }, { rolesDir });
  try {
    live.lab.start();
    await live.nextSample();
    await sleep(2000);
    const pid = live.pids().get(role) ?? 0;
    const ratios: number[] = [];
    for (let round = 0; round < 5; round++) {
      const first = live.samples().length;
      const [startMs, kernelBefore] = [performance.now(), kernelCpuUs(pid)];
      await sleep(4000);
      const [endMs, kernelAfter] = [performance.now(), kernelCpuUs(pid)];
      const samples = live.samples().slice(first);
      const windowUs = samples.reduce((sum, one) => sum + (one.tiers[tier]?.windowUs ?? 0), 0);
      ratios.push(
        cpuUs(samples, tier) / windowUs / ((kernelAfter - kernelBefore) / ((endMs - startMs) * 1000)),
      );
    }
    return {
      kind: 'measured',
      ratio: median(ratios),
      numerator: `${tier}, ours`,
      denominator: '/proc/<pid>/stat',
    };
  } finally {
    await live.lab.dispose();
  }
}

async function toggleTime(): Promise<Outcome> {
  const live = await openLiveLab({}, { rolesDir });
  try {
    live.lab.start();
    await live.nextSample();
    const timesMs: number[] = [];
    for (let toggle = 0; toggle < TOGGLES; toggle++) {
      const topology = topologyIds[toggle % topologyIds.length] ?? 'T0';
      const bodyBytes = toggle % 3 === 0 ? 4096 : 256;
      const startMs = performance.now();
      live.lab.configure({ ...defaultConfig, topology, workload: { ...defaultConfig.workload, bodyBytes } });
      await live.nextSample();
      timesMs.push(performance.now() - startMs);
      await sleep(200);
    }
    const ms = median(timesMs);
    return {
      kind: 'measured',
      ratio: ms / 500,
      numerator: `${ms.toFixed(0)} ms (median of ${TOGGLES})`,
      denominator: '500 ms',
    };
  } finally {
    await live.lab.dispose();
  }
}

export const labFigures: readonly Figure[] = [
  {
    id: 'hop-t2',
    what: 'built-in proxy CPU per request ÷ the app’s, T2, 256 B, keep-alive',
    atMost: 3,
    measure: hopCost,
  },
  ...(
    [
      ['client', 'load'],
      ['proxy', 'proxy'],
      ['app', 'app'],
    ] as const
  ).map(
    ([tier, role]): Figure => ({
      id: `instruments-${tier}`,
      what: `CPU of the ${tier} measured by us ÷ by the kernel`,
      atLeast: 0.98,
      atMost: 1.02,
      measure: () => instruments(tier, role),
    }),
  ),
  { id: 'toggle', what: 'toggle to first sample ÷ 500 ms', atMost: 1, measure: toggleTime },
];
