import type { TlsSettings, Workload } from './config.ts';
import type { Evidence, Rule } from './evidence.ts';
import type { HopFacts } from './result.ts';
import { isHiddenHop } from './service-warnings.ts';
import { isPassedOn } from './topologies.ts';

/** Both kinds of handshake above this share of a hop's handshakes are a mixture. */
export const MIXED_SHARE = 0.01;
/**
 * Fewer handshakes than one per thousand requests mix no figure: even at 1 ms each they add 1 µs to a request. A pool
 * that opens two connections during a minute of kept ones is no mixture.
 */
export const FEW_HANDSHAKES_PER_REQUEST = 0.001;

/** So many handshakes that ought to have been resumed, and none of them was: then it is no chance. */
export const MIN_HANDSHAKES_TO_JUDGE = 20;

/** Names of RFC 7301's registry. */
const alpnOf = { h1: 'http/1.1', h2: 'h2' } as const;

const countOf = (made: HopFacts['handshakes']) => (made ? made.full + made.resumed : 0);
const versionAsked = (tls: TlsSettings) => `TLSv${tls.version}`;

function isAsAsked(hop: HopFacts, workload: Workload, tls: TlsSettings): boolean {
  if (hop.tlsVersion !== undefined && hop.tlsVersion !== versionAsked(tls)) return false;
  return hop.from !== 'client' || hop.alpn === undefined || hop.alpn === alpnOf[workload.protocol];
}

const notAsAsked: Rule = ({ hops, workload, tls }) => {
  const hop = hops.find((each) => !isAsAsked(each, workload, tls));
  if (hop === undefined) return undefined;
  const found = `${hop.tlsVersion ?? 'no TLS'}, ${hop.alpn ?? 'no ALPN'}`;
  // A proxy and the app choose their protocol themselves; only the client's is asked for.
  const asked =
    hop.from === 'client' ? `${versionAsked(tls)}, ${alpnOf[workload.protocol]}` : versionAsked(tls);
  return {
    code: 'not-as-asked',
    message: `The hop from ${hop.from} to ${hop.to} negotiated ${found} where ${asked} was asked for: no figure is that of the settings. Look for what stands in between, or ask for what it offers.`,
    values: { from: hop.from, to: hop.to, found, asked },
  };
};

/** A server notes what was negotiated with each handshake: a hop that it tells nothing of made none, or has no server. */
const tlsUnknown: Rule = (evidence) => {
  const { hops, tls, requests, isFinal } = evidence;
  const hop = hops.find(
    (one) => one.security === 'tls' && one.tlsVersion === undefined && !isHiddenHop(one, evidence),
  );
  if (hop === undefined || (requests === 0 && !isFinal)) return undefined;
  return {
    code: 'tls-unknown',
    message: `Nothing is known of TLS on the hop from ${hop.from} to ${hop.to}, where ${versionAsked(tls)} was asked for: its server told of no handshake, so no figure can be shown to be that of the settings. Look for what stands in between, or measure again.`,
    values: { from: hop.from, to: hop.to, asked: versionAsked(tls) },
  };
};

/**
 * How many of a hop's measured handshakes no ticket could be had for. All connections of a client may be opened before the
 * first of them was given one (RFC 8446, §4.6.1): at the start, if that is not over yet when measuring begins, and again
 * after each restart of a process. A proxy may open one for each request under way.
 */
function firstHandshakes(hop: HopFacts, { workload, gaps }: Evidence): number {
  const streams = workload.protocol === 'h2' ? workload.streamsPerConnection : 1;
  const atOnce = workload.connections * streams;
  const before = Math.max(0, countOf(hop.handshakes) - countOf(hop.measuredHandshakes));
  return Math.max(0, atOnce - before) + gaps * atOnce;
}

function isNeverResumed(hop: HopFacts, evidence: Evidence): boolean {
  const all = countOf(hop.measuredHandshakes);
  if (all - firstHandshakes(hop, evidence) < MIN_HANDSHAKES_TO_JUDGE) return false;
  if (all < evidence.requests * FEW_HANDSHAKES_PER_REQUEST) return false;
  return (hop.measuredHandshakes?.resumed ?? 0) <= all * MIXED_SHARE;
}

const resumptionMissing: Rule = (evidence) => {
  const hop = evidence.tls.resumption && evidence.hops.find((each) => isNeverResumed(each, evidence));
  if (!hop) return undefined;
  const { full = 0, resumed = 0 } = hop.measuredHandshakes ?? {};
  return {
    code: 'resumption-missing',
    message: `The hop from ${hop.from} to ${hop.to} made ${full} full and ${resumed} resumed handshakes where resumption was asked for: CPU per request and latency are those of full handshakes. Look for what forgets the tickets, such as a server with keys of its own behind a balancer, or measure with resumption off.`,
    values: { from: hop.from, to: hop.to, full, resumed },
  };
};

function isMixed({ measuredHandshakes: made }: HopFacts, requests: number): boolean {
  if (made === undefined) return false;
  const all = made.full + made.resumed;
  if (all < requests * FEW_HANDSHAKES_PER_REQUEST) return false;
  return Math.min(made.full, made.resumed) > all * MIXED_SHARE;
}

const resumptionMixed: Rule = ({ hops, tls, requests }) => {
  const unasked = tls.resumption ? undefined : hops.find((hop) => (hop.handshakes?.resumed ?? 0) > 0);
  const hop = unasked ?? hops.find((each) => isMixed(each, requests));
  if (hop === undefined) return undefined;
  const { full = 0, resumed = 0 } = (unasked ? hop.handshakes : hop.measuredHandshakes) ?? {};
  const why = tls.resumption ? '' : ' although resumption is off';
  return {
    code: 'resumption-mixed',
    message: `The hop from ${hop.from} to ${hop.to} made ${full} full and ${resumed} resumed handshakes${why}: CPU per request and latency mix two kinds and are neither's. Measure with resumption off, or longer with it on.`,
    values: { from: hop.from, to: hop.to, full, resumed, resumption: tls.resumption ? 'on' : 'off' },
  };
};

/** A pool that is really reused makes a handshake per connection, not per request (FIELD.md B01). */
const REHANDSHAKES_SHARE = 0.01;

const innerHopRehandshakes: Rule = ({ hops, requests }) => {
  const hop = hops.find(({ from, measuredHandshakes: made }, at) => {
    // Passed on unread, they are the client's, and as many as it was asked to make.
    if (from === 'client' || isPassedOn(hops, at)) return false;
    return made !== undefined && made.full + made.resumed > requests * REHANDSHAKES_SHARE;
  });
  const made = hop?.measuredHandshakes;
  if (hop === undefined || made === undefined || requests === 0) return undefined;
  const perRequest = (made.full + made.resumed) / requests;
  return {
    code: 'inner-hop-rehandshakes',
    message: `The ${hop.from} made ${perRequest.toFixed(2)} handshakes with the ${hop.to} per request: it does not reuse its connections, so CPU per request and latency are those of handshakes. With nginx, set keepalive in the upstream, proxy_http_version 1.1 and an empty Connection header; elsewhere look for the upstream pool's size and idle time.`,
    values: { from: hop.from, to: hop.to, perRequest, full: made.full, resumed: made.resumed },
  };
};

export const negotiationRules: readonly Rule[] = [
  notAsAsked,
  tlsUnknown,
  resumptionMissing,
  resumptionMixed,
  innerHopRehandshakes,
];
