import { useTranslation } from 'react-i18next';
import { otherSide, type Side, sides } from '../../shared/tls/capture.ts';
import { type Hop, hopName } from '../../shared/topologies.ts';
import { formatBytes, formatMs, formatUs } from '../../shared/units.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import type { HopView } from '../state/anatomy-selectors.ts';
import type { ChosenMessage } from './AnatomyView.tsx';
import { endsOf } from './ends-of.ts';
import type { Block, Flight, HandshakeDrawing, Pause } from './handshake-drawing.ts';

export interface DrawnLane {
  readonly view: HopView;
  readonly drawing: HandshakeDrawing | undefined;
}

export const namesWidth = 96;
const emptyLaneHeight = 30;
const laneHeight = 136;
/** Within a lane: where the near end's and the far end's lines run, and where the blocks of bytes stand. */
const nearY = 16;
const farY = 74;
const blocksY = 92;
const blockHeight = 24;
const pauseHeight = 8;
/** Below these, text would lie on its neighbour. */
const labelRoom = 60;
const leastPauseText = 46;
const letterWidth = 6.3;
const msFromUs = 1000;

export const heightOf = ({ drawing }: DrawnLane): number =>
  drawing === undefined ? emptyLaneHeight : laneHeight;

/** Where a moment lies across a lane. */
export interface Scale {
  readonly x: (us: number) => number;
  readonly width: number;
}

/** The client's end of a hop is drawn above. */
const lineOf = (side: Side) => (side === 'client' ? nearY : farY);
const tierOf = (hop: Hop, side: Side) => (side === 'client' ? hop.from : hop.to);

interface FlightArrowProps {
  readonly flight: Flight;
  readonly hop: Hop;
  readonly x: number;
  /** Where its number of bytes stands. */
  readonly labelSide: 'left' | 'right' | undefined;
}

function FlightArrow({ flight, hop, x, labelSide }: FlightArrowProps) {
  const language = useLanguage();
  const [fromY, toY] = [lineOf(flight.from), lineOf(otherSide(flight.from))];
  const down = Math.sign(toY - fromY);
  const tip = toY - 5 * down;
  return (
    <g>
      <title>{flight.names.join(', ')}</title>
      <path
        d={`M${x} ${fromY}V${tip}M${x - 4} ${tip - 6 * down}L${x} ${tip}L${x + 4} ${tip - 6 * down}`}
        fill="none"
        stroke={`var(--tier-${tierOf(hop, flight.from)})`}
        strokeWidth="2"
      />
      {labelSide && (
        <text
          x={labelSide === 'right' ? x + 6 : x - 6}
          y={(fromY + toY) / 2}
          textAnchor={labelSide === 'right' ? 'start' : 'end'}
          dominantBaseline="central"
          className="flight-text"
        >
          {formatBytes(flight.wireBytes, language)}
        </text>
      )}
    </g>
  );
}

function PauseBar({ pause, seenBy, scale }: { pause: Pause; seenBy: Side; scale: Scale }) {
  const language = useLanguage();
  const [left, right] = [scale.x(pause.startUs), scale.x(pause.endUs)];
  const side = pause.kind === 'own' ? seenBy : otherSide(seenBy);
  const y = lineOf(side);
  const lastsUs = pause.endUs - pause.startUs;
  const above = side === 'client';
  return (
    <g>
      <rect
        x={left}
        y={y - pauseHeight / 2}
        width={Math.max(1, right - left)}
        height={pauseHeight}
        fill={`var(--span-${pause.kind === 'own' ? 'tls' : 'connect'})`}
      />
      {right - left > leastPauseText && (
        <text
          x={(left + right) / 2}
          y={above ? y - 7 : y + 7}
          dominantBaseline={above ? 'auto' : 'hanging'}
          textAnchor="middle"
          className="axis-text"
        >
          {lastsUs >= msFromUs ? formatMs(lastsUs / msFromUs, language) : formatUs(lastsUs, language)}
        </text>
      )}
    </g>
  );
}

