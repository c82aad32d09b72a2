import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LiveLab, openLiveLab } from '../helpers/live-lab.ts';
import { kernelCpuUs } from '../helpers/processes.ts';

const roleOfTier = { client: 'load', proxy: 'proxy', app: 'app' } as const;

describe('CPU of each tier', () => {
  let live: LiveLab;
  beforeAll(async () => {
    live = await openLiveLab({ topology: 'T3' });
    live.lab.start();
    await live.nextSample();
  });
  afterAll(() => live.lab.dispose());

  it("agrees with the kernel's account of the same process over the same time", async () => {
    const read = () =>
      Object.entries(roleOfTier).map(
        ([tier, role]) => [tier, kernelCpuUs(live.pids().get(role) ?? 0)] as const,
      );
    const seen = () => live.samples().length;
    const startAt = seen();
    const before = new Map(read());
    await sleep(4000);
    const after = new Map(read());
    const samples = live.samples().slice(startAt);
    for (const tier of ['client', 'proxy', 'app'] as const) {
      const oursUs = samples.reduce(
        (sum, one) => sum + (one.tiers[tier]?.userUs ?? 0) + (one.tiers[tier]?.systemUs ?? 0),
        0,
      );
      const windowUs = samples.reduce((sum, one) => sum + (one.tiers[tier]?.windowUs ?? 0), 0);
      const kernelUs = (after.get(tier) ?? 0) - (before.get(tier) ?? 0);
      // The two windows are not cut at the same moment, so shares of time are compared; the kernel counts in 10 ms.
      const ratio = oursUs / windowUs / (kernelUs / 4_000_000);
      expect(ratio, `${tier}: ours ÷ the kernel's`).toBeGreaterThan(0.93);
      expect(ratio, `${tier}: ours ÷ the kernel's`).toBeLessThan(1.07);
    }
  });
});
