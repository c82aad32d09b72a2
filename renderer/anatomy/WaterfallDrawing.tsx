import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { linearTicks } from '../../shared/ticks.ts';
import { hopName } from '../../shared/topologies.ts';
import { formatShort } from '../../shared/units.ts';
import type { BoxSize } from '../charts/use-box-size.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import {
  type DrawnLane,
  heightOf,
  type LaneProps,
  namesWidth,
  type Scale,
  WaterfallLane,
} from './WaterfallLane.tsx';

/** Half of the axis's last number hangs over. */
const rightEdge = 28;
const axisHeight = 20;
/** Beyond the scale of time, for a word about an answer that comes later. */
const lateRoom = 150;
const msFromUs = 1000;

export const drawingHeight = (lanes: readonly DrawnLane[]): number =>
  lanes.reduce((sum, lane) => sum + heightOf(lane), axisHeight);

function TimeAxis({
  ticksUs,
  inMs,
  y,
  scale,
}: {
  ticksUs: readonly number[];
  inMs: boolean;
  y: number;
  scale: Scale;
}) {
  const language = useLanguage();
  return ticksUs.map((us) => (
    <g key={us}>
      <path d={`M${scale.x(us)} 0V${y}`} className="lane-grid" />
      <text x={scale.x(us)} y={y + 14} textAnchor="middle" className="axis-text">
        {`${formatShort(inMs ? us / msFromUs : us, language)} ${inMs ? 'ms' : 'µs'}`}
      </text>
    </g>
  ));
}

interface WaterfallDrawingProps extends Pick<LaneProps, 'chosen' | 'onChoose'> {
  readonly lanes: readonly DrawnLane[];
  readonly size: BoxSize;
}

/** Above, each lane's flights as arrows between the ends, in time; below them the same messages by their bytes. */
export const WaterfallDrawing = memo(function WaterfallDrawing(props: WaterfallDrawingProps) {
  const { lanes, size, chosen, onChoose } = props;
  const { t } = useTranslation();
  const durationUs = Math.max(1, ...lanes.map(({ drawing }) => drawing?.durationUs ?? 0));
  const inMs = durationUs >= msFromUs;
  const unitUs = inMs ? msFromUs : 1;
  const ticksUs = linearTicks(durationUs / unitUs, 6).map((tick) => tick * unitUs);
  const endUs = Math.max(durationUs, ticksUs.at(-1) ?? 0);
  const width = Math.max(1, size.width - namesWidth - rightEdge);
  const isLate = lanes.some(({ drawing }) => drawing?.lateAnswerUs !== undefined);
  const timeWidth = Math.max(1, width - (isLate ? lateRoom : 0));
  const scale: Scale = { x: (us) => namesWidth + (us / endUs) * timeWidth, width };
  const tops = lanes.map((_lane, at) => lanes.slice(0, at).reduce((sum, lane) => sum + heightOf(lane), 0));
  const axisY = drawingHeight(lanes) - axisHeight;
  return (
    <svg width={size.width} height={axisY + axisHeight} role="img" aria-label={t('anatomy.title')}>
      <TimeAxis ticksUs={ticksUs} inMs={inMs} y={axisY} scale={scale} />
      {lanes.map((lane, at) => (
        <WaterfallLane
          key={hopName(lane.view.hop)}
          lane={lane}
          y={tops[at] ?? 0}
          scale={scale}
          chosen={chosen}
          onChoose={onChoose}
        />
      ))}
    </svg>
  );
});
