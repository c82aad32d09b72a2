import type { TlsSettings } from '../../shared/config.ts';
import type { Service } from '../../shared/service.ts';
import { type Hop, hopsOf, isPassedOn } from '../../shared/topologies.ts';
import { addedRttMs, isWired, type Variant } from '../../shared/variant.ts';
import type { Engine, Layer, Protocol, ServingTier } from '../../shared/words.ts';

/** `service` is one of the user's own, which the lab doesn't configure. */
export type LinkEngine = Engine | 'service';

/** A listener that a topology needs. Listeners are opened from the app outwards, since each needs its upstream's port. */
export interface PlannedLink {
  /** Names the listener and everything that makes it what it is, so that an equal need finds it open. */
  readonly linkId: string;
  readonly hop: Hop;
  /** What plays the tier that listens. */
  readonly engine: LinkEngine;
  /** On `tcp` the listener forwards bytes unread, and neither it nor its way inwards speaks TLS of its own. */
  readonly layer: Layer;
  /** The service of the user's own that listens, in the lab's place. */
  readonly service: Service | undefined;
  readonly protocol: Protocol;
  readonly tls: TlsSettings | undefined;
  /** Round trip that a wire before this listener adds; absent where none stands. */
  readonly rttMs: number | undefined;
  /** The hop that this tier forwards to; absent for the last tier. */
  readonly upstream: { readonly hop: Hop; readonly tls: TlsSettings | undefined } | undefined;
}

/** What must be running to measure one variant. */
export interface Plan {
  readonly variant: Variant;
  /** Tells plans apart that are measured in turn, so that none counts the other's connections. */
  readonly lane: string;
  /** From the client inwards. */
  readonly links: readonly [PlannedLink, ...PlannedLink[]];
}

function protocolOf(hop: Hop, { workload }: Variant): Protocol {
  // Only the client's choice reaches a listener; behind a proxy plaintext is HTTP/1.1, and on TLS hops ALPN decides.
  return hop.security === 'plaintext' && hop.from === 'client' ? workload.protocol : 'h1';
}

/** What a listener speaks, as a part of its name. */
function spokenBy({ layer, protocol, tls }: Pick<PlannedLink, 'layer' | 'protocol' | 'tls'>): string {
  if (layer === 'tcp') return layer;
  if (tls === undefined) return `plaintext/${protocol}`;
  return `tls${tls.version}/${tls.key}/${tls.resumption ? 'resume' : 'full'}`;
}

/**
 * A real engine is started once per listener, so in a suite its plans share theirs: a process for each of P's workloads would
 * be a hundred of them. They are measured in turn, and only what happened in a turn is counted.
 */
const sharedLane = ({ workload, network }: Variant): string =>
  `${workload.protocol}/${JSON.stringify(network)}`;

/**
 * Turns settings into listeners and links.
 * @param lane plans of one lane share listeners where they can; by default all that speak the same protocol do, and those of
 *   a real engine in any lane. The load generator's connections are of one lane alone.
 * @returns the plan; equal settings give equal link ids, so nothing that is already open is opened twice
 */
export function planFor(variant: Variant, lane: string = variant.workload.protocol): Plan {
  const { topology, proxy, tls, network, service } = variant;
  const hops = hopsOf(topology);
  const opensTls = (at: number) => hops[at]?.security === 'tls' && !isPassedOn(hops, at);
  const endsTls = ({ security, layer }: Hop) => security === 'tls' && layer === undefined;
  const linkLane = proxy === 'builtin' ? lane : sharedLane(variant);
  const links = hops.map((hop, index): PlannedLink => {
    const inner = hops[index + 1];
    const protocol = protocolOf(hop, variant);
    const layer = hop.layer ?? 'http';
    const settings = endsTls(hop) ? tls : undefined;
    const own = inner === undefined ? service : undefined;
    const engine = own !== undefined ? 'service' : inner === undefined ? 'builtin' : proxy;
    return {
      linkId: `${topology}/${hop.to}/${engine}/${spokenBy({ layer, protocol, tls: settings })}/${linkLane}`,
      service: own,
      hop,
      engine,
      layer,
      protocol,
      tls: settings,
      rttMs: isWired(hop, network) ? addedRttMs(hop, network) : undefined,
      upstream: inner && { hop: inner, tls: opensTls(index + 1) ? tls : undefined },
    };
  });
  const [first, ...rest] = links;
  if (first === undefined) throw new RangeError(`Topology ${topology} has no hop.`);
  return { variant, lane, links: [first, ...rest] };
}

/** The serving tiers of a plan, from the client inwards. */
export function servingTiers(plan: Plan): ServingTier[] {
  return plan.links.map((link) => link.hop.to);
}
