import type { LivePoint } from '../../shared/api.ts';
import type { Config } from '../../shared/config.ts';
import { failedGates } from '../../shared/gates.ts';
import type { HopFacts, Point, TierFigures, Warning } from '../../shared/result.ts';
import type { Sample, TierSample } from '../../shared/sample.ts';
import type { Series } from '../../shared/series.ts';
import { hopsOf, type TopologyId, tiersOf } from '../../shared/topologies.ts';
import { addedRttMs, hasProxy } from '../../shared/variant.ts';
import type { Engine, Tier } from '../../shared/words.ts';

/** TEST CODE: made-up but plausible figures, so that the window can be looked at without a lab. */

const baseUs: Record<TopologyId, Partial<Record<Tier, number>>> = {
  T0: { client: 11, app: 14.1 },
  T1: { client: 13, app: 15.8 },
  T2: { client: 13.2, proxy: 52.3, app: 13.6 },
  T3: { client: 13.1, proxy: 66.4, app: 19.2 },
  T4: { client: 13.2, proxy: 17.5, app: 15.9 },
  T5: { client: 12.1, proxy: 55.4, proxy2: 57.1, app: 13.8 },
};

/** A small repeatable source of noise, 0 to 1. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const handshakeUs = (config: Config) => (config.workload.reuse === 'new' ? 240 : 0);

/** What an engine spends as a proxy, by what the lab's own spends. */
const engineShare: Record<Engine, number> = {
  builtin: 1,
  nginx: 0.42,
  haproxy: 0.38,
  envoy: 0.92,
  caddy: 1.3,
};

export function cpuUs(series: Series, tier: Tier, config: Config): number {
  const { topology, proxy } = series;
  const perByte = hopsOf(topology).some((hop) => hop.security === 'tls') ? 0.0011 : 0.0004;
  const share = tier === 'proxy' ? engineShare[proxy] : 1;
  return (baseUs[topology][tier] ?? 0) * share + config.workload.bodyBytes * perByte + handshakeUs(config);
}

export const serviceMs = (series: Series, config: Config): number =>
  (tiersOf(series.topology).reduce((sum, tier) => sum + cpuUs(series, tier, config), 0) *
    config.workload.connections) /
    2000 /
    1.6 +
  addedMs(series.topology, config);

function tierSample(series: Series, tier: Tier, config: Config): TierSample {
  const requests = 4000;
  const cpu = cpuUs(series, tier, config) * requests;
  return {
    windowUs: 250_000,
    userUs: cpu * 0.7,
    systemUs: cpu * 0.3,
    rssBytes: 90e6,
    requests,
    bytesIn: requests * 120,
    bytesOut: requests * config.workload.bodyBytes,
    handshakes: { full: 0, resumed: 0 },
    errors: {},
  };
}

interface SampleFacts extends Series {
  readonly epoch: number;
  readonly slice: number;
  readonly atMs: number;
  readonly afterGap: boolean;
}

export function fakeSample(facts: SampleFacts, config: Config, noise: () => number): Sample {
  const p50 = serviceMs(facts, config) * (0.95 + noise() * 0.1);
  const p99 = p50 * (1.9 + noise() * 0.9 + (noise() > 0.95 ? 2 : 0));
  return {
    ...facts,
    turn: facts.slice,
    windowMs: 250,
    machineBusyCores: 1.2,
    otherWorkCores: 0,
    stealCores: 0,
    clockJumpMs: 0,
    tiers: Object.fromEntries(tiersOf(facts.topology).map((tier) => [tier, tierSample(facts, tier, config)])),
    latencyMs: { p50, p90: p50 * 1.4, p99, p999: p99 * 1.6, max: p99 * 2.2 },
  };
}

const around = (mean: number, slices: number) => {
  const half = (mean * 0.09) / Math.sqrt(slices);
  const ci95: [number, number] = [mean - half, mean + half];
  return slices < 3 ? { mean } : { mean, ci95 };
};

function tierFigures(series: Series, tier: Tier, config: Config, slices: number): TierFigures {
  const { topology } = series;
  const mean = cpuUs(series, tier, config) * (1 + Math.sin(slices * 0.7 + tier.length) * 0.02);
  return {
    cpuUsPerRequest: around(mean, slices),
    userUs: mean * 70_000,
    systemUs: mean * 30_000,
    utilisation: tier === 'client' && topology === 'T0' ? 0.94 : 0.61,
    rssBytes: 88e6,
    requests: 4000 * slices,
    bytesIn: 1e6,
    bytesOut: 4e6,
    ...(tier === 'app' ? { httpVersion: topology === 'T3' ? '2.0' : '1.1' } : {}),
  };
}

