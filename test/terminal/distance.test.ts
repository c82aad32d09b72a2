import { beforeAll, describe, expect, it } from 'vitest';
import { type Point, runSchema } from '../../shared/result.ts';
import { runCli } from '../helpers/terminal.ts';

const RTT_MS = 20;

async function measure(topologies: string, ...flags: string[]): Promise<Point[]> {
  const fixed = ['--connections', '1', '--duration', '1.5', '--warmup', '0', '--json'];
  const { code, stdout, stderr } = await runCli('run', '--topology', topologies, ...fixed, ...flags);
  expect(code, stderr).toBe(0);
  return runSchema.parse(JSON.parse(stdout)).points;
}

const p50Of = (point: Point | undefined) => point?.latencyMs?.p50 ?? Number.NaN;

describe('the inner distance', () => {
  let points: Record<'T1' | 'T2' | 'T3', Point | undefined>;
  beforeAll(async () => {
    const [T1, T2, T3] = await measure('T1,T2,T3', '--inner-rtt', String(RTT_MS));
    points = { T1, T2, T3 };
  });

  it('is paid behind the proxy, once for each request, and not by the client of the app', () => {
    for (const topology of ['T2', 'T3'] as const) {
      const addedMs = p50Of(points[topology]) - p50Of(points.T1);
      // The wire may set a round trip off against what it costs itself, by a percent (test/roles/wire-distance.test.ts).
      expect(addedMs, topology).toBeGreaterThan(RTT_MS * 0.99);
      expect(addedMs, topology).toBeLessThan(2 * RTT_MS);
    }
    expect(p50Of(points.T1)).toBeLessThan(RTT_MS / 2);
  });

  it('is a fact of its hop', () => {
    expect(points.T3?.hops.map(({ from, to, rttMs }) => [from, to, rttMs])).toEqual([
      ['client', 'proxy', 0],
      ['proxy', 'app', RTT_MS],
    ]);
    expect(points.T1?.hops.map(({ rttMs }) => rttMs)).toEqual([0]);
    expect(points.T3?.hops[1]?.tlsVersion).toBe('TLSv1.3');
  });

  it("has the wire's CPU beside the tiers and in none", () => {
    expect(points.T1?.wire).toBeUndefined();
    for (const point of [points.T2, points.T3]) {
      const { tiers, wire, requests, serverCpuUsPerRequest } = point ?? {};
      expect(Object.keys(tiers ?? {})).toEqual(['client', 'proxy', 'app']);
      expect((wire?.userUs ?? 0) + (wire?.systemUs ?? 0)).toBeGreaterThan(0);
      expect(wire?.bytes).toBeGreaterThan((requests ?? 0) * 256);
      const servers = [tiers?.proxy, tiers?.app];
      const us = servers.reduce((sum, tier) => sum + (tier?.userUs ?? 0) + (tier?.systemUs ?? 0), 0);
      expect(serverCpuUsPerRequest?.mean).toBeCloseTo(us / (requests ?? 0), 6);
    }
  });
});

describe('the outer distance', () => {
  it('is paid by the client of each topology', async () => {
    const points = await measure('T1,T2', '--outer-rtt', String(RTT_MS));
    for (const point of points) {
      expect(p50Of(point), point.topology).toBeGreaterThan(RTT_MS * 0.99);
      expect(p50Of(point), point.topology).toBeLessThan(2 * RTT_MS);
      expect(point.hops.map(({ rttMs }) => rttMs)).toEqual(point.topology === 'T1' ? [RTT_MS] : [RTT_MS, 0]);
      expect(point.wire).toBeDefined();
    }
  });
});
