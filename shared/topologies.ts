import {
  type EngineNeed,
  engineNeeds,
  type ProxyTier,
  proxyTierIds,
  type Security,
  type ServingTier,
  type Tier,
  tierIds,
} from './words.ts';

/** The link between two neighbouring tiers. */
export interface Hop {
  readonly from: Tier;
  readonly to: ServingTier;
  readonly security: Security;
  /** The far end forwards bytes and never decrypts, so whatever TLS runs here ends further in. Absent: it ends HTTP. */
  readonly layer?: 'tcp';
  /** Mutual TLS: the far end demands a certificate of the near end's, too. */
  readonly mutual?: true;
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
  T4: [
    { from: 'client', to: 'proxy', security: 'tls', layer: 'tcp' },
    { from: 'proxy', to: 'app', security: 'tls' },
  ],
  T5: [
    { from: 'client', to: 'proxy', security: 'plaintext' },
    { from: 'proxy', to: 'proxy2', security: 'tls', mutual: true },
    { from: 'proxy2', to: 'app', security: 'plaintext' },
  ],
} as const satisfies Record<string, readonly Hop[]>;

export type TopologyId = keyof typeof topologies;

/** All topologies in the order in which they are shown. */
export const topologyIds: readonly [TopologyId, ...TopologyId[]] = ['T0', 'T1', 'T2', 'T3', 'T4', 'T5'];

/** Those that are compared, and that a suite measures, unless others are asked for: each more takes its share of the time. */
export const usualTopologies: readonly [TopologyId, ...TopologyId[]] = ['T0', 'T1', 'T2', 'T3'];

/** The hops of a topology, from the client inwards. */
export function hopsOf(topology: TopologyId): readonly Hop[] {
  return topologies[topology];
}

/** The tiers on the path of a topology, in path order. */
export function tiersOf(topology: TopologyId): Tier[] {
  const onPath = new Set<Tier>(hopsOf(topology).flatMap((hop) => [hop.from, hop.to]));
  return tierIds.filter((tier) => onPath.has(tier));
}

/** The proxies on the path of a topology, from the client inwards: a mesh has two. */
export function proxiesOf(topology: TopologyId): ProxyTier[] {
  return proxyTierIds.filter((tier) => tiersOf(topology).includes(tier));
}

/** The hops, of any topology, that carry TLS. */
export function tlsHopsOf(topology: TopologyId): Hop[] {
  return hopsOf(topology).filter((hop) => hop.security === 'tls');
}

/** What is known of a hop wherever it is told of. */
type Relaying = Pick<Hop, 'layer'>;

/** The hop, at `at` or further in, whose far end reads what is sent on the one at `at`. */
export function endOf<H extends Relaying>(hops: readonly H[], at: number): H | undefined {
  return hops.slice(at).find((hop) => hop.layer === undefined);
}

/** Whether a hop carries on what was sent on the one before it: then its connections are not its near end's own. */
export function isPassedOn(hops: readonly Relaying[], at: number): boolean {
  return hops[at - 1]?.layer !== undefined;
}

/** Names a hop of one topology, for keys and files. */
export const hopName = ({ from, to }: Pick<Hop, 'from' | 'to'>): string => `${from}-${to}`;

/** What a topology asks of an engine that is to play its proxies. */
export function needsOf(topology: TopologyId): EngineNeed[] {
  const hops = hopsOf(topology);
  const asked = { tcp: hops.some(({ layer }) => layer === 'tcp'), mutual: hops.some(({ mutual }) => mutual) };
  return engineNeeds.filter((need) => asked[need]);
}
