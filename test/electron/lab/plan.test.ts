import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planFor, servingTiers } from '../../../electron/lab/plan.ts';
import { placeOfSlice, turnOfSlice } from '../../../electron/lab/slices.ts';
import { defaultConfig, type Network, type TlsSettings, type Workload } from '../../../shared/config.ts';
import { type TopologyId, topologyIds } from '../../../shared/topologies.ts';
import { variantOf } from '../../../shared/variant.ts';
import type { Engine } from '../../../shared/words.ts';

const { workload, tls } = defaultConfig;

interface Changes {
  workload?: Partial<Workload>;
  tls?: Partial<TlsSettings>;
  network?: Partial<Network>;
}

const variant = (topology: TopologyId, changes: Changes = {}, proxy: Engine = 'builtin') =>
  variantOf(
    topology,
    {
      workload: { ...workload, ...changes.workload },
      tls: { ...tls, ...changes.tls },
      network: { ...defaultConfig.network, ...changes.network },
    },
    proxy,
  );

const linkIds = (...planned: Parameters<typeof planFor>) =>
  planFor(...planned).links.map(({ linkId }) => linkId);

describe('planFor', () => {
  it('gives the same link ids for the same needs, whatever the body and reuse', () => {
    for (const topology of topologyIds) {
      const other = variant(topology, { workload: { bodyBytes: 9, reuse: 'new', connections: 1 } });
      expect(linkIds(other)).toEqual(linkIds(variant(topology)));
    }
  });

  it('gives other link ids to TLS links when a TLS setting changes, and leaves plaintext ones alone', () => {
    const before = linkIds(variant('T2'));
    const after = linkIds(variant('T2', { tls: { key: 'rsa-2048' } }));
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).toBe(before[1]);
  });

  it('gives interleaved variants of one topology listeners of their own', () => {
    const [one, other] = [linkIds(variant('T3'), '0'), linkIds(variant('T3'), '1')];
    expect(new Set([...one, ...other]).size).toBe(4);
  });

  it('starts a real engine once for all workloads of a suite, and once more for another upstream or setting', () => {
    const nginx = (changes: Changes, lane: string) => linkIds(variant('T3', changes, 'nginx'), lane);
    const usual = nginx({}, '0');
    expect(nginx({ workload: { bodyBytes: 9, reuse: 'new' } }, '1')).toEqual(usual);
    expect(nginx({ tls: { resumption: false } }, '2')[0]).not.toBe(usual[0]);
    expect(nginx({ network: { innerRttMs: 1 } }, '3')[0]).not.toBe(usual[0]);
  });

  it("puts a wire of the outer round trip on the client's hop, and of the inner one on every other", () => {
    const network = { innerRttMs: 1, outerRttMs: 20 };
    expect(planFor(variant('T1', { network })).links.map(({ rttMs }) => rttMs)).toEqual([20]);
    expect(planFor(variant('T3', { network })).links.map(({ rttMs }) => rttMs)).toEqual([20, 1]);
    const near = { innerRttMs: 0, outerRttMs: 0 };
    expect(planFor(variant('T3', { network: near })).links.map(({ rttMs }) => rttMs)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('puts a wire without a delay on the inner hops where that is the control of a distance', () => {
    const network = { innerRttMs: 0, outerRttMs: 0, innerWire: true } as const;
    expect(planFor(variant('T3', { network })).links.map(({ rttMs }) => rttMs)).toEqual([undefined, 0]);
    expect(planFor(variant('T1', { network })).links.map(({ rttMs }) => rttMs)).toEqual([undefined]);
  });

  it('names every tier on the path, and tells a proxy where to forward to', () => {
    expect(servingTiers(planFor(variant('T1')))).toEqual(['app']);
    expect(servingTiers(planFor(variant('T3')))).toEqual(['proxy', 'app']);
    expect(planFor(variant('T3')).links[0].upstream?.tls).toEqual(tls);
    expect(planFor(variant('T2')).links[0].upstream?.tls).toBeUndefined();
  });

  it('lets a tier that forwards bytes speak no TLS of its own, neither outwards nor inwards', () => {
    const [proxy, app] = planFor(variant('T4')).links;
    expect(proxy).toMatchObject({ layer: 'tcp', tls: undefined, upstream: { tls: undefined } });
    expect(app).toMatchObject({ layer: 'http', tls });
    expect(proxy.linkId).toContain('/tcp/');
  });

  it('has two proxies in a mesh, both of the chosen engine, with TLS between them only', () => {
    const plan = planFor({ ...variant('T5'), proxy: 'haproxy' });
    expect(servingTiers(plan)).toEqual(['proxy', 'proxy2', 'app']);
    expect(plan.links.map(({ engine }) => engine)).toEqual(['haproxy', 'haproxy', 'builtin']);
    expect(plan.links.map((link) => link.tls)).toEqual([undefined, tls, undefined]);
    expect(plan.links.map((link) => link.upstream?.tls)).toEqual([tls, undefined, undefined]);
    expect(plan.links[1]?.hop.mutual).toBe(true);
  });

  it('speaks the asked protocol on a plaintext hop of the client, and HTTP/1.1 behind a proxy', () => {
    const h2 = { workload: { protocol: 'h2' } } as const;
    expect(planFor(variant('T0', h2)).links[0].protocol).toBe('h2');
    expect(planFor(variant('T2', h2)).links[1]?.protocol).toBe('h1');
  });
});

describe('placeOfSlice', () => {
  it('goes forwards, then backwards', () => {
    const order = Array.from({ length: 8 }, (_, index) => placeOfSlice(4, index));
    expect(order).toEqual([0, 1, 2, 3, 3, 2, 1, 0]);
  });

  it('gives each variant one slice in every turn, and after two turns all have the same mean time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 20 }), (count, pairs) => {
        const sums = new Map<number, number>();
        const seen = new Set<string>();
        for (let index = 0; index < 2 * pairs * count; index++) {
          const place = placeOfSlice(count, index);
          seen.add(`${turnOfSlice(count, index)} ${place}`);
          sums.set(place, (sums.get(place) ?? 0) + index);
        }
        expect(seen.size).toBe(2 * pairs * count);
        expect(new Set(sums.values()).size).toBe(1);
      }),
    );
  });
});
