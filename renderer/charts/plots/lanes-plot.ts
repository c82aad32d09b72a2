import type { TFunction } from 'i18next';
import type { SpansPlot } from '../../../shared/plot/plot.ts';
import type { Lane } from '../../../shared/timeline.ts';
import { spanKinds, type TimelineDrawing } from '../../state/timeline-lanes.ts';
import { timeUnit } from './plot-text.ts';

/** What was negotiated on a hop. */
const factsOf = ({ security, tlsVersion, cipher, alpn }: Lane) =>
  [security, tlsVersion, cipher, alpn].filter(Boolean).join(' · ');

/** One request, a lane per hop. */
export function lanesPlot({ lanes, durationUs }: TimelineDrawing, t: TFunction): SpansPlot {
  const { unit, from } = timeUnit(durationUs);
  const named = lanes.map(({ lane, spans }) => ({
    name: `${t(`tiers.${lane.from}`)} ${lane.security === 'tls' ? '⇒' : '→'} ${t(`tiers.${lane.to}`)}`,
    note: factsOf(lane),
    spans,
  }));
  return {
    kind: 'spans',
    x: { title: t('charts.axes.time', { unit }) },
    lanes: named.map(({ name }) => name),
    keys: spanKinds.map((kind) => ({ name: t(`timeline.spans.${kind}`), colour: `var(--span-${kind})` })),
    spans: named.flatMap(({ name, note, spans }) =>
      spans.map(({ kind, startUs, endUs }) => ({
        lane: name,
        key: t(`timeline.spans.${kind}`),
        start: from(startUs),
        end: from(endUs),
        note,
      })),
    ),
  };
}
