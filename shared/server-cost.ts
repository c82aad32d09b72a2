import type { Sample } from './sample.ts';
import { perSlice, type SliceSum, sumOf } from './slice-sums.ts';
import { hopsOf } from './topologies.ts';

/**
 * CPU of all servers on the path and requests of the client, slice by slice. Samples that lack one of the tiers are left
 * out: half a path's cost is no cost.
 * @param samples of one topology, oldest first
 * @returns µs as `amount`, requests as `count`
 */
export function serverCostPerSlice(samples: readonly Sample[]): SliceSum[] {
  return perSlice(samples, ({ topology, tiers }) => {
    const servers = hopsOf(topology).map((hop) => hop.to);
    const own = servers.map((tier) => tiers[tier]).filter((tier) => tier !== undefined);
    if (own.length < servers.length || tiers.client === undefined) return undefined;
    return { amount: sumOf(own, ({ userUs, systemUs }) => userUs + systemUs), count: tiers.client.requests };
  });
}

/** CPU of the load generator and its requests, slice by slice. */
export const clientCostPerSlice = (samples: readonly Sample[]): SliceSum[] =>
  perSlice(
    samples,
    ({ tiers: { client } }) => client && { amount: client.userUs + client.systemUs, count: client.requests },
  );
