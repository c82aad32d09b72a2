import type { TlsSettings, Workload } from '../../shared/config.ts';
import { type Hop, hopsOf, type TopologyId } from '../../shared/topologies.ts';
import type { Protocol, ServingTier } from '../../shared/words.ts';

/** A listener that a topology needs. Listeners are opened from the app outwards, since each needs its upstream's port. */
export interface PlannedLink {
  /** Names the listener and everything that makes it what it is, so that an equal need finds it open. */
  readonly linkId: string;
  readonly hop: Hop;
  readonly protocol: Protocol;
  readonly tls: TlsSettings | undefined;
  /** The hop that this tier forwards to; absent for the last tier. */
  readonly upstream: { readonly hop: Hop; readonly tls: TlsSettings | undefined } | undefined;
}

/** What must be running to measure one topology under one workload. */
export interface Plan {
  readonly topology: TopologyId;
  readonly workload: Workload;
  readonly tls: TlsSettings;
  /** From the client inwards. */
  readonly links: readonly [PlannedLink, ...PlannedLink[]];
}

function protocolOf(hop: Hop, workload: Workload): Protocol {
  // Only the client's choice reaches a listener; behind a proxy plaintext is HTTP/1.1, and on TLS hops ALPN decides.
  return hop.security === 'plaintext' && hop.from === 'client' ? workload.protocol : 'h1';
}

/**
 * Turns settings into listeners and links.
 * @returns the plan; equal settings give equal link ids, so nothing that is already open is opened twice
 */
export function planFor(topology: TopologyId, workload: Workload, tls: TlsSettings): Plan {
  const hops = hopsOf(topology);
  const tlsOf = (hop: Hop) => (hop.security === 'tls' ? tls : undefined);
  const links = hops.map((hop, index): PlannedLink => {
    const inner = hops[index + 1];
    const protocol = protocolOf(hop, workload);
    const settings = tlsOf(hop);
    const tlsPart =
      settings === undefined
        ? `plaintext/${protocol}`
        : `tls${settings.version}/${settings.key}/${settings.resumption ? 'resume' : 'full'}`;
    return {
      linkId: `${topology}/${hop.to}/${tlsPart}`,
      hop,
      protocol,
      tls: settings,
      upstream: inner && { hop: inner, tls: tlsOf(inner) },
    };
  });
  const [first, ...rest] = links;
  if (first === undefined) throw new RangeError(`Topology ${topology} has no hop.`);
  return { topology, workload, tls, links: [first, ...rest] };
}

/** The serving tiers of a plan, from the client inwards. */
export function servingTiers(plan: Plan): ServingTier[] {
  return plan.links.map((link) => link.hop.to);
}
