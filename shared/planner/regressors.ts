import type { Figure, HopFacts, Point } from '../result.ts';
import { halfWidth, studentT95 } from '../stats.ts';
import { endOf, isPassedOn } from '../topologies.ts';
import type { ServingTier } from '../words.ts';
import type { TermName } from './model.ts';

/** How often each term occurs in a request. */
export type Regressors = Readonly<Record<TermName, number>>;

/** What one point says of one tier. */
export interface Row {
  readonly point: Point;
  readonly us: Figure;
  /** Standard error of the CPU per request, µs. */
  readonly sdUs: number;
  readonly regressors: Regressors;
  /** Whether the client resumed most of its new connections. */
  readonly isResumed: boolean;
}

/** Handshakes by kind, or connections by the kind of their handshakes. */
export interface ByKind {
  readonly full: number;
  readonly resumed: number;
}

/** No interval of a few slices is believed to be better than this share: one that is 0 would outweigh all other points. */
const LEAST_SD_SHARE = 0.005;

/**
 * How much connections that are opened make all requests dearer, beyond their own cost: handshakes push a server's code and
 * data out of the caches that it shares, and what arrives in between wakes it for fewer requests at a time. The first few do
 * most of that. The root is what points from one connection in a hundred requests to one in each were found to follow: a
 * straight line misses those in between by up to a quarter. No theory gives it.
 * @param connectionsPerRequest 0–1
 */
export const churnOf = (connectionsPerRequest: number): number => Math.sqrt(connectionsPerRequest);

function perRequest(made: HopFacts['measuredHandshakes'], requests: number | undefined): ByKind {
  if (made === undefined || !requests) return { full: 0, resumed: 0 };
  return { full: made.full / requests, resumed: made.resumed / requests };
}

/** New connections per request that were asked for. */
export function askedPerRequest({ workload: { reuse } }: Point): number {
  if (reuse === 'keep-alive') return 0;
  return reuse === 'new' ? 1 : 1 / reuse;
}

/** New connections of the client per request, by the handshakes that their server counted; without TLS none are, and as asked all are `full`. */
export function clientConnections(point: Point): ByKind {
  const end = endOf(point.hops, 0);
  if (end?.security !== 'tls') return { full: askedPerRequest(point), resumed: 0 };
  return perRequest(end.measuredHandshakes, end.to === 'client' ? undefined : point.tiers[end.to]?.requests);
}

/** Whether the tier is an end of a hop's TLS, and not of a hop that it passes on unread. */
function isOwn(hops: readonly HopFacts[], at: number, tier: ServingTier): boolean {
  const hop = hops[at];
  if (hop?.security !== 'tls') return false;
  return hop.to === tier ? hop.layer === undefined : hop.from === tier && !isPassedOn(hops, at);
}

/** Whether a tier ends TLS at all, and whether with the client: then its handshakes are the client's connections. */
export function tlsOf({ hops }: Point, tier: ServingTier): { any: boolean; withClient: boolean } {
  const end = endOf(hops, 0);
  return {
    any: hops.some((_, at) => isOwn(hops, at, tier)),
    withClient: end?.security === 'tls' && end.to === tier,
  };
}

function handshakesOf(point: Point, tier: ServingTier): ByKind {
  const requests = point.tiers[tier]?.requests;
  const own = point.hops
    .filter((_, at) => isOwn(point.hops, at, tier))
    .map(({ measuredHandshakes }) => perRequest(measuredHandshakes, requests));
  return {
    full: own.reduce((sum, { full }) => sum + full, 0),
    resumed: own.reduce((sum, { resumed }) => sum + resumed, 0),
  };
}

/** @returns undefined where the point has no CPU of the tier, or doesn't say how well it knows it */
export function rowOf(point: Point, tier: ServingTier): Row | undefined {
  const us = point.tiers[tier]?.cpuUsPerRequest;
  if (us?.ci95 === undefined || us.mean <= 0) return undefined;
  const sdUs = Math.max(halfWidth(us) / studentT95(Math.max(1, point.slices - 1)), us.mean * LEAST_SD_SHARE);
  const connections = clientConnections(point);
  const opened = connections.full + connections.resumed;
  const regressors = {
    base: 1,
    perByte: point.workload.bodyBytes,
    ...handshakesOf(point, tier),
    connection: opened,
    churn: churnOf(opened),
  };
  return { point, us, sdUs, regressors, isResumed: connections.resumed > connections.full };
}
