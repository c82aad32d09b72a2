import type { PlotKey, PlotSpan, SpansPlot } from '../../shared/plot/plot.ts';
import { otherSide, type Side, sides } from '../../shared/tls/capture.ts';
import { hopName } from '../../shared/topologies.ts';
import { formatBytes } from '../../shared/units.ts';
import { type PlotText, timeUnit } from '../charts/plots/plot-text.ts';
import { endsOf } from './ends-of.ts';
import type { HandshakeDrawing } from './handshake-drawing.ts';
import type { DrawnLane } from './WaterfallLane.tsx';

interface DrawnHandshake extends DrawnLane {
  readonly drawing: HandshakeDrawing;
}

const isDrawn = (lane: DrawnLane): lane is DrawnHandshake => lane.drawing !== undefined;

function spansOf(
  { view, drawing }: DrawnHandshake,
  from: (us: number) => number,
  text: PlotText,
): PlotSpan[] {
  const { t, language } = text;
  const ends = endsOf(view, t);
  const laneOf = (side: Side) => `${hopName(view.hop)}: ${ends[side]}`;
  const { seenBy } = view.kind === 'handshake' ? view : { seenBy: 'client' as const };
  const pauses = drawing.pauses.map(
    ({ kind, startUs, endUs }): PlotSpan => ({
      lane: laneOf(kind === 'own' ? seenBy : otherSide(seenBy)),
      key: t(`anatomy.legend.${kind}`),
      start: from(startUs),
      end: from(endUs),
    }),
  );
  const flights = drawing.flights.map(
    ({ from: side, startUs, endUs, names, wireBytes }): PlotSpan => ({
      lane: laneOf(side),
      key: t('charts.flight'),
      start: from(startUs),
      end: from(endUs),
      note: `${names.join(', ')}: ${formatBytes(wireBytes, language)}`,
    }),
  );
  return [...pauses, ...flights];
}

/** Each end of each hop as a lane, with its flights and the pauses between; the bytes of each message are not in it. */
export function anatomyPlot(lanes: readonly DrawnLane[], text: PlotText): SpansPlot {
  const { t } = text;
  const drawn = lanes.filter(isDrawn);
  const { unit, from } = timeUnit(Math.max(1, ...drawn.map(({ drawing }) => drawing.durationUs)));
  const keys: PlotKey[] = [
    { name: t('anatomy.legend.own'), colour: 'var(--span-tls)' },
    { name: t('anatomy.legend.other'), colour: 'var(--span-connect)' },
    { name: t('charts.flight'), colour: 'var(--ink)' },
  ];
  return {
    kind: 'spans',
    x: { title: t('charts.axes.time', { unit }) },
    lanes: drawn.flatMap(({ view }) => sides.map((side) => `${hopName(view.hop)}: ${endsOf(view, t)[side]}`)),
    keys,
    spans: drawn.flatMap((lane) => spansOf(lane, from, text)),
  };
}
