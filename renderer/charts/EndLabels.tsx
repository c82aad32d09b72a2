import { usePlotArea, useYAxisScale } from 'recharts';
import { markPath } from '../../shared/engine-marks.ts';
import { lineStyleOf } from '../../shared/palette.ts';
import type { NamedSeries } from '../../shared/series.ts';
import { gatedLine } from './gated-note.ts';

/** Labels closer than this would overlap. */
const lineHeight = 13;
/** Where so many labels stand over each other that they must be smaller. */
const tightHeight = 10.5;
const letterWidth = 7;
const tightLetterWidth = 6.2;
const padding = 10;
const leftGap = 5;
/** Many labels reach down beside the axis' names: they begin right of the last of these. */
const tightLeftGap = 15;
/** Room for an engine's mark before its name. */
const markWidth = 12;
/** How far below the plot many labels may reach. */
const roomBelow = 12;

export interface LineEnd extends NamedSeries {
  readonly value: number;
  /** True of a line whose figures are no result. */
  readonly isGrey?: boolean;
}

/** Pushes labels apart downwards from the top, then back up from the bottom edge. */
export function spreadOut(wanted: readonly number[], bottom: number, apart = lineHeight): number[] {
  const order = wanted.map((_, at) => at).toSorted((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed = [...wanted];
  let free = Number.NEGATIVE_INFINITY;
  for (const at of order) {
    placed[at] = Math.max(placed[at] ?? 0, free);
    free = (placed[at] ?? 0) + apart;
  }
  let limit = bottom;
  for (const at of order.toReversed()) {
    placed[at] = Math.min(placed[at] ?? 0, limit);
    limit = (placed[at] ?? 0) - apart;
  }
  return placed;
}

/** Names stand under each other, whether they have a mark or not. */
const marksWidth = (series: readonly NamedSeries[]) =>
  series.some(({ proxy }) => proxy !== 'builtin') ? markWidth : 0;

const isTight = (count: number, height: number) => count * lineHeight > height;

/** What the labels need right of the plot, px. */
export function endLabelsWidth(series: readonly NamedSeries[], height: number): number {
  const tight = isTight(series.length, height);
  const longest = Math.max(0, ...series.map(({ name }) => name.length));
  const text = longest * (tight ? tightLetterWidth : letterWidth);
  return Math.max(26, text + padding + (tight ? tightLeftGap : 0) + marksWidth(series));
}

/** The name of each line at its right end, so that nobody has to match colours with a legend. */
export function EndLabels({ ends }: { ends: readonly LineEnd[] }) {
  const scale = useYAxisScale();
  const area = usePlotArea();
  if (!scale || !area) return null;
  const bottom = area.y + area.height;
  const tight = isTight(ends.length, area.height);
  const apart = Math.min(tight ? tightHeight : lineHeight, (area.height + roomBelow) / ends.length);
  const wanted = ends.map(({ value }) => Math.max(area.y + 4, scale(value) ?? bottom));
  const placed = spreadOut(wanted, tight ? bottom + roomBelow : bottom, apart);
  const left = area.x + area.width + (tight ? tightLeftGap : leftGap);
  const textLeft = left + marksWidth(ends);
  return (
    <g>
      {ends.map(({ name, topology, proxy, isGrey }, at) => {
        const mark = markPath(proxy, left + markWidth / 2, placed[at] ?? 0);
        const colour = isGrey ? gatedLine : lineStyleOf(topology).colour;
        return (
          <g key={name} fill={colour}>
            {mark && <path d={mark} />}
            <text
              x={textLeft}
              y={placed[at]}
              dominantBaseline="central"
              className={tight ? 'end-label end-label-tight' : 'end-label'}
            >
              {name}
            </text>
          </g>
        );
      })}
    </g>
  );
}
