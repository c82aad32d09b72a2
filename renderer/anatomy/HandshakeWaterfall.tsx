import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/tables.ts';
import { hopName } from '../../shared/topologies.ts';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import type { LegendItem } from '../charts/export/svg-document.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import type { HopView } from '../state/anatomy-selectors.ts';
import type { ChosenMessage } from './AnatomyView.tsx';
import { anatomyPlot } from './anatomy-plot.ts';
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
  drawing: view.kind === 'handshake' ? toHandshakeDrawing(view.anatomy.messages, view.seenBy) : undefined,
});

interface HandshakeWaterfallProps {
  /** Whose handshakes they are: a series, or a server. */
  readonly name: string | undefined;
  readonly hops: readonly HopView[];
  readonly chosen: ChosenMessage | undefined;
  readonly onChoose: (message: ChosenMessage) => void;
  /** All that is known of them, for a program. */
  readonly json: () => object;
  /** The lines under an exported picture, where they are not those of the live figures. */
  readonly caption?: () => readonly string[];
}

/** A handshake of every hop, each in a lane of its own, on one scale of time. */
export function HandshakeWaterfall(props: HandshakeWaterfallProps) {
  const { name, hops, chosen, onChoose, json, caption } = props;
  const { t } = useTranslation();
  const language = useLanguage();
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
      unit={t('anatomy.unit', { series: name })}
      legend={legend}
      empty={hasAny ? undefined : t('anatomy.empty')}
      table={() => toTable(hops)}
      plot={hasAny ? () => anatomyPlot(lanes, { t, language }) : undefined}
      json={json}
      caption={caption}
      height={drawingHeight(lanes)}
    >
      {(size) => <WaterfallDrawing lanes={lanes} size={size} chosen={chosen} onChoose={onChoose} />}
    </ChartFrame>
  );
}
