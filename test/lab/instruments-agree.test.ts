import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sample } from '../../shared/sample.ts';
import { type CpuGroup, openCpuGroup } from '../helpers/cgroup.ts';
import { eventually } from '../helpers/eventually.ts';
import { type LiveLab, openLiveLab } from '../helpers/live-lab.ts';
import { kernelCpuUs } from '../helpers/processes.ts';

const roleOfTier = { client: 'load', proxy: 'proxy', app: 'app' } as const;
const tiers = ['client', 'proxy', 'app'] as const;
type Tier = (typeof tiers)[number];

/** Each tier then works for two seconds at least, of which a step of the kernel's count, 10 ms, is half a percent. */
const WINDOWS = 24;

/** The accounts of the same processes by those who aren't ours, read at the end of each window. */
interface Accounts {
  readonly sample: Sample;
  readonly kernelUs: Record<Tier, number>;
  readonly groupUs: Record<Tier, number>;
}

function perTier<T>(value: (tier: Tier) => T): Record<Tier, T> {
  return { client: value('client'), proxy: value('proxy'), app: value('app') };
}

describe.skipIf(process.platform !== 'linux')('CPU of each tier (skipped: only Linux has /proc)', () => {
  let live: LiveLab;
  const groups = new Map<Tier, CpuGroup>();
  let groupObstacle: string | undefined;
  const accounts: Accounts[] = [];

  beforeAll(async () => {
    live = await openLiveLab({ topology: 'T3' });
    const pids = perTier((tier) => live.pids().get(roleOfTier[tier]) ?? 0);
    for (const tier of tiers) {
      const group = openCpuGroup(pids[tier]);
      if (typeof group === 'string') groupObstacle = group;
      else groups.set(tier, group);
    }
    live.lab.start();
    await live.nextSample();
    live.onSample((sample) =>
      accounts.push({
        sample,
        kernelUs: perTier((tier) => kernelCpuUs(pids[tier])),
        groupUs: perTier((tier) => groups.get(tier)?.usageUs() ?? Number.NaN),
      }),
    );
    await eventually('the windows', () => accounts.length > WINDOWS, 30_000);
  });
  afterAll(async () => {
    await live.lab.dispose();
    for (const group of groups.values()) group.remove();
  });

  /** CPU that we count in the windows ÷ what another counts between the same moments. */
  function ratio(tier: Tier, account: 'kernelUs' | 'groupUs'): number {
    const [first, ...rest] = accounts.slice(0, WINDOWS + 1);
    const oursUs = rest.reduce((sum, { sample }) => {
      const { userUs = Number.NaN, systemUs = Number.NaN } = sample.tiers[tier] ?? {};
      return sum + userUs + systemUs;
    }, 0);
    return oursUs / ((rest.at(-1)?.[account][tier] ?? 0) - (first?.[account][tier] ?? 0));
  }

  it.each(tiers)('agrees with /proc/<pid>/stat within 2 %: %s', (tier) => {
    expect(ratio(tier, 'kernelUs')).toBeGreaterThan(0.98);
    expect(ratio(tier, 'kernelUs')).toBeLessThan(1.02);
  });

  for (const tier of tiers) {
    it(`agrees with the account of its cgroup within 2 %: ${tier}`, ({ skip }) => {
      skip(groupObstacle !== undefined, groupObstacle);
      expect(ratio(tier, 'groupUs')).toBeGreaterThan(0.98);
      expect(ratio(tier, 'groupUs')).toBeLessThan(1.02);
    });
  }
});
