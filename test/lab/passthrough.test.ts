import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Lab } from '../../electron/lab/lab.ts';
import { defaultConfig, type Workload } from '../../shared/config.ts';
import type { Point, Run } from '../../shared/result.ts';
import { needsOf, topologyIds } from '../../shared/topologies.ts';
import { variantOf } from '../../shared/variant.ts';
import type { Engine } from '../../shared/words.ts';
import { engineSupport, unableReason } from '../helpers/engines.ts';
import { rolesDir } from '../helpers/live-lab.ts';

const passthrough = topologyIds.filter((topology) => needsOf(topology).includes('tcp'));
const [topology = 'T4'] = passthrough;

let lab: Lab;
beforeAll(async () => {
  lab = await Lab.open({ rolesDir, onEvent: () => {}, onChange: () => {} }, defaultConfig);
});
afterAll(() => lab?.dispose());

function measure(workload: Partial<Workload>, proxy: Engine, resumption = true): Promise<Run> {
  const settings = {
    ...defaultConfig,
    workload: { ...defaultConfig.workload, connections: 16, ...workload },
    tls: { ...defaultConfig.tls, resumption },
  };
  return lab.measure({
    variants: [variantOf(topology, settings, proxy)],
    warmUp: { leastMs: 100, mostMs: 100 },
    ticksPerSlice: 1,
    isEnough: ({ measuredS }) => measuredS >= 0.75,
    signal: new AbortController().signal,
  });
}

async function pointOf(...asked: Parameters<typeof measure>): Promise<Point> {
  const { points, fault } = await measure(...asked);
  const [point] = points;
  if (point === undefined) throw new Error(`Nothing was measured: ${fault?.message}`);
  expect(point.errors).toEqual({ total: 0, byKind: {} });
  // Beside other tests the load generator may want for CPU, which no figure here depends on.
  expect(point.failedGates.filter((gate) => gate !== 'client-saturated')).toEqual([]);
  expect(point.requests).toBeGreaterThan(0);
  return point;
}

describe.each([['builtin', ''] as [Engine, string], ...(await engineSupport())])(
  'TLS passed on unread by %s%s',
  (engine, skipped) => {
    const reason = skipped === '' ? unableReason(engine, 'tcp') : Promise.resolve(undefined);

    it.skipIf(skipped !== '')('ends in the app, or the engine says why it can’t', async () => {
      const why = await reason;
      if (why !== undefined) {
        await expect(measure({}, engine)).rejects.toMatchObject({ fault: { code: 'engine-unable' } });
        return;
      }
      const { hops, tiers, requests } = await pointOf({ protocol: 'h2' }, engine);
      const [outer, inner] = hops;
      const negotiated = { tlsVersion: 'TLSv1.3', alpn: 'h2' };
      expect(outer).toMatchObject({ from: 'client', to: 'proxy', layer: 'tcp', ...negotiated });
      expect(outer).not.toHaveProperty('handshakes');
      expect(inner).toMatchObject({ from: 'proxy', to: 'app', ...negotiated });
      expect(inner?.handshakes).toEqual({ full: 16, resumed: 0 });
      expect(tiers.app?.httpVersion).toBe('2.0');
      expect(tiers.proxy?.cpuUsPerRequest?.mean).toBeGreaterThan(0);
      // It can't count requests: the client's are taken.
      expect(tiers.proxy?.requests).toBe(requests);
    });

    it.skipIf(skipped !== '')(
      'makes as many full handshakes in the app as there are connections',
      async () => {
        if ((await reason) !== undefined) return;
        const { hops, requests, warnings } = await pointOf({ reuse: 'new', connections: 4 }, engine, false);
        const made = hops[1]?.handshakes;
        expect(made?.resumed).toBe(0);
        expect(made?.full).toBeGreaterThanOrEqual(requests);
        expect(warnings.map(({ code }) => code)).not.toContain('inner-hop-rehandshakes');
      },
    );
  },
);

it('moves every byte of the bodies through the proxy', async () => {
  const connections = 4;
  // The windows follow each other under load: at both ends each connection may be within a body.
  const leastBytes = (requests: number) => (requests - connections) * 65_536;
  const { tiers, requests } = await pointOf({ bodyBytes: 65_536, connections }, 'builtin');
  expect(tiers.proxy?.bytesOut).toBeGreaterThan(leastBytes(requests));
  const posted = await pointOf({ bodyBytes: 65_536, method: 'POST', connections }, 'builtin');
  expect(posted.tiers.proxy?.bytesIn).toBeGreaterThan(leastBytes(posted.requests));
});
