import { usePlotArea, useYAxisScale } from 'recharts';
import type { NamedSeries } from '../../shared/series.ts';
import { markPath } from './engine-marks.ts';
import { gatedLine } from './gated-note.ts';
import { lineStyleOf } from './palette.ts';

/** Labels closer than this would overlap. */
const lineHeight = 13;
/** Where so many labels stand over each other that they must be smaller. */
const tightHeight = 10.5;
const letterWidth = 7;
const tightLetterWidth = 6.2;
const padding = 10;
/** Room for an engine's mark before its name. */
const markWidth = 12;
/** Nothing stands under the last label but the axis' own names, which end left of it. */
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

const isTight = (count: number, height: number) => count * lineHeight > height;

/** What the labels need right of the plot, px. */
export function endLabelsWidth(series: readonly NamedSeries[], height: number): number {
  const letter = isTight(series.length, height) ? tightLetterWidth : letterWidth;
  const widths = series.map(
    ({ name, proxy }) => name.length * letter + padding + (proxy === 'builtin' ? 0 : markWidth),
  );
  return Math.max(26, ...widths);
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
  const left = area.x + area.width + 5;
  return (
    <g>
      {ends.map(({ name, topology, proxy, isGrey }, at) => {
        const mark = markPath(proxy, left + markWidth / 2, placed[at] ?? 0);
        const colour = isGrey ? gatedLine : lineStyleOf(topology).colour;
        return (
          <g key={name} fill={colour}>
            {mark && <path d={mark} />}
            <text
              x={mark ? left + markWidth + 1 : left}
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
