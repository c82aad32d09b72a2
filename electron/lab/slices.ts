import type { TopologyId } from '../../shared/topologies.ts';

/**
 * The order in which slices are measured: forwards, then backwards, again and again, so that a drift of the machine
 * falls on all topologies alike (DESIGN.md, Compare).
 * @param topologies at least one, without repeats
 * @param index number of the slice, from 0
 */
export function topologyOfSlice(
  topologies: readonly [TopologyId, ...TopologyId[]],
  index: number,
): TopologyId {
  const round = Math.floor(index / topologies.length);
  const place = index % topologies.length;
  const at = round % 2 === 0 ? place : topologies.length - 1 - place;
  return topologies[at] ?? topologies[0];
}
