import { z } from 'zod';
import { isValid } from '../comparison.ts';
import { plannerExperiments } from '../experiment-ids.ts';
import { type Figure, figureSchema, type Point } from '../result.ts';
import { pointName, seriesName } from '../series.ts';
import { differenceOf } from '../stats.ts';
import { endOf, hopsOf, isPassedOn } from '../topologies.ts';
import { areAlike, conditionsOf } from './conditions.ts';
import type { SeriesModel } from './model.ts';
import type { Traffic } from './traffic.ts';

export const addedLatencySchema = z.object({
  /** What it is added to: the first series. */
  baseline: z.string(),
  /** Difference of the measured medians with one connection, hence without a queue; absent where that was not measured. */
  servers: figureSchema.optional(),
  /** The body with which that was measured. */
  bodyBytes: z.number().optional(),
  /** What distances add per request on average, new connections included, less what they add to the baseline. */
  roundTrips: z.number(),
  /** Both together; absent where the first is. */
  total: figureSchema.optional(),
});
export type AddedLatency = z.infer<typeof addedLatencySchema>;

/** Round trips of a TLS handshake before the request can leave (RFC 8446 §2, RFC 5246 §7.3; FIELD.md D2). */
const tlsRoundTrips = { '1.3': { full: 1, resumed: 1 }, '1.2': { full: 2, resumed: 1 } } as const;

const noRoundTrips = { full: 0, resumed: 0 };

/** Whether nothing waits: one connection that is kept, no delay, and nothing asked for at a rate. */
function isQuiet({ workload, network }: Point): boolean {
  const { reuse, connections, streamsPerConnection, load } = workload;
  const isAtOnce = network.innerRttMs === 0 && network.outerRttMs === 0 && network.innerWire === undefined;
  const isAlone = reuse === 'keep-alive' && connections === 1 && streamsPerConnection === 1;
  return isAtOnce && isAlone && load.kind === 'closed';
}

/** Valid points of a series without a queue, under its own conditions. */
function quietPoints(points: readonly Point[], { name, protocol, conditions }: SeriesModel): Point[] {
  return points.filter(
    (point) =>
      isQuiet(point) &&
      pointName(point) === name &&
      point.workload.protocol === protocol &&
      areAlike(conditionsOf(point), conditions) &&
      isValid(point),
  );
}

/** Points that were measured for plans before others, then small bodies before large ones. */
const isOthers = ({ experiment }: Point) =>
  experiment === undefined || !plannerExperiments.includes(experiment);
const compareQuiet = (a: Point, b: Point) =>
  Number(isOthers(a)) - Number(isOthers(b)) || a.workload.bodyBytes - b.workload.bodyBytes;

function medianOf({ latencyMs }: Point): Figure | undefined {
  return latencyMs && { mean: latencyMs.p50, ...(latencyMs.p50Ci95 && { ci95: latencyMs.p50Ci95 }) };
}

/** Two medians that were measured alike. */
interface QuietPair {
  readonly bodyBytes: number;
  readonly difference: Figure;
}

/**
 * What servers add between two series, with the smallest body that both were measured with in turn, all else alike: what
 * another experiment measured lies minutes away.
 */
function quietDifference(
  points: readonly Point[],
  series: SeriesModel,
  baseline: SeriesModel,
): QuietPair | undefined {
  const of = quietPoints(points, series);
  const pairs = quietPoints(points, baseline)
    .toSorted(compareQuiet)
    .flatMap((base) => {
      const alike = of.find(
        (point) =>
          point.experiment === base.experiment &&
          point.workload.bodyBytes === base.workload.bodyBytes &&
          areAlike(conditionsOf(point), conditionsOf(base)),
      );
      const [own, its] = [alike && medianOf(alike), medianOf(base)];
      return own?.ci95 && its?.ci95
        ? [{ bodyBytes: base.workload.bodyBytes, difference: differenceOf(own, its) }]
        : [];
    });
  return pairs[0];
}

/**
 * Distances of one request, ms: every inner hop is crossed once; a new connection of the client takes one round trip for
 * TCP (RFC 9293 §3.5) and those of TLS, over all hops up to where TLS ends. Inner connections are kept open.
 */
function distanceMs({ topology, conditions }: SeriesModel, traffic: Traffic): number {
  const hops = hopsOf(topology);
  const { innerRttMs, outerRttMs, shareResumed, newConnectionsPerRequest } = traffic;
  const rttOf = (from: string) => (from === 'client' ? outerRttMs : innerRttMs);
  const dialled = hops.filter((hop, at) => hop.from === 'client' || isPassedOn(hops, at));
  const { full, resumed } = conditions.version ? tlsRoundTrips[conditions.version] : noRoundTrips;
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
  const quiet = quietDifference(points, series, baseline);
  const roundTrips = distanceMs(series, traffic) - distanceMs(baseline, traffic);
  return {
    baseline: seriesName(baseline),
    ...(quiet && { servers: quiet.difference, bodyBytes: quiet.bodyBytes }),
    roundTrips,
    ...(quiet && { total: plus(quiet.difference, roundTrips) }),
  };
}