function hopFacts(topology: TopologyId, config: Config, slices: number): HopFacts[] {
  return hopsOf(topology).map((hop): HopFacts => {
    const { from, to, security } = hop;
    if (security === 'plaintext') return { from, to, security, rttMs: addedRttMs(hop, config.network) };
    const many = config.workload.reuse === 'new' && from === 'client';
    return {
      from,
      to,
      security,
      rttMs: addedRttMs(hop, config.network),
      tlsVersion: `TLSv${config.tls.version}`,
      cipher: 'TLS_AES_256_GCM_SHA384',
      alpn: from === 'proxy' ? 'h2' : config.workload.protocol === 'h2' ? 'h2' : 'http/1.1',
      handshakes: many
        ? { full: 4000 * slices, resumed: 0 }
        : { full: config.workload.connections, resumed: 0 },
      measuredHandshakes: { full: many ? 4000 * slices : 0, resumed: 0 },
    };
  });
}

/** The load generator is the limit where the server has least to do; one that waits for answers is not. */
function warningsOf(topology: TopologyId, { workload }: Config): Warning[] {
  if (topology !== 'T0' || workload.connections < 64) return [];
  const values = { utilisation: 0.94, load: workload.load.kind };
  return [{ code: 'client-saturated', message: 'The load generator used 94 % of a core.', values }];
}

const wireFigures = ({ network }: Config, slices: number): Pick<Point, 'wire'> =>
  network.innerRttMs + network.outerRttMs > 0
    ? { wire: { userUs: 30_000 * slices, systemUs: 22_000 * slices, utilisation: 0.2, bytes: 2e6 * slices } }
    : {};

/** What the distances add to a request, ms. */
const addedMs = (topology: TopologyId, { network }: Config): number =>
  hopsOf(topology).reduce((sum, hop) => sum + addedRttMs(hop, network), 0);

/** What an engine says of itself. */
export const engineVersions = {
  builtin: { version: '0.1.0', tls: 'OpenSSL 3.0.19' },
  nginx: { version: '1.22.1', tls: 'OpenSSL 3.0.17' },
  haproxy: { version: '2.6.12', tls: 'OpenSSL 3.0.17' },
  envoy: { version: '1.34.1', tls: 'BoringSSL' },
  caddy: { version: '2.6.2', tls: 'Go 1.19.8' },
} as const satisfies Record<Engine, { version: string; tls: string }>;

export function fakePoint(
  topology: TopologyId,
  config: Config,
  slices: number,
  proxy: Engine = 'builtin',
): Point {
  const series = { topology, proxy };
  const p50 = serviceMs(series, config);
  const app = { name: 'builtin', ...engineVersions.builtin } as const;
  const played = { proxy: { name: proxy, ...engineVersions[proxy] }, app };
  const warnings = warningsOf(topology, config);
  return {
    topology,
    engines: hasProxy(topology) ? played : { app },
    workload: config.workload,
    tls: config.tls,
    network: config.network,
    measuredS: slices * 0.25,
    slices,
    requests: 4000 * slices,
    errors: { total: 0, byKind: {} },
    reqPerSec: around((config.workload.connections / p50) * 1000, slices),
    latencyMs: {
      p50,
      p90: p50 * 1.4,
      p99: p50 * 2.3,
      p999: p50 * 4,
      max: p50 * 8,
      p50Ci95: [p50 * 0.97, p50 * 1.03],
      hdr: '',
    },
    tiers: Object.fromEntries(
      tiersOf(topology).map((tier) => [tier, tierFigures(series, tier, config, slices)]),
    ),
    hops: hopFacts(topology, config, slices),
    turns: [],
    ...wireFigures(config, slices),
    failedGates: failedGates(warnings),
    warnings,
  };
}

export function fakeLivePoint(epoch: number, point: Point): LivePoint {
  const p50 = point.latencyMs?.p50 ?? 1;
  const curve = Array.from({ length: 100 }, (_, at) => {
    const x = (at / 99) * 4;
    return { quantile: 1 - 10 ** -x, ms: p50 * (0.45 + 0.75 * x + 0.12 * x ** 2.4) };
  });
  return { epoch, point, curve };
}
