import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RealEngine } from '../../electron/lab/engines/engine.ts';
import { Lab } from '../../electron/lab/lab.ts';
import { type Config, defaultConfig, type TlsSettings, type Workload } from '../../shared/config.ts';
import type { Point } from '../../shared/result.ts';
import type { TopologyId } from '../../shared/topologies.ts';
import { variantOf } from '../../shared/variant.ts';
import { engineSupport } from '../helpers/engines.ts';
import { rolesDir } from '../helpers/live-lab.ts';

interface Case {
  readonly topologies: readonly [TopologyId, ...TopologyId[]];
  readonly workload: Partial<Workload>;
  readonly tls?: Partial<TlsSettings>;
  /** At least; a turn of a quarter of a second if absent. */
  readonly measuredS?: number;
}

const { workload, tls } = defaultConfig;

/** One short point per topology: the load generator verifies status and body length of each answer. */
async function pointsOf(lab: Lab, engine: RealEngine, wanted: Case): Promise<Point[]> {
  const settings: Pick<Config, 'workload' | 'tls' | 'network'> = {
    ...defaultConfig,
    workload: { ...workload, connections: 4, ...wanted.workload },
    tls: { ...tls, ...wanted.tls },
  };
  const [first, ...rest] = wanted.topologies;
  const { points, leftOut, fault } = await lab.measure({
    variants: [
      variantOf(first, settings, engine),
      ...rest.map((topology) => variantOf(topology, settings, engine)),
    ],
    warmUp: { leastMs: 100, mostMs: 100 },
    ticksPerSlice: 1,
    isEnough: ({ measuredS }) => measuredS >= (wanted.measuredS ?? 0),
    signal: new AbortController().signal,
  });
  expect({ leftOut, fault }).toEqual({});
  expect(points.map(({ topology }) => topology)).toEqual(wanted.topologies);
  for (const { errors, requests, engines } of points) {
    expect(engines.proxy?.name).toBe(engine);
    expect(errors).toEqual({ total: 0, byKind: {} });
    expect(requests).toBeGreaterThan(0);
  }
  return points;
}

const codesOf = ({ warnings }: Point) => warnings.map(({ code }) => code);
const bothTls = { topologies: ['T2', 'T3'] } as const;
const anew = { topologies: ['T2'], workload: { reuse: 'new' } } as const;

/** Those that follow each other share listeners where they can: an engine is started anew for other TLS settings only. */
const served = [
  ['h1', '1.3', 'GET', 256],
  ['h2', '1.3', 'GET', 65_536],
  ['h1', '1.3', 'GET', 16_777_216],
  ['h1', '1.2', 'POST', 65_536],
  ['h2', '1.2', 'POST', 0],
] as const;

describe.each(await engineSupport())('%s as the proxy%s', (engine, skipped) => {
  describe.skipIf(skipped !== '')('measured', () => {
    let lab: Lab;
    beforeAll(async () => {
      lab = await Lab.open({ rolesDir, onEvent: () => {}, onChange: () => {} }, defaultConfig);
    });
    afterAll(() => lab?.dispose());

    it.each(served)('serves T2 and T3 over %s and TLS %s: %s of %s bytes', async (...asked) => {
      const [protocol, version, method, bodyBytes] = asked;
      const workload = { protocol, method, bodyBytes };
      const points = await pointsOf(lab, engine, { ...bothTls, workload, tls: { version } });
      const alpn = protocol === 'h2' ? 'h2' : 'http/1.1';
      for (const point of points) {
        expect(point.hops[0]).toMatchObject({ tlsVersion: `TLSv${version}`, alpn });
        expect(codesOf(point)).not.toContain('not-as-asked');
      }
    });

    it('reuses its connections to the app, and what it uses counts as the proxy’s', async () => {
      const points = await pointsOf(lab, engine, {
        ...bothTls,
        workload: { connections: 16 },
        // Another key needs listeners of its own, whose pools are empty yet.
        tls: { key: 'rsa-2048' },
        measuredS: 0.75,
      });
      const [outer, sidecar] = points;
      const { full = 0, resumed = 0 } = sidecar?.hops[1]?.handshakes ?? {};
      expect(full + resumed).toBeGreaterThan(0);
      expect(full + resumed).toBeLessThan((sidecar?.requests ?? 0) * 0.05);
      expect(sidecar && codesOf(sidecar)).not.toContain('inner-hop-rehandshakes');
      const proxy = outer?.tiers.proxy;
      expect(proxy?.cpuUsPerRequest?.mean).toBeGreaterThan(1);
      expect(proxy?.rssBytes).toBeGreaterThan(1_000_000);
      // No engine tells how many bytes it has moved.
      expect(proxy?.bytesIn).toBeUndefined();
    });

    it('resumes new connections when that is on, and none when it is off', async () => {
      const [on] = await pointsOf(lab, engine, { ...anew, tls: { resumption: true } });
      const { full = 0, resumed = 0 } = on?.hops[0]?.measuredHandshakes ?? {};
      expect(resumed).toBeGreaterThan(full);
      const [off] = await pointsOf(lab, engine, { ...anew, tls: { resumption: false } });
      expect(off?.hops[0]?.handshakes?.full).toBeGreaterThan(0);
      expect(off?.hops[0]?.handshakes?.resumed).toBe(0);
    });
  });
});
