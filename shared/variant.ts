import type { Config, Network, TlsSettings, Workload } from './config.ts';
import type { TopologyId } from './topologies.ts';

/** What one point measures: everything that makes its figures what they are, the machine apart. */
export interface Variant {
  readonly topology: TopologyId;
  readonly workload: Workload;
  readonly tls: TlsSettings;
  readonly network: Network;
}

/** One variant per topology under the same settings. */
export function variantOf(
  topology: TopologyId,
  settings: Pick<Config, 'workload' | 'tls' | 'network'>,
): Variant {
  const { workload, tls, network } = settings;
  return { topology, workload, tls, network };
}

/** Equal for variants that measure the same. Variants come from one schema, so their keys are in one order. */
export function variantKey({ topology, workload, tls, network }: Variant): string {
  return JSON.stringify([topology, workload, tls, network]);
}

/** Whether a wire stands on a hop. */
export function isWired(hop: { readonly from: string }, network: Network): boolean {
  return addedRttMs(hop, network) > 0 || (hop.from !== 'client' && network.innerWire === true);
}

/** Round trip that a wire adds to a hop, ms: the client's hop is the outer one, and all others are inner. */
export function addedRttMs(hop: { readonly from: string }, network: Network): number {
  return hop.from === 'client' ? network.outerRttMs : network.innerRttMs;
}
