import { type LineStyle, lineStyleOf } from '../../shared/palette.ts';
import { topologyIds } from '../../shared/topologies.ts';

/** A curve looks as its topology does in every chart; the name of a series begins with it. */
export function curveStyle(name: string, at: number): LineStyle {
  const topology = topologyIds.find((id) => name === id || name.startsWith(`${id}·`));
  return lineStyleOf(topology ?? topologyIds[at % topologyIds.length] ?? 'T0');
}
