import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planFor, servingTiers } from '../../../electron/lab/plan.ts';
import { topologyOfSlice } from '../../../electron/lab/slices.ts';
import { defaultConfig } from '../../../shared/config.ts';
import { topologyIds } from '../../../shared/topologies.ts';

const { workload, tls } = defaultConfig;

describe('planFor', () => {
  it('gives the same link ids for the same needs, whatever the body and reuse', () => {
    for (const topology of topologyIds) {
      const ids = planFor(topology, workload, tls).links.map((link) => link.linkId);
      const other = planFor(topology, { ...workload, bodyBytes: 9, reuse: 'new', connections: 1 }, tls);
      expect(other.links.map((link) => link.linkId)).toEqual(ids);
    }
  });

  it('gives other link ids to TLS links when a TLS setting changes, and leaves plaintext ones alone', () => {
    const before = planFor('T2', workload, tls).links.map((link) => link.linkId);
    const after = planFor('T2', workload, { ...tls, key: 'rsa-2048' }).links.map((link) => link.linkId);
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).toBe(before[1]);
  });

  it('names every tier on the path, and tells a proxy where to forward to', () => {
    expect(servingTiers(planFor('T1', workload, tls))).toEqual(['app']);
    expect(servingTiers(planFor('T3', workload, tls))).toEqual(['proxy', 'app']);
    expect(planFor('T3', workload, tls).links[0].upstream?.tls).toEqual(tls);
    expect(planFor('T2', workload, tls).links[0].upstream?.tls).toBeUndefined();
  });

  it('speaks the asked protocol on a plaintext hop of the client, and HTTP/1.1 behind a proxy', () => {
    const h2 = { ...workload, protocol: 'h2' as const };
    expect(planFor('T0', h2, tls).links[0].protocol).toBe('h2');
    expect(planFor('T2', h2, tls).links[1]?.protocol).toBe('h1');
  });
});

describe('topologyOfSlice', () => {
  it('goes forwards, then backwards', () => {
    const order = Array.from({ length: 8 }, (_, index) => topologyOfSlice(topologyIds, index));
    expect(order).toEqual(['T0', 'T1', 'T2', 'T3', 'T3', 'T2', 'T1', 'T0']);
  });

  it('gives each topology as many slices as any other after each round, at the same mean time after two', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 20 }), (count, pairs) => {
        const [first, ...rest] = topologyIds.slice(0, count);
        if (first === undefined) return;
        const sums = new Map<string, number>();
        for (let index = 0; index < 2 * pairs * count; index++) {
          const topology = topologyOfSlice([first, ...rest], index);
          sums.set(topology, (sums.get(topology) ?? 0) + index);
        }
        expect(new Set(sums.values()).size).toBe(1);
      }),
    );
  });
});
