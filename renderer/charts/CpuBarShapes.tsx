import { useTranslation } from 'react-i18next';
import { useXAxisScale } from 'recharts';
import { formatMs, formatShort } from '../../shared/units.ts';
import { halfWidth } from '../../shared/verdict.ts';
import { servingTierIds, type Tier } from '../../shared/words.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import type { CpuRow } from '../state/selectors.ts';
import { gatedFill, gatedInk, gatedNote } from './gated-note.ts';
import { tierColour, tierInk } from './palette.ts';
import { Whisker } from './Whisker.tsx';

/** Of fills only: numbers on them stay readable. */
const earlierOpacity = 0.45;
/** Room that a number keeps from a whisker. */
const whiskerRoom = 4;

interface SegmentProps {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly payload?: CpuRow;
}

/** Bars begin with what is at the end of the path. */
const lastServer = servingTierIds.at(-1);

/** About the width of a digit at the size that the numbers have. */
const digitWidth = 8;

/** One tier's part of a bar, with its number inside where there is room. */
function Segment({ tier, bar }: { tier: Tier; bar: SegmentProps }) {
  const language = useLanguage();
  const scale = useXAxisScale();
  const { x = 0, y = 0, width = 0, height = 0, payload } = bar;
  const value = payload?.[tier];
  if (value === undefined || !(width > 0)) return <g />;
  const text = formatShort(value, language);
  const isHatched = tier === 'client';
  const { servers, earlier, failedGates = [] } = payload ?? {};
  const isGated = tier !== 'client' && failedGates.length > 0;
  const whisker = servers?.ci95 && scale?.(Math.max(0, servers.mean - halfWidth(servers)));
  const room = Math.min(width, whisker === undefined ? width : whisker - whiskerRoom - x);
  return (
    <g>
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        fill={isGated ? gatedFill[tier] : tierColour[tier]}
        fillOpacity={earlier ? earlierOpacity : 1}
      />
      {!isHatched && tier !== lastServer && <path d={`M${x} ${y}v${height}`} className="segment-edge" />}
      {isHatched && <rect x={x} y={y} width={width} height={height} fill="url(#client-hatch)" />}
      {!isHatched && room > text.length * digitWidth + 6 && height > 11 && (
        <text
          x={x + room / 2}
          y={y + height / 2}
          className="bar-number"
          fill={earlier ? 'var(--ink)' : isGated ? gatedInk : tierInk[tier]}
          textAnchor="middle"
          dominantBaseline="central"
        >
          {text}
        </text>
      )}
    </g>
  );
}

/** What stands behind the total, in the order of its weight. */
function useMarks(showsClient: boolean) {
  const { t } = useTranslation();
  const language = useLanguage();
  return ({ servers, client, latencyMs, earlier, failedGates, warnings }: CpuRow): string => {
    const half = servers?.ci95 && halfWidth(servers);
    const isDoubted = failedGates.length === 0 && warnings.some(({ code }) => code !== 'few-slices');
    const marks = [
      `± ${half === undefined ? '?' : formatShort(half, language)} µs`,
      latencyMs ? `p50 ${formatMs(latencyMs.p50, language)}, p99 ${formatMs(latencyMs.p99, language)}` : '',
      showsClient && client !== undefined ? t('cpu.clientBeside', { us: formatShort(client, language) }) : '',
      earlier ? t('cpu.earlier') : '',
      gatedNote(t, failedGates),
      isDoubted ? '⚠' : '',
    ];
    return marks.filter((mark) => mark !== '').join(' · ');
  };
}

/** The whisker on the servers' total, and the total in words. */
function Total({ bar, showsClient }: { bar: SegmentProps; showsClient: boolean }) {
  const marksOf = useMarks(showsClient);
  const language = useLanguage();
  const scale = useXAxisScale();
  const { y = 0, height = 0, payload } = bar;
  const servers = payload?.servers;
  if (!scale || !payload || !servers) return <g />;
  const half = halfWidth(servers);
  const at = (us: number) => scale(us) ?? 0;
  const [low, high] = [at(Math.max(0, servers.mean - half)), at(servers.mean + half)];
  const middle = y + height / 2;
  const cap = Math.min(7, height / 3);
  return (
    <g>
      {servers.ci95 && <Whisker low={low} high={high} middle={middle} cap={cap} />}
      <text
        x={Math.max(high, at(servers.mean)) + 9}
        y={middle}
        dominantBaseline="central"
        className="bar-total"
      >
        {formatShort(servers.mean, language)}
        <tspan className="bar-note"> {marksOf(payload)}</tspan>
      </text>
    </g>
  );
}

/** Shapes for Recharts; made once, so that a bar is drawn again only when its figures change. */
export const serverShapes = servingTierIds
  .toReversed()
  .map((tier) => ({ tier, shape: (bar: SegmentProps) => <Segment tier={tier} bar={bar} /> }));
export const clientShape = (bar: SegmentProps) => <Segment tier="client" bar={bar} />;
export const totalShape = (bar: SegmentProps) => <Total bar={bar} showsClient={false} />;
export const totalWithClientShape = (bar: SegmentProps) => <Total bar={bar} showsClient />;
