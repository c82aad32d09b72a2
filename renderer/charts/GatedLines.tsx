import { useTranslation } from 'react-i18next';
import { usePlotArea } from 'recharts';
import type { GatedSeries } from '../state/selectors.ts';
import { gatedNote } from './gated-note.ts';

const lineHeight = 14;

/** In the upper left corner, above the fast requests of a percentile curve: which lines are grey, and why. */
export function GatedLines({ lines }: { lines: readonly GatedSeries[] }) {
  const { t } = useTranslation();
  const area = usePlotArea();
  if (!area) return null;
  return (
    <g>
      {lines
        .filter(({ failedGates }) => failedGates.length > 0)
        .map(({ name, failedGates }, at) => (
          <text key={name} x={area.x + 6} y={area.y + 12 + at * lineHeight} className="mark-text gated-text">
            {`${name}: ${gatedNote(t, failedGates)}`}
          </text>
        ))}
    </g>
  );
}
