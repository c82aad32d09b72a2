import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts';
import { markPath, markPlaces } from '../../shared/engine-marks.ts';
import { type Engine, engines } from '../../shared/words.ts';

/** Distance between two marks of one line, px; those of the engines stand between each other's. */
const spacing = 90;

export interface MarkedLine {
  readonly name: string;
  readonly proxy: Engine;
  readonly colour: string;
  readonly opacity?: number;
  readonly places: readonly { readonly x: number; readonly y: number }[];
}

/** Marks on the lines of real engines, a few on each. */
export function EngineMarks({ lines }: { lines: readonly MarkedLine[] }) {
  const xScale = useXAxisScale();
  const yScale = useYAxisScale();
  const area = usePlotArea();
  if (!xScale || !yScale || !area) return null;
  const wantedFor = (proxy: Engine) => {
    const first = area.x + (engines.indexOf(proxy) / engines.length) * spacing;
    const count = Math.max(0, Math.floor((area.x + area.width - first) / spacing) + 1);
    return Array.from({ length: count }, (_, at) => first + at * spacing);
  };
  const pathOf = ({ proxy, places }: MarkedLine) => {
    const drawn = places.map(({ x, y }) => ({ x: xScale(x) ?? 0, y: yScale(y) ?? 0 }));
    return markPlaces(drawn, wantedFor(proxy))
      .filter(({ y }) => y >= area.y && y <= area.y + area.height)
      .map(({ x, y }) => markPath(proxy, x, y))
      .join('');
  };
  return (
    <g>
      {lines
        .filter(({ proxy }) => proxy !== 'builtin')
        .map((line) => (
          <path
            key={line.name}
            d={pathOf(line)}
            fill={line.colour}
            fillOpacity={line.opacity}
            className="engine-mark"
          />
        ))}
    </g>
  );
}
