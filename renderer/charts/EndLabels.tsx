import { usePlotArea, useYAxisScale } from 'recharts';
import type { TopologyId } from '../../shared/topologies.ts';
import { gatedLine } from './gated-note.ts';
import { lineStyleOf } from './palette.ts';

/** Labels closer than this would overlap. */
const lineHeight = 13;

export interface LineEnd {
  readonly topology: TopologyId;
  readonly value: number;
  /** True of a line whose figures are no result. */
  readonly isGrey?: boolean;
}

/** Pushes labels apart downwards from the top, then back up from the bottom edge. */
export function spreadOut(wanted: readonly number[], bottom: number): number[] {
  const order = wanted.map((_, at) => at).toSorted((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed = [...wanted];
  let free = Number.NEGATIVE_INFINITY;
  for (const at of order) {
    placed[at] = Math.max(placed[at] ?? 0, free);
    free = (placed[at] ?? 0) + lineHeight;
  }
  let limit = bottom;
  for (const at of order.toReversed()) {
    placed[at] = Math.min(placed[at] ?? 0, limit);
    limit = (placed[at] ?? 0) - lineHeight;
  }
  return placed;
}

/** The name of each line at its right end, so that nobody has to match colours with a legend. */
export function EndLabels({ ends }: { ends: readonly LineEnd[] }) {
  const scale = useYAxisScale();
  const area = usePlotArea();
  if (!scale || !area) return null;
  const bottom = area.y + area.height;
  const wanted = ends.map(({ value }) => Math.max(area.y + 4, scale(value) ?? bottom));
  const placed = spreadOut(wanted, bottom);
  return (
    <g>
      {ends.map(({ topology, isGrey }, at) => (
        <text
          key={topology}
          x={area.x + area.width + 5}
          y={placed[at]}
          dominantBaseline="central"
          className="end-label"
          fill={isGrey ? gatedLine : lineStyleOf(topology).colour}
        >
          {topology}
        </text>
      ))}
    </g>
  );
}
