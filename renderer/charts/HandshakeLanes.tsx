import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/tables.ts';
import type { Lane } from '../../shared/timeline.ts';
import { hopsOf } from '../../shared/topologies.ts';
import { Choice } from '../controls/Choice.tsx';
import type { LabState } from '../state/reduce.ts';
import { selectMeasured } from '../state/selectors.ts';
import {
  lanesOpenedThroughWire,
  spanKinds,
  type TimelineDrawing,
  toTimelineDrawing,
} from '../state/timeline-lanes.ts';
import { useLab, useLabEvery } from '../state/use-lab.ts';
import { ChartFrame } from './ChartFrame.tsx';
import type { LegendItem } from './export/svg-document.ts';
import { LanesDrawing } from './LanesDrawing.tsx';
import { lanesPlot } from './plots/lanes-plot.ts';

const updateMs = 1000;

const selectTimelines = (state: LabState) => state.timelines;

function toTable(drawing: TimelineDrawing | undefined): Table {
  const rows = (drawing?.lanes ?? []).flatMap(({ lane, spans }) =>
    spans.map((span) => [
      `${lane.from}-${lane.to}`,
      lane.security,
      lane.reused ? 'yes' : 'no',
      span.kind,
      span.startUs,
      span.endUs,
      lane.tlsVersion,
      lane.cipher,
      lane.alpn,
      lane.resumed === undefined ? undefined : lane.resumed ? 'resumed' : 'full',
    ]),
  );
  const columns = ['hop', 'security', 'reused', 'span', 'startUs', 'endUs', 'tlsVersion', 'cipher', 'alpn'];
  return { columns: [...columns, 'handshake'], rows };
}

/** On which hops the connect looks shorter than it would be over a real distance. */
function DelayedHops({ lanes }: { lanes: readonly Lane[] }) {
  const { t } = useTranslation();
  const hops = lanes.map(({ from, to }) => `${t(`tiers.${from}`)} → ${t(`tiers.${to}`)}`).join(', ');
  return <p className="chart-foot">{t('timeline.delayed', { hops })}</p>;
}

/** More than this and a row of keys takes the room of the legend. */
const mostKeys = 4;

interface SeriesChoiceProps {
  readonly names: readonly string[];
  readonly chosen: string | undefined;
  readonly onChange: (name: string) => void;
}

function SeriesChoice({ names, chosen, onChange }: SeriesChoiceProps) {
  const { t } = useTranslation();
  const legend = t('timeline.choose');
  if (names.length <= mostKeys) {
    const options = names.map((value) => ({ value, label: value }));
    return <Choice hideLegend legend={legend} options={options} value={chosen} onChange={onChange} />;
  }
  return (
    <label className="picker">
      <span className="unseen">{legend}</span>
      <select value={chosen} onChange={({ target }) => onChange(target.value)}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

/** One real request, hop by hop: from the TCP connect to the last byte. */
export function HandshakeLanes() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string | undefined>();
  const timelines = useLabEvery(updateMs, selectTimelines);
  const measured = useLab(selectMeasured);
  const series = measured.find(({ name }) => name === chosen) ?? measured.at(-1);
  const lanes = series && timelines[series.name];
  const drawing = lanes && toTimelineDrawing(lanes);
  const network = useLab((state) => state.config.network);
  const delayed = lanesOpenedThroughWire(lanes ?? [], network);
  const hops = series ? hopsOf(series.topology) : [];
  const hidesHops = series && lanes && lanes.length < hops.length;
  const passesOn = hops.some(({ layer }) => layer !== undefined);
  const legend = spanKinds.map(
    (kind): LegendItem => ({
      label: t(`timeline.spans.${kind}`),
      kind: 'box',
      colour: `var(--span-${kind})`,
    }),
  );
  return (
    <ChartFrame
      name="timeline"
      title={t('timeline.title')}
      unit={t('timeline.unit', { series: series?.name })}
      legend={legend}
      tools={
        measured.length > 1 && (
          <SeriesChoice names={measured.map(({ name }) => name)} chosen={series?.name} onChange={setChosen} />
        )
      }
      empty={drawing ? undefined : t('timeline.empty')}
      table={() => toTable(drawing)}
      plot={drawing && (() => lanesPlot(drawing, t))}
      foot={
        <>
          {delayed.length > 0 && <DelayedHops lanes={delayed} />}
          {hidesHops && (
            <p className="chart-foot">
              {passesOn ? t('timeline.passedOn') : t('timeline.hidden', { engine: series.proxy })}
            </p>
          )}
        </>
      }
    >
      {(size) => drawing && <LanesDrawing drawing={drawing} size={size} />}
    </ChartFrame>
  );
}
