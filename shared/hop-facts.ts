import type { HopFacts } from './result.ts';
import type { Counters } from './role-api.ts';
import type { Sample } from './sample.ts';
import { sumOf } from './slice-sums.ts';
import { endOf, hopsOf } from './topologies.ts';
import { addedRttMs, type Variant } from './variant.ts';
import type { ServingTier } from './words.ts';

/** Of a server's counters, what tells of its hop. */
export type LinkCounts = Pick<Counters, 'handshakes' | 'negotiated' | 'httpVersion'>;

/** What is known of a server's link: its counters when the configuration began, and now. */
export interface LinkFacts {
  readonly from: LinkCounts;
  readonly to: LinkCounts;
}

/**
 * What was negotiated on each hop, and how often. A hop that is passed on carries the TLS of the one where it ends, and
 * makes no handshake of its own.
 * @param links counters of the hops' servers; a hop whose server is missing has only what was asked for
 * @param samples the measured windows
 */
export function hopFacts(
  { topology, network }: Variant,
  links: Partial<Record<ServingTier, LinkFacts>>,
  samples: readonly Sample[],
): HopFacts[] {
  return hopsOf(topology).map((hop, at, hops) => {
    const base = { ...hop, rttMs: addedRttMs(hop, network) };
    const end = endOf(hops, at);
    const link = end && links[end.to];
    // Who has told of nothing negotiated has told of no handshake either: none was made, or nobody counts here.
    if (hop.security === 'plaintext' || link?.to.negotiated === undefined) return base;
    if (end !== hop) return { ...base, ...link.to.negotiated };
    const { from, to } = link;
    const counted = (kind: 'full' | 'resumed') => to.handshakes[kind] - from.handshakes[kind];
    const measured = (kind: 'full' | 'resumed') =>
      sumOf(samples, (sample) => sample.tiers[hop.to]?.handshakes[kind] ?? 0);
    const handshakes = { full: counted('full'), resumed: counted('resumed') };
    // Of a service whose process isn't known there are no windows, only what whoever dials it has seen in all.
    if (!samples.some((sample) => sample.tiers[hop.to])) return { ...base, ...to.negotiated, handshakes };
    return {
      ...base,
      ...to.negotiated,
      handshakes,
      measuredHandshakes: { full: measured('full'), resumed: measured('resumed') },
    };
  });
}
