import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usualTopologies } from '../../shared/topologies.ts';
import { eventually } from '../helpers/eventually.ts';
import { type LiveLab, openLiveLab } from '../helpers/live-lab.ts';

describe('Compare', () => {
  let live: LiveLab;

  beforeAll(async () => {
    live = await openLiveLab({ mode: 'compare' });
    live.lab.start();
    await eventually(
      'five slices of every topology',
      () => {
        const points = live.lab.livePoints();
        return points.length === usualTopologies.length && points.every((one) => one.point.slices >= 5);
      },
      30_000,
    );
    await live.lab.stop();
  });
  afterAll(() => live.lab.dispose());

  it('interleaves its slices forwards, then backwards', () => {
    const order = new Map(live.samples().map((sample) => [sample.slice, sample.topology]));
    expect([...order.values()].slice(0, 8)).toEqual(['T0', 'T1', 'T2', 'T3', 'T3', 'T2', 'T1', 'T0']);
  });

  it('has figures with an interval for all four at once', () => {
    for (const { point } of live.lab.livePoints()) {
      expect(point.tiers.app?.cpuUsPerRequest?.ci95).toBeDefined();
      expect(point.latencyMs?.p99).toBeGreaterThan(0);
      expect(point.errors.total).toBe(0);
    }
  });

  it('counts the same requests at the client and at every tier, to the last one', () => {
    for (const topology of usualTopologies) {
      const samples = live.samples().filter((sample) => sample.topology === topology);
      const complete = samples.filter(
        (sample) => samples.filter((one) => one.slice === sample.slice).length === 2,
      );
      const sum = (tier: 'client' | 'proxy' | 'app') =>
        complete.reduce((total, sample) => total + (sample.tiers[tier]?.requests ?? 0), 0);
      // About once a second one request of the timeline may fall on either side of a slice's edge.
      const timelines = complete.length + 2;
      expect(Math.abs(sum('client') - sum('app'))).toBeLessThanOrEqual(timelines);
      if (samples.some((sample) => sample.tiers.proxy)) {
        expect(Math.abs(sum('proxy') - sum('app'))).toBeLessThanOrEqual(timelines);
      }
    }
  });

  it('opens the kept connections once: no slice but the first pays for a handshake', () => {
    for (const { point } of live.lab.livePoints()) {
      const outer = point.hops[0];
      if (outer?.security !== 'tls') continue;
      const handshakes = (outer.handshakes?.full ?? 0) + (outer.handshakes?.resumed ?? 0);
      expect(handshakes).toBeGreaterThanOrEqual(64);
      expect(handshakes).toBeLessThan(64 * 2);
    }
  });

  it('costs in the order that must hold on any machine: the hop costs something, and encrypting again costs more', () => {
    const totals = live.lab.livePoints().map(({ point }) => {
      const { proxy, app } = point.tiers;
      return (proxy?.cpuUsPerRequest?.mean ?? 0) + (app?.cpuUsPerRequest?.mean ?? 0);
    });
    const [plain = 0, inApp = 0, atProxy = 0, again = 0] = totals;
    expect(inApp).toBeGreaterThan(plain * 0.9);
    expect(atProxy).toBeGreaterThan(inApp);
    expect(again).toBeGreaterThan(atProxy * 0.95);
  });
});
