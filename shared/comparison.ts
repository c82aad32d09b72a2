import { sparesCpu } from './gates.ts';
import type { Figure, Point } from './result.ts';
import { differenceOf, pairedBaseUs, pairedDifference, pairedRatio, ratioOf, sumFigures } from './stats.ts';
import { type Hop, hopsOf } from './topologies.ts';

/**
 * CPU per request of all servers on the path, µs (the load generator is not one). A point that doesn't carry its total
 * has that of its tiers, as if they were independent; absent when a server has no figure.
 */
export function serverCpuUs(point: Point): Figure | undefined {
  if (point.serverCpuUsPerRequest) return point.serverCpuUsPerRequest;
  const servers = hopsOf(point.topology).map((hop) => point.tiers[hop.to]?.cpuUsPerRequest);
  const known = servers.filter((figure) => figure !== undefined);
  return known.length === servers.length ? sumFigures(known) : undefined;
}

/** Whether no gate of FIELD.md C3 is failed; only then may a figure of the point stand as a result. */
export const isValid = (point: Point): boolean => point.failedGates.length === 0;

/** Whether what a request costs each server stands, whoever set the pace. */
export const isCpuValid = (point: Point): boolean => point.failedGates.every(sparesCpu);

/** A service of one's own may be at another URL for TLS, but must be asked the same. */
function conditionsOf({ experiment, workload, tls, network, service }: Point): string {
  const asked = service && [service.method, service.path, service.requestBytes];
  return JSON.stringify([experiment, workload, tls, network, asked]);
}

/** Points may be compared within one experiment, one workload, one TLS setting and one network. */
export const sameConditions = (a: Point, b: Point): boolean => conditionsOf(a) === conditionsOf(b);

type Comparison = 'tls' | 'reencryption' | 'proxy' | 'passthrough' | 'mesh';

/** Another engine is another program: what differs then is not where TLS ends. */
function isSameProxy(a: Point, b: Point): boolean {
  return !a.engines.proxy || !b.engines.proxy || a.engines.proxy.name === b.engines.proxy.name;
}

/** What is the same about two hops, wherever their ends are. */
const looks = (hops: readonly Hop[]) =>
  JSON.stringify(hops.map(({ security, mutual }) => [security, mutual]));

/** Whether `to` is `from` with proxies before its tiers that pass bytes on unread. */
function addsForwarder(from: readonly Hop[], to: readonly Hop[]): boolean {
  const read = to.filter(({ layer }) => layer === undefined);
  return read.length < to.length && looks(read) === looks(from);
}

/** Whether `to` puts sidecars with mutual TLS between them into the one, plaintext, hop of `from`. */
function addsSidecars(from: readonly Hop[], to: readonly Hop[]): boolean {
  const isPlain = (hop: Hop | undefined) => hop?.security === 'plaintext';
  return (
    from.length === 1 &&
    isPlain(from[0]) &&
    isPlain(to[0]) &&
    isPlain(to.at(-1)) &&
    to.some(({ mutual }) => mutual)
  );
}

/** Which question a pair answers: one hop secured that was not, TLS ended one tier earlier, or tiers put in between. */
export function comparisonOf(baseline: Point, point: Point): Comparison | undefined {
  if (!isSameProxy(baseline, point)) return undefined;
  const [from, to] = [hopsOf(baseline.topology), hopsOf(point.topology)];
  if (addsForwarder(from, to)) return 'passthrough';
  if (addsSidecars(from, to)) return 'mesh';
  if ([...from, ...to].some(({ layer }) => layer !== undefined)) return undefined;
  if (from.length === to.length) {
    const secured = to.filter((hop, at) => hop.security === 'tls' && from[at]?.security === 'plaintext');
    const changed = to.filter((hop, at) => hop.security !== from[at]?.security);
    if (secured.length !== 1 || changed.length !== 1) return undefined;
    return secured[0]?.from === 'client' ? 'tls' : 'reencryption';
  }
  const endsTlsEarly = to.length > from.length && to.at(-1)?.security === 'plaintext';
  const secureOutside = from[0]?.security === 'tls' && to[0]?.security === 'tls';
  return endsTlsEarly && secureOutside ? 'proxy' : undefined;
}

/** Whether both have slices and none of them in common: then nothing was measured side by side. */
export function isApart(a: Point, b: Point): boolean {
  const turns = new Set(a.turns.map(([turn]) => turn));
  return a.turns.length > 0 && b.turns.length > 0 && !b.turns.some(([turn]) => turns.has(turn));
}

/** More server CPU per request than a baseline takes, and the baseline's own, of which it is a share. */
export interface CostDifference {
  readonly extra: Figure;
  readonly baseUs: number;
}

/** By how much more server CPU per request `point` takes than `baseline`, µs: in pairs of slices where there are such. */
export function costDifference(point: Point, baseline: Point): CostDifference | undefined {
  const extra = pairedDifference(point.turns, baseline.turns);
  const baseUs = pairedBaseUs(point.turns, baseline.turns);
  if (extra && baseUs !== undefined) return { extra, baseUs };
  const [cost, base] = [serverCpuUs(point), serverCpuUs(baseline)];
  return cost && base && { extra: differenceOf(cost, base), baseUs: base.mean };
}

/** How many times the baseline's server CPU per request `point` takes: in pairs of slices where there are such. */
export function costRatio(point: Point, baseline: Point): Figure | undefined {
  const paired = pairedRatio(point.turns, baseline.turns);
  if (paired) return paired;
  const [cost, base] = [serverCpuUs(point), serverCpuUs(baseline)];
  return cost && base && ratioOf(cost, base);
}

/** TLS that the app ends itself, with nothing in between. */
export const endsTlsInApp = ({ topology }: Pick<Point, 'topology'>): boolean => {
  const hops = hopsOf(topology);
  return hops.length === 1 && hops[0]?.security === 'tls';
};

/**
 * What ratios are taken to: of the valid points under the same conditions the one whose app ends TLS itself, or else the
 * first measured with the same engine.
 */
export function baselineFor(point: Point, points: readonly Point[]): Point | undefined {
  const peers = points.filter((other) => isValid(other) && sameConditions(other, point));
  return peers.find(endsTlsInApp) ?? peers.find((other) => isSameProxy(other, point)) ?? peers[0];
}

/** The same topology under the same conditions with another engine as its proxy, the first of them. */
export function otherEngineFor(point: Point, points: readonly Point[]): Point | undefined {
  return points.find(
    (other) =>
      isValid(other) &&
      other.topology === point.topology &&
      sameConditions(other, point) &&
      !isSameProxy(other, point),
  );
}
