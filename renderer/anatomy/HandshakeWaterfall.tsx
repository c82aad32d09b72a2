import { useTranslation } from 'react-i18next';
import type { NamedSeries } from '../../shared/series.ts';
import type { Table } from '../../shared/tables.ts';
import { hopName } from '../../shared/topologies.ts';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import type { LegendItem } from '../charts/export/svg-document.ts';
import type { HopView } from '../state/anatomy-selectors.ts';
import type { ChosenMessage } from './AnatomyView.tsx';
import { anatomyDocument } from './anatomy-document.ts';
import { toHandshakeDrawing } from './handshake-drawing.ts';
import { drawingHeight, WaterfallDrawing } from './WaterfallDrawing.tsx';
import type { DrawnLane } from './WaterfallLane.tsx';

const columns = ['hop', 'flight', 'from', 'message', 'bytes', 'wireBytes', 'encrypted', 'beganUs', 'endedUs'];

function toTable(hops: readonly HopView[]): Table {
  const rows = hops.flatMap((view) => {
    if (view.kind !== 'handshake') return [];
    const { messages } = view.anatomy;
    const zeroUs = messages[0]?.beganUs ?? 0;
    return messages.map((message) => [
      hopName(view.hop),
      message.flight,
      message.from,
      message.name,
      message.bytes,
      message.wireBytes,
      message.isEncrypted ? 'yes' : 'no',
      message.beganUs - zeroUs,
      message.endedUs - zeroUs,
    ]);
  });
  return { columns, rows };
}

const toLane = (view: HopView): DrawnLane => ({
  view,
  drawing:
    view.kind === 'handshake'
      ? toHandshakeDrawing(view.anatomy.messages, view.seen.capture.seenBy)
      : undefined,
});

interface HandshakeWaterfallProps {
  readonly series: NamedSeries | undefined;
  readonly hops: readonly HopView[];
  readonly chosen: ChosenMessage | undefined;
  readonly onChoose: (message: ChosenMessage) => void;
}

/** A handshake of every hop of a series, each in a lane of its own, on one scale of time. */
export function HandshakeWaterfall({ series, hops, chosen, onChoose }: HandshakeWaterfallProps) {
  const { t } = useTranslation();
  const lanes = hops.map(toLane);
  const hasAny = lanes.some(({ drawing }) => drawing !== undefined);
  const legend: readonly LegendItem[] = [
    { label: t('anatomy.legend.own'), kind: 'box', colour: 'var(--span-tls)' },
    { label: t('anatomy.legend.other'), kind: 'box', colour: 'var(--span-connect)' },
  ];
  return (
    <ChartFrame
      name="anatomy"
      title={t('anatomy.title')}
      unit={t('anatomy.unit', { series: series?.name })}
      legend={legend}
      empty={hasAny ? undefined : t('anatomy.empty')}
      table={() => toTable(hops)}
      json={() => anatomyDocument(series, hops)}
      height={drawingHeight(lanes)}
    >
      {(size) => <WaterfallDrawing lanes={lanes} size={size} chosen={chosen} onChoose={onChoose} />}
    </ChartFrame>
  );
}
