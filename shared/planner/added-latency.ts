import { z } from 'zod';
import { isValid } from '../comparison.ts';
import { type Figure, figureSchema, type Point } from '../result.ts';
import { pointName, seriesName } from '../series.ts';
import { differenceOf } from '../stats.ts';
import { endOf, hopsOf, isPassedOn, type TopologyId } from '../topologies.ts';
import type { SeriesModel } from './model.ts';
import type { Traffic } from './traffic.ts';

export const addedLatencySchema = z.object({
  /** What it is added to: the first series. */
  baseline: z.string(),
  /** Difference of the measured medians with one connection, hence without a queue; absent where that was not measured. */
  servers: figureSchema.optional(),
  /** What distances add per request on average, new connections included, less what they add to the baseline. */
  roundTrips: z.number(),
  /** Both together; absent where the first is. */
  total: figureSchema.optional(),
});
export type AddedLatency = z.infer<typeof addedLatencySchema>;

/** Round trips of a TLS handshake before the request can leave (RFC 8446 §2, RFC 5246 §7.3; FIELD.md D2). */
const tlsRoundTrips = { '1.3': { full: 1, resumed: 1 }, '1.2': { full: 2, resumed: 1 } } as const;

/** Median without a queue, of the smallest body that was measured so. */
function quietMedian(points: readonly Point[], { name, protocol }: SeriesModel): Figure | undefined {
  const [quiet] = points
    .filter(({ workload, network }) => {
      const isAtOnce =
        network.innerRttMs === 0 && network.outerRttMs === 0 && network.innerWire === undefined;
      const isKept = workload.reuse === 'keep-alive' && workload.connections === 1;
      return isAtOnce && isKept && workload.streamsPerConnection === 1 && workload.protocol === protocol;
    })
    .filter((point) => pointName(point) === name && isValid(point))
    .toSorted((a, b) => a.workload.bodyBytes - b.workload.bodyBytes);
  const measured = quiet?.latencyMs;
  return measured && { mean: measured.p50, ...(measured.p50Ci95 && { ci95: measured.p50Ci95 }) };
}

/**
 * Distances of one request, ms: every inner hop is crossed once; a new connection of the client takes one round trip for
 * TCP (RFC 9293 §3.5) and those of TLS, over all hops up to where TLS ends. Inner connections are kept open.
 */
function distanceMs(topology: TopologyId, tls: SeriesModel['tls'], traffic: Traffic): number {
  const hops = hopsOf(topology);
  const { innerRttMs, outerRttMs, shareResumed, newConnectionsPerRequest } = traffic;
  const rttOf = (from: string) => (from === 'client' ? outerRttMs : innerRttMs);
  const dialled = hops.filter((hop, at) => hop.from === 'client' || isPassedOn(hops, at));
  const { full, resumed } = tlsRoundTrips[tls.version];
  const ofTls = endOf(hops, 0)?.security === 'tls' ? full * (1 - shareResumed) + resumed * shareResumed : 0;
  const opening = dialled.reduce((sum, { from }) => sum + rttOf(from), 0) * (1 + ofTls);
  const asking = hops.reduce((sum, { from }) => sum + rttOf(from), 0);
  return asking + newConnectionsPerRequest * opening;
}

const plus = ({ mean, ci95 }: Figure, ms: number): Figure => ({
  mean: mean + ms,
  ...(ci95 && { ci95: [ci95[0] + ms, ci95[1] + ms] as [number, number] }),
});

/** What a series adds to the latency of another, ms per request; the CPU time of handshakes is not in it. */
export function addedLatency(
  points: readonly Point[],
  baseline: SeriesModel,
  series: SeriesModel,
  traffic: Traffic,
): AddedLatency | undefined {
  if (series.name === baseline.name) return undefined;
  const [quiet, quietBase] = [quietMedian(points, series), quietMedian(points, baseline)];
  const servers = quiet && quietBase && differenceOf(quiet, quietBase);
  const roundTrips =
    distanceMs(series.topology, series.tls, traffic) - distanceMs(baseline.topology, baseline.tls, traffic);
  return {
    baseline: seriesName(baseline),
    ...(servers && { servers }),
    roundTrips,
    ...(servers && { total: plus(servers, roundTrips) }),
  };
}