interface MessageBlockProps {
  readonly block: Block;
  readonly hop: Hop;
  readonly scale: Scale;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** For the mouse; the keyboard and screen readers have the table below, with the same messages. */
function MessageBlock({ block, hop, scale, isChosen, onChoose }: MessageBlockProps) {
  const language = useLanguage();
  const x = namesWidth + block.start * scale.width;
  const width = Math.max(1.5, block.width * scale.width);
  const tier = tierOf(hop, block.from);
  const fits = Math.floor((width - 6) / letterWidth);
  const text = block.name.length <= fits ? block.name : fits > 3 ? `${block.name.slice(0, fits - 1)}…` : '';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; the table has the same as buttons
    <g className="message-block" onClick={onChoose}>
      <title>{`${block.name}, ${formatBytes(block.wireBytes, language)}`}</title>
      <rect
        x={x}
        y={blocksY}
        width={width}
        height={blockHeight}
        fill={`var(--tier-${tier})`}
        className={isChosen ? 'message-chosen' : 'segment-edge'}
      />
      <text
        x={x + width / 2}
        y={blocksY + blockHeight / 2}
        textAnchor="middle"
        dominantBaseline="central"
        className="block-text"
        fill={`var(--tier-${tier}-ink)`}
      >
        {text}
      </text>
    </g>
  );
}

/** On which side of its arrow a label stands: where there is room, or nowhere, for the table has all. */
function labelSides(flights: readonly Flight[], scale: Scale): ('left' | 'right' | undefined)[] {
  let takenX = namesWidth;
  return flights.map(({ startUs }, at) => {
    const x = scale.x(startUs);
    const nextX = scale.x(flights[at + 1]?.startUs ?? Number.POSITIVE_INFINITY);
    const side = nextX - x >= labelRoom ? 'right' : x - takenX >= labelRoom ? 'left' : undefined;
    takenX = side === 'right' ? x + labelRoom : x;
    return side;
  });
}

export interface LaneProps {
  readonly lane: DrawnLane;
  readonly y: number;
  readonly scale: Scale;
  readonly chosen: ChosenMessage | undefined;
  readonly onChoose: (message: ChosenMessage) => void;
}

/** The handshake of one hop: flights as arrows between its ends, in time, and its messages as blocks of bytes. */
export function WaterfallLane({ lane: { view, drawing }, y, scale, chosen, onChoose }: LaneProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { hop } = view;
  const ends = endsOf(view, t);
  if (view.kind !== 'handshake' || drawing === undefined) {
    return (
      <g transform={`translate(0 ${y})`}>
        <text x="0" y={emptyLaneHeight / 2} dominantBaseline="central" className="lane-name">
          {`${ends.client} ${hop.security === 'tls' ? '⇒' : '→'} ${ends.server}`}
        </text>
        <text x={namesWidth + 60} y={emptyLaneHeight / 2} dominantBaseline="central" className="lane-facts">
          {view.kind === 'handshake' ? t('anatomy.unreadable') : t(`anatomy.hop.${view.kind}`)}
        </text>
      </g>
    );
  }
  const { seenBy } = view;
  const placed = labelSides(drawing.flights, scale);
  return (
    <g transform={`translate(0 ${y})`}>
      {sides.map((side) => (
        <g key={side}>
          <text x="0" y={lineOf(side)} dominantBaseline="central" className="lane-name">
            {ends[side]}
          </text>
          <path d={`M${namesWidth} ${lineOf(side)}H${namesWidth + scale.width}`} className="lane-line" />
        </g>
      ))}
      {drawing.pauses.map((pause) => (
        <PauseBar key={pause.startUs} pause={pause} seenBy={seenBy} scale={scale} />
      ))}
      {drawing.flights.map((flight, at) => (
        <FlightArrow
          key={`${flight.startUs} ${flight.from}`}
          flight={flight}
          hop={hop}
          x={scale.x(flight.startUs)}
          labelSide={placed[at]}
        />
      ))}
      {drawing.lateAnswerUs !== undefined && (
        <text
          x={namesWidth + scale.width - 6}
          y={(nearY + farY) / 2}
          textAnchor="end"
          dominantBaseline="central"
          className="flight-text"
        >
          {t('anatomy.lateAnswer', { after: formatMs(drawing.lateAnswerUs / msFromUs, language) })}
        </text>
      )}
      <text x="0" y={blocksY + blockHeight / 2} dominantBaseline="central" className="lane-facts">
        {t('anatomy.bytes')}
      </text>
      {drawing.blocks.map((block) => (
        <MessageBlock
          key={block.at}
          block={block}
          hop={hop}
          scale={scale}
          isChosen={chosen?.hop === hopName(hop) && chosen.at === block.at}
          onChoose={() => onChoose({ hop: hopName(hop), at: block.at })}
        />
      ))}
    </g>
  );
}
