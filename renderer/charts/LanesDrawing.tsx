import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { linearTicks } from '../../shared/ticks.ts';
import type { Lane } from '../../shared/timeline.ts';
import { formatMs, formatShort, formatUs } from '../../shared/units.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import type { LaneDrawing, Span, TimelineDrawing } from '../state/timeline-lanes.ts';
import type { BoxSize } from './use-box-size.ts';

const namesWidth = 118;
const factsWidth = 344;
const factsGap = 12;
/** On average, of text in 12 px. */
const factCharWidth = 6.6;
const mostFactChars = Math.floor((factsWidth - factsGap) / factCharWidth);
const axisHeight = 18;
const tallestLane = 40;
/** With more, the chart asks for a higher panel. */
const roomyLanes = 2;
/** So that a stretch of a few µs can still be seen. */
const thinnestSpan = 1.5;
const digitWidth = 7.5;

/** From here on, times are in ms: the axis and the numbers on it alike. */
const msFromUs = 1000;

interface Frame {
  readonly x: (us: number) => number;
  readonly inMs: boolean;
  readonly y: number;
  readonly height: number;
}

function SpanBar({ span, frame }: { span: Span; frame: Frame }) {
  const language = useLanguage();
  const { x, y, height, inMs } = frame;
  const [left, right] = [x(span.startUs), x(span.endUs)];
  const width = Math.max(thinnestSpan, right - left);
  const lastsUs = span.endUs - span.startUs;
  const text = inMs ? formatMs(lastsUs / 1000, language) : formatUs(lastsUs, language);
  return (
    <g>
      <rect x={left} y={y + 4} width={width} height={height - 8} fill={`var(--span-${span.kind})`} />
      {width > text.length * digitWidth && (
        <text
          x={left + width / 2}
          y={y + height / 2}
          textAnchor="middle"
          dominantBaseline="central"
          className="span-number"
          fill={`var(--span-${span.kind}-ink)`}
        >
          {text}
        </text>
      )}
    </g>
  );
}

function useFacts(lane: Lane): string {
  const { t } = useTranslation();
  if (lane.security === 'plaintext') return t('timeline.plaintext');
  const handshake = lane.resumed === undefined ? '' : t(lane.resumed ? 'timeline.resumed' : 'timeline.full');
  const cipher = lane.cipher?.replace(/^TLS_/, '').replaceAll('_', '-');
  // The cipher is longest and matters least: where there is too little room, it is what gets cut, and seen to be.
  const facts = [handshake, lane.tlsVersion, lane.alpn, cipher].filter(Boolean).join(' · ');
  return facts.length <= mostFactChars ? facts : `${facts.slice(0, mostFactChars - 1)}…`;
}

function LaneRow({ drawing, frame, width }: { drawing: LaneDrawing; frame: Frame; width: number }) {
  const { t } = useTranslation();
  const { lane, spans } = drawing;
  const facts = useFacts(lane);
  const middle = frame.y + frame.height / 2;
  const arrow = lane.security === 'tls' ? '⇒' : '→';
  const first = spans[0];
  return (
    <g>
      <path d={`M${namesWidth} ${middle}H${width - factsWidth}`} className="lane-line" />
      <text x="0" y={middle} dominantBaseline="central" className="lane-name">
        {`${t(`tiers.${lane.from}`)} ${arrow} ${t(`tiers.${lane.to}`)}`}
      </text>
      {lane.reused && first && (
        <text
          x={Math.max(namesWidth + 4, frame.x(first.startUs) - 6)}
          y={middle}
          textAnchor={frame.x(first.startUs) > namesWidth + 150 ? 'end' : 'start'}
          dominantBaseline="central"
          className="lane-reused"
        >
          {t('timeline.reused')}
        </text>
      )}
      {spans.map((span) => (
        <SpanBar key={span.kind} span={span} frame={frame} />
      ))}
      <text x={width - factsWidth + factsGap} y={middle} dominantBaseline="central" className="lane-facts">
        {facts}
      </text>
    </g>
  );
}

interface LanesDrawingProps {
  readonly drawing: TimelineDrawing;
  readonly size: BoxSize;
}

/** Plain SVG: a few rectangles a second need no chart library. */
export const LanesDrawing = memo(function LanesDrawing({ drawing, size }: LanesDrawingProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { lanes, durationUs } = drawing;
  const right = size.width - factsWidth;
  const inMs = durationUs >= msFromUs;
  const ticks = linearTicks(inMs ? durationUs / 1000 : durationUs, 5);
  const endUs = (ticks.at(-1) ?? 1) * (inMs ? 1000 : 1);
  const x = (us: number) => namesWidth + (Math.max(0, us) / endUs) * (right - namesWidth);
  const laneHeight = Math.min(tallestLane, (size.height - axisHeight) / Math.max(1, lanes.length));
  const axisY = lanes.length * laneHeight;
  return (
    <svg
      className={lanes.length > roomyLanes ? 'lanes-many' : undefined}
      width={size.width}
      height={size.height}
      role="img"
      aria-label={t('timeline.title')}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${x(tick * (inMs ? 1000 : 1))} 0V${axisY}`} className="lane-grid" />
          <text x={x(tick * (inMs ? 1000 : 1))} y={axisY + 13} textAnchor="middle" className="axis-text">
            {`${formatShort(tick, language)} ${inMs ? 'ms' : 'µs'}`}
          </text>
        </g>
      ))}
      {lanes.map((lane, at) => (
        <LaneRow
          key={`${lane.lane.from}-${lane.lane.to}`}
          drawing={lane}
          frame={{ x, inMs, y: at * laneHeight, height: laneHeight }}
          width={size.width}
        />
      ))}
    </svg>
  );
});
