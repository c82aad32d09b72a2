import { type Security, type ServingTier, type Tier, tierIds } from './words.ts';

/** The link between two neighbouring tiers. */
export interface Hop {
  readonly from: Tier;
  readonly to: ServingTier;
  readonly security: Security;
}

/**
 * The named chains of tiers (BRIEF.md). Adding a topology is adding one entry:
 * nothing else in the project may ask for a topology by its name.
 */
export const topologies = {
  T0: [{ from: 'client', to: 'app', security: 'plaintext' }],
  T1: [{ from: 'client', to: 'app', security: 'tls' }],
  T2: [
    { from: 'client', to: 'proxy', security: 'tls' },
    { from: 'proxy', to: 'app', security: 'plaintext' },
  ],
  T3: [
    { from: 'client', to: 'proxy', security: 'tls' },
    { from: 'proxy', to: 'app', security: 'tls' },
  ],
} as const satisfies Record<string, readonly Hop[]>;

export type TopologyId = keyof typeof topologies;

/** All topologies in the order in which they are shown. */
export const topologyIds: readonly [TopologyId, ...TopologyId[]] = ['T0', 'T1', 'T2', 'T3'];

/** The hops of a topology, from the client inwards. */
export function hopsOf(topology: TopologyId): readonly Hop[] {
  return topologies[topology];
}

/** The tiers on the path of a topology, in path order. */
export function tiersOf(topology: TopologyId): Tier[] {
  const onPath = new Set<Tier>(hopsOf(topology).flatMap((hop) => [hop.from, hop.to]));
  return tierIds.filter((tier) => onPath.has(tier));
}

/** The hops, of any topology, that carry TLS. */
export function tlsHopsOf(topology: TopologyId): Hop[] {
  return hopsOf(topology).filter((hop) => hop.security === 'tls');
}
