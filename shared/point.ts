import type { Config } from './config.ts';
import type { LatencyHistogram } from './latency.ts';
import type { HopFacts, Point, TierFigures } from './result.ts';
import type { Counters, Hello } from './role-api.ts';
import type { Sample, TierSample } from './sample.ts';
import { type RatioSlice, ratioFigure } from './stats.ts';
import { hopsOf, type TopologyId } from './topologies.ts';
import { warningsOf } from './warnings.ts';
import { type ErrorKind, errorKinds, type ServingTier, type Tier, tierIds } from './words.ts';

/** What is known of a server's link: its counters when the configuration began, and now. */
export interface LinkFacts {
  readonly from: Counters;
  readonly to: Counters;
}

export interface PointInput {
  readonly config: Pick<Config, 'workload' | 'tls'>;
  readonly topology: TopologyId;
  readonly samples: readonly Sample[];
  readonly latency: LatencyHistogram;
  readonly links: Partial<Record<ServingTier, LinkFacts>>;
  readonly runtimes: Partial<Record<Tier, Hello['runtime']>>;
  readonly cores: number;
}

/** Samples of one slice are neighbours in time and so alike; the interval is taken over slices, not over samples. */
function perSlice(
  samples: readonly Sample[],
  toSlice: (sample: Sample) => RatioSlice | undefined,
): RatioSlice[] {
  const slices = new Map<number, RatioSlice>();
  for (const sample of samples) {
    const part = toSlice(sample);
    if (part === undefined) continue;
    const sum = slices.get(sample.slice) ?? { amount: 0, count: 0 };
    slices.set(sample.slice, { amount: sum.amount + part.amount, count: sum.count + part.count });
  }
  return [...slices.values()];
}

const sumOf = <T>(items: readonly T[], pick: (item: T) => number) =>
  items.reduce((total, item) => total + pick(item), 0);

function tierFigures(tier: Tier, samples: readonly Sample[], httpVersion?: string): TierFigures | undefined {
  const own = samples
    .map((sample) => sample.tiers[tier])
    .filter((one): one is TierSample => one !== undefined);
  const last = own.at(-1);
  if (last === undefined) return undefined;
  const userUs = sumOf(own, (one) => one.userUs);
  const systemUs = sumOf(own, (one) => one.systemUs);
  return {
    cpuUsPerRequest: ratioFigure(
      perSlice(samples, (sample) => {
        const one = sample.tiers[tier];
        return one && { amount: one.userUs + one.systemUs, count: one.requests };
      }),
    ),
    userUs,
    systemUs,
    utilisation: (userUs + systemUs) / sumOf(own, (one) => one.windowUs),
    rssBytes: last.rssBytes,
    requests: sumOf(own, (one) => one.requests),
    bytesIn: sumOf(own, (one) => one.bytesIn),
    bytesOut: sumOf(own, (one) => one.bytesOut),
    httpVersion,
  };
}

/** CPU of all servers on the path per request of the client; samples that lack one of them are left out. */
function serverCpu(samples: readonly Sample[], topology: TopologyId) {
  const servers = hopsOf(topology).map((hop) => hop.to);
  return ratioFigure(
    perSlice(samples, ({ tiers }) => {
      const own = servers.map((tier) => tiers[tier]).filter((one) => one !== undefined);
      if (own.length < servers.length || tiers.client === undefined) return undefined;
      return { amount: sumOf(own, (one) => one.userUs + one.systemUs), count: tiers.client.requests };
    }),
  );
}

function hopFacts(input: PointInput): HopFacts[] {
  return hopsOf(input.topology).map((hop) => {
    const base = { from: hop.from, to: hop.to, security: hop.security, rttMs: 0 };
    const link = input.links[hop.to];
    if (hop.security === 'plaintext' || link === undefined) return base;
    const { from, to } = link;
    return {
      ...base,
      ...to.negotiated,
      handshakes: {
        full: to.handshakes.full - from.handshakes.full,
        resumed: to.handshakes.resumed - from.handshakes.resumed,
      },
      measuredHandshakes: {
        full: sumOf(input.samples, (sample) => sample.tiers[hop.to]?.handshakes.full ?? 0),
        resumed: sumOf(input.samples, (sample) => sample.tiers[hop.to]?.handshakes.resumed ?? 0),
      },
    };
  });
}

function clientErrors(samples: readonly Sample[]): Point['errors'] {
  const byKind: Partial<Record<ErrorKind, number>> = {};
  for (const kind of errorKinds) {
    const count = sumOf(samples, (sample) => sample.tiers.client?.errors[kind] ?? 0);
    if (count > 0) byKind[kind] = count;
  }
  return { total: sumOf(Object.values(byKind), (count) => count), byKind };
}

function tiersOfSamples(input: PointInput): Partial<Record<Tier, TierFigures>> {
  const tiers: Partial<Record<Tier, TierFigures>> = {};
  for (const tier of tierIds) {
    const seen = tier === 'app' ? input.links.app?.to.httpVersion : undefined;
    const figures = tierFigures(tier, input.samples, seen);
    if (figures !== undefined) tiers[tier] = figures;
  }
  return tiers;
}

function enginesOf(input: PointInput): Point['engines'] {
  const engineOf = (tier: Tier) => {
    const runtime = input.runtimes[tier];
    return {
      name: 'builtin' as const,
      version: runtime === undefined ? 'unknown' : `${runtime.name} ${runtime.version}`,
      tls: runtime?.tls ?? 'unknown',
    };
  };
  const hasProxy = hopsOf(input.topology).some((hop) => hop.to === 'proxy');
  return hasProxy ? { proxy: engineOf('proxy'), app: engineOf('app') } : { app: engineOf('app') };
}

/**
 * Reduces the samples of one topology to figures with their uncertainty.
 * @param input samples of one configuration and one topology, oldest first, with the latencies merged over all of them
 */
export function toPoint(input: PointInput): Point {
  const { samples, topology, config } = input;
  const tiers = tiersOfSamples(input);
  const hops = hopFacts(input);
  const errors = clientErrors(samples);
  const requests = sumOf(samples, (sample) => sample.tiers.client?.requests ?? 0);
  const slices = new Set(samples.map((sample) => sample.slice)).size;
  const rate = ratioFigure(
    perSlice(samples, (sample) => ({
      amount: sample.tiers.client?.requests ?? 0,
      count: sample.windowMs / 1000,
    })),
  );
  const percentiles = input.latency.percentiles();
  return {
    topology,
    engines: enginesOf(input),
    workload: config.workload,
    tls: config.tls,
    network: { innerRttMs: 0, outerRttMs: 0 },
    measuredS: sumOf(samples, (sample) => sample.windowMs) / 1000,
    slices,
    requests,
    errors,
    reqPerSec: rate ?? { mean: 0 },
    latencyMs: percentiles && { ...percentiles, hdr: input.latency.encode() },
    tiers,
    serverCpuUsPerRequest: serverCpu(samples, topology),
    hops,
    warnings: warningsOf({
      workload: config.workload,
      tls: config.tls,
      tiers,
      hops,
      requests,
      errorsTotal: errors.total,
      slices,
      gaps: samples.filter((sample) => sample.afterGap).length,
      cores: input.cores,
      machineBusyCores: sumOf(samples, (sample) => sample.machineBusyCores) / Math.max(1, samples.length),
    }),
  };
}
