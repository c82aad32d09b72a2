import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../shared/config.ts';
import { LatencyHistogram } from '../../shared/latency.ts';
import { type PointInput, toPoint } from '../../shared/point.ts';
import { pointSchema } from '../../shared/result.ts';
import type { Counters } from '../../shared/role-api.ts';
import type { Sample, TierSample } from '../../shared/sample.ts';
import { variantOf } from '../../shared/variant.ts';

const tier = (cpuUs: number, requests: number): TierSample => ({
  windowUs: 250_000,
  userUs: cpuUs,
  systemUs: 0,
  rssBytes: 7,
  requests,
  bytesIn: 10,
  bytesOut: 20,
  handshakes: { full: 0, resumed: 0 },
  errors: {},
});

const sample = (slice: number, tiers: Sample['tiers']): Sample => ({
  epoch: 1,
  topology: 'T2',
  proxy: 'builtin',
  slice,
  turn: 10 + slice,
  atMs: 0,
  windowMs: 250,
  machineBusyCores: 1,
  otherWorkCores: 0,
  stealCores: 0,
  clockJumpMs: 0,
  tiers,
  afterGap: false,
});

const counters = (full: number): Counters => ({
  atUs: 0,
  userUs: 0,
  systemUs: 0,
  rssBytes: 0,
  requests: 0,
  bytesIn: 0,
  bytesOut: 0,
  connectionsOpened: 0,
  handshakes: { full, resumed: 1 },
  errors: {},
  negotiated: { tlsVersion: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384', alpn: 'http/1.1' },
  httpVersion: '1.1',
  lanes: [],
});

function input(samples: Sample[], changes: Partial<PointInput> = {}): PointInput {
  const latency = new LatencyHistogram();
  latency.recordUs(500);
  return {
    variant: variantOf('T2', defaultConfig),
    samples,
    latency,
    links: { proxy: { from: counters(10), to: counters(74) }, app: { from: counters(0), to: counters(0) } },
    engines: { app: { name: 'builtin', version: 'node 20.20.2', tls: 'OpenSSL 3.0.19' } },
    cores: 2,
    isFinal: true,
    ...changes,
  };
}

const samples = [
  sample(1, { client: tier(1000, 100), proxy: tier(4000, 100), app: tier(1500, 100) }),
  sample(1, { client: tier(3000, 300), proxy: tier(12_000, 300), app: tier(4500, 300) }),
  sample(2, { client: tier(1000, 100), proxy: tier(6000, 100), app: tier(1500, 100) }),
  sample(3, { client: tier(1000, 100), proxy: tier(4000, 100), app: tier(1500, 100) }),
];

describe('toPoint', () => {
  it('is a valid point of the published schema', () => {
    expect(pointSchema.parse(JSON.parse(JSON.stringify(toPoint(input(samples)))))).toBeTruthy();
  });

  it("divides each tier's CPU by the requests which that tier served, with an interval over slices", () => {
    const point = toPoint(input(samples));
    expect(point.slices).toBe(3);
    expect(point.tiers.app?.cpuUsPerRequest).toEqual({ mean: 15, ci95: [15, 15] });
    expect(point.tiers.proxy?.cpuUsPerRequest?.mean).toBeCloseTo(26_000 / 600, 9);
    expect(point.tiers.proxy?.utilisation).toBeCloseTo(0.026, 9);
    expect(point.reqPerSec.mean).toBe(600);
  });

  it("gives the median of all requests the interval that its slices' medians allow", () => {
    const at = (slice: number, p50: number) => ({
      ...sample(slice, samples[0]?.tiers ?? {}),
      latencyMs: { p50, p90: 1, p99: 1, p999: 1, max: 1 },
    });
    const steady = toPoint(input([at(1, 0.5), at(1, 0.5), at(2, 0.5), at(3, 0.5)])).latencyMs;
    const p50 = steady?.p50 ?? 0;
    expect(steady?.p50Ci95?.[1]).toBeCloseTo(p50 + Math.abs(0.5 - p50), 1);
    const [low = 0, high = 0] = toPoint(input([at(1, 0.3), at(2, 0.5), at(3, 0.7)])).latencyMs?.p50Ci95 ?? [];
    expect(high - p50).toBeCloseTo((4.303 * 0.2) / Math.sqrt(3), 2);
    expect(low).toBeCloseTo(Math.max(0, 2 * p50 - high), 9);
    expect(toPoint(input([at(1, 0.3), at(2, 0.5)])).latencyMs?.p50Ci95).toBeUndefined();
  });

  it('counts handshakes from where the configuration began, on TLS hops only', () => {
    const [outer, inner] = toPoint(input(samples)).hops;
    expect(outer).toMatchObject({
      to: 'proxy',
      security: 'tls',
      handshakes: { full: 64, resumed: 0 },
      tlsVersion: 'TLSv1.3',
    });
    expect(inner).toEqual({ from: 'proxy', to: 'app', security: 'plaintext', rttMs: 0 });
  });

  it('calls handshakes that nobody has told of unknown, not none, and fails the gate', () => {
    const untold = { handshakes: { full: 0, resumed: 0 } };
    const point = toPoint(input(samples, { links: { proxy: { from: untold, to: untold } } }));
    expect(point.hops[0]).toEqual({ from: 'client', to: 'proxy', security: 'tls', rttMs: 0 });
    expect(point.failedGates).toContain('tls-unknown');
  });

  it('leaves out tiers that are not on the path, instead of calling them zero', () => {
    const point = toPoint(input([sample(1, { client: tier(10, 1), app: tier(10, 1) })]));
    expect('proxy' in point.tiers).toBe(false);
  });

  it('gives no CPU per request where nothing was served', () => {
    const point = toPoint(input([sample(1, { client: tier(10, 0), app: tier(10, 0) })]));
    expect(point.tiers.app?.cpuUsPerRequest).toBeUndefined();
  });

  it('sums the CPU of all servers per client request slice by slice, so that what is shared cancels', () => {
    // What the proxy spends more in a slice the app spends less: their total is steady, each alone is not.
    const opposite = [0, 1000, 2000, 500].map((shift, slice) =>
      sample(slice, { client: tier(9, 100), proxy: tier(4000 + shift, 100), app: tier(4000 - shift, 100) }),
    );
    const point = toPoint(input(opposite));
    const [low, high] = point.tiers.app?.cpuUsPerRequest?.ci95 ?? [0, 0];
    expect(high - low).toBeGreaterThan(1);
    expect(point.serverCpuUsPerRequest?.mean).toBeCloseTo(80, 9);
    expect(point.serverCpuUsPerRequest?.ci95?.[0]).toBeCloseTo(80, 9);
    expect(point.serverCpuUsPerRequest?.ci95?.[1]).toBeCloseTo(80, 9);
  });

  it("keeps the servers' CPU and the client's requests of each slice under its turn", () => {
    expect(toPoint(input(samples)).turns).toEqual([
      [11, 22_000, 400],
      [12, 7500, 100],
      [13, 5500, 100],
    ]);
  });

  it('counts what was due in an open loop, and nothing in a closed one', () => {
    const open = samples.map((one) => ({
      ...one,
      tiers: { ...one.tiers, client: { ...tier(1000, 100), due: 101, offeredMs: 200 } },
    }));
    const workload = { ...defaultConfig.workload, load: { kind: 'open', ratePerSec: 404 } as const };
    const variant = variantOf('T2', { ...defaultConfig, workload });
    expect(toPoint(input(open, { variant }))).toMatchObject({ due: 404, offeredS: 0.8 });
    expect(toPoint(input(samples)).due).toBeUndefined();
  });

  it('divides what an open loop answered by the time in which requests were due, without the wait for the last answers', () => {
    const open = samples.map((one) => ({
      ...one,
      tiers: { ...one.tiers, client: { ...tier(1000, 100), due: 100, offeredMs: 200 } },
    }));
    const workload = { ...defaultConfig.workload, load: { kind: 'open', ratePerSec: 500 } as const };
    const variant = variantOf('T2', { ...defaultConfig, workload });
    expect(toPoint(input(open, { variant })).reqPerSec.mean).toBeCloseTo(500, 6);
  });

  it("shows a wire's CPU apart, and its round trip on the hop that it stands on", () => {
    const delayed = samples.map((one) => ({ ...one, wire: { userUs: 20_000, systemUs: 5000, bytes: 9 } }));
    const network = { innerRttMs: 1, outerRttMs: 0 };
    const variant = variantOf('T2', { ...defaultConfig, network });
    const point = toPoint(input(delayed, { variant }));
    expect(point.wire).toEqual({ userUs: 80_000, systemUs: 20_000, utilisation: 0.1, bytes: 36 });
    expect(point.serverCpuUsPerRequest).toEqual(toPoint(input(samples)).serverCpuUsPerRequest);
    expect(point.hops.map(({ rttMs }) => rttMs)).toEqual([0, 1]);
  });

  it('says which gates it fails, from the same windows', () => {
    const failed = samples.map((one) => ({
      ...one,
      tiers: { ...one.tiers, client: { ...tier(1000, 100), errors: { status: 50 } } },
    }));
    expect(toPoint(input(samples)).failedGates).toEqual([]);
    expect(toPoint(input(failed)).failedGates).toEqual(['errors']);
  });

  it('gives no total where a server on the path was never sampled, or nothing was answered', () => {
    const noProxy = toPoint(input([sample(1, { client: tier(10, 1), app: tier(10, 1) })]));
    expect(noProxy.serverCpuUsPerRequest).toBeUndefined();
    const idle = sample(1, { client: tier(10, 0), proxy: tier(10, 0), app: tier(10, 0) });
    expect(toPoint(input([idle])).serverCpuUsPerRequest).toBeUndefined();
  });
});
