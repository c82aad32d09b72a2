import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandshakeDocument } from '../../shared/handshake/document.ts';
import {
  breakEvenFigures,
  costFigures,
  distanceFigures,
  streamingFigures,
} from '../../shared/handshake/figure-tables.ts';

import {
  explainedTable,
  primitivesTable,
  sealingTable,
  streamingTable,
} from '../../shared/handshake/foundation-tables.ts';
import { distanceTable, handshakeTable, roundTripTable } from '../../shared/handshake/tables.ts';
import type { Plot } from '../../shared/plot/plot.ts';
import type { Table } from '../../shared/table.ts';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import { handshakeCaptionOf } from '../charts/export/caption.ts';
import type { LegendItem } from '../charts/export/svg-document.ts';
import { lineLegend, NumberLines } from '../charts/NumberLines.tsx';
import { PairBars, pairBarsHeight } from '../charts/PairBars.tsx';
import { numberLinesPlot } from '../charts/plots/number-lines-plot.ts';
import { pairPlot } from '../charts/plots/pair-plot.ts';
import type { BoxSize } from '../charts/use-box-size.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import {
  breakEvenLines,
  costRows,
  distanceLines,
  type NumberLine,
  type PairRow,
  streamRows,
} from '../state/handshake-selectors.ts';
import { DataTable } from './DataTable.tsx';

const linesHeight = 230;

interface PartProps {
  /** Of its texts, and of saved files. */
  readonly name: 'cost' | 'distance' | 'breakEven' | 'streaming';
  readonly document: HandshakeDocument;
  readonly table: Table;
  readonly plot: () => Plot;
  readonly legend: readonly LegendItem[];
  readonly height: number;
  readonly children: (size: BoxSize) => ReactNode;
}

const figuresOf: Readonly<Record<PartProps['name'], (document: HandshakeDocument) => Table>> = {
  cost: costFigures,
  distance: distanceFigures,
  breakEven: breakEvenFigures,
  streaming: streamingFigures,
};

/** A chart with what it says in words, and its figures as a table. */
function Part({ name, document, table, plot, legend, height, children }: PartProps) {
  const { t } = useTranslation();
  const headingId = useId();
  return (
    <article className="panel experiment" aria-labelledby={headingId}>
      <h2 id={headingId}>{t(`handshakes.parts.${name}.title`)}</h2>
      <p className="hint">{t(`handshakes.parts.${name}.about`)}</p>
      <ChartFrame
        name={`handshakes-${name}`}
        title={t(`handshakes.parts.${name}.chart`)}
        unit={t(`handshakes.parts.${name}.unit`)}
        legend={legend}
        height={height}
        table={() => table}
        data={() => figuresOf[name](document)}
        plot={plot}
        caption={() => handshakeCaptionOf(document)}
      >
        {children}
      </ChartFrame>
      <DataTable table={table} />
    </article>
  );
}

function BarsPart(props: Pick<PartProps, 'name' | 'document' | 'table'> & { rows: readonly PairRow[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { rows, ...part } = props;
  if (rows.length === 0) return null;
  const legend = (['server', 'client'] as const).map(
    (side): LegendItem => ({
      label: t(`handshakes.sides.${side}`),
      kind: 'box',
      colour: `var(--tier-${side === 'server' ? 'app' : 'client'})`,
    }),
  );
  const unit = t(`handshakes.parts.${part.name}.unit`);
  const plot = () => pairPlot(rows, unit, { t, language });
  return (
    <Part {...part} plot={plot} legend={legend} height={pairBarsHeight(rows)}>
      {(size) => <PairBars rows={rows} size={size} />}
    </Part>
  );
}

interface LinesPartProps extends Pick<PartProps, 'document' | 'table'> {
  readonly name: 'distance' | 'breakEven';
  readonly lines: readonly NumberLine[];
  readonly scale: 'linear' | 'log';
}

function LinesPart({ lines, scale, ...part }: LinesPartProps) {
  const { t } = useTranslation();
  if (lines.length === 0) return null;
  const nameOf = ({ name, isModelled }: NumberLine) =>
    isModelled ? t('handshakes.modelled', { name }) : name;
  const axis = (of: 'x' | 'y') => ({ title: t(`handshakes.parts.${part.name}.axes.${of}`), scale });
  const plot = () => numberLinesPlot(lines, nameOf, { x: axis('x'), y: axis('y') });
  return (
    <Part {...part} plot={plot} legend={lineLegend(lines, nameOf)} height={linesHeight}>
      {(size) => <NumberLines lines={lines} scale={scale} size={size} />}
    </Part>
  );
}

function Foundations({ document }: { document: HandshakeDocument }) {
  const { t } = useTranslation();
  const headingId = useId();
  if (document.primitives === undefined) return null;
  const warnings = document.primitives.flatMap((part) => ('fault' in part ? [] : part.warnings));
  const aes = document.environment.aes;
  return (
    <article className="panel experiment" aria-labelledby={headingId}>
      <h2 id={headingId}>{t('handshakes.parts.primitives.title')}</h2>
      <p className="hint">{t('handshakes.parts.primitives.about')}</p>
      <p>{t(`handshakes.aes.${aes ?? 'unknown'}`)}</p>
      {warnings.map(({ message }) => (
        <p key={message} className="typed-message">
          {message}
        </p>
      ))}
      {[explainedTable(document), sealingTable(document), primitivesTable(document)].map(
        (table) => table.rows.length > 0 && <DataTable key={table.columns[0]} table={table} />,
      )}
    </article>
  );
}

/** Every part of the handshake lab's document as a chart and a table. */
export function HandshakeCharts({ document }: { document: HandshakeDocument }) {
  return (
    <>
      <BarsPart name="cost" document={document} rows={costRows(document)} table={handshakeTable(document)} />
      <LinesPart
        name="distance"
        document={document}
        lines={distanceLines(document)}
        scale="linear"
        table={distanceTable(document)}
      />
      <LinesPart
        name="breakEven"
        document={document}
        lines={breakEvenLines(document)}
        scale="log"
        table={roundTripTable(document)}
      />
      <BarsPart
        name="streaming"
        document={document}
        rows={streamRows(document)}
        table={streamingTable(document)}
      />
      <Foundations document={document} />
    </>
  );
}
