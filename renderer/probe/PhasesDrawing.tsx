import { useTranslation } from 'react-i18next';
import { linearTicks } from '../../shared/ticks.ts';
import { formatMs, formatShort } from '../../shared/units.ts';
import type { BoxSize } from '../charts/use-box-size.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import type { PhaseSpan } from './phase-spans.ts';

const barHeight = 30;
const axisHeight = 20;
export const phasesHeight = barHeight + axisHeight;
/** Half of the axis's last number hangs over. */
const sideRoom = 28;
/** So that a step of some µs can still be seen. */
const thinnestSpan = 1.5;
const letterWidth = 7.5;

/** Steps that the handshake timeline has too have its colours. */
const spanNames: Readonly<Record<PhaseSpan['phase'], string>> = {
  dns: 'dns',
  tcp: 'connect',
  tls: 'tls',
  firstByte: 'waiting',
  body: 'receiving',
};
export const phaseColour = (phase: PhaseSpan['phase']): string => `var(--span-${spanNames[phase]})`;

interface PhaseBarProps {
  readonly span: PhaseSpan;
  readonly x: (ms: number) => number;
}

function PhaseBar({ span: { phase, startMs, durationMs }, x }: PhaseBarProps) {
  const language = useLanguage();
  const left = x(startMs);
  const width = Math.max(thinnestSpan, x(startMs + durationMs) - left);
  const text = formatMs(durationMs, language);
  return (
    <g>
      <rect x={left} y="3" width={width} height={barHeight - 6} fill={phaseColour(phase)} />
      {width > text.length * letterWidth && (
        <text
          x={left + width / 2}
          y={barHeight / 2}
          textAnchor="middle"
          dominantBaseline="central"
          className="span-number"
          fill={`var(--span-${spanNames[phase]}-ink)`}
        >
          {text}
        </text>
      )}
    </g>
  );
}

/** One bar whose parts are the steps, on an axis of ms. */
export function PhasesDrawing({ spans, size }: { spans: readonly PhaseSpan[]; size: BoxSize }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const last = spans.at(-1);
  const ticks = linearTicks(last === undefined ? 1 : last.startMs + last.durationMs, 6);
  const endMs = ticks.at(-1) ?? 1;
  const x = (ms: number) => sideRoom + (ms / endMs) * Math.max(1, size.width - 2 * sideRoom);
  return (
    <svg width={size.width} height={phasesHeight} role="img" aria-label={t('probe.phases.title')}>
      {ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${x(tick)} 0V${barHeight}`} className="lane-grid" />
          <text x={x(tick)} y={barHeight + 14} textAnchor="middle" className="axis-text">
            {`${formatShort(tick, language)} ms`}
          </text>
        </g>
      ))}
      {spans.map((span) => (
        <PhaseBar key={span.phase} span={span} x={x} />
      ))}
    </svg>
  );
}
