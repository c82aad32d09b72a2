import { useTranslation } from 'react-i18next';
import { usePlotArea } from 'recharts';
import type { Curve } from '../state/selectors.ts';
import { gatedNote } from './gated-note.ts';

const lineHeight = 14;

/** In the empty corner of a percentile curve, above the fast requests: which lines are grey, and why. */
export function GatedLines({ curves }: { curves: readonly Curve[] }) {
  const { t } = useTranslation();
  const area = usePlotArea();
  if (!area) return null;
  return (
    <g>
      {curves
        .filter(({ failedGates }) => failedGates.length > 0)
        .map(({ topology, failedGates }, at) => (
          <text
            key={topology}
            x={area.x + 6}
            y={area.y + 12 + at * lineHeight}
            className="mark-text gated-text"
          >
            {`${topology}: ${gatedNote(t, failedGates)}`}
          </text>
        ))}
    </g>
  );
}
