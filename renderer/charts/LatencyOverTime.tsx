import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/tables.ts';
import { Choice } from '../controls/Choice.tsx';
import { type LatencySeries, selectLatencySeries } from '../state/latency-series.ts';
import { selectGated, selectIsActive } from '../state/selectors.ts';
import { useLab, useLabEvery } from '../state/use-lab.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { engineCell } from './engine-cell.ts';
import type { LegendItem } from './export/svg-document.ts';
import { colourOf, LatencyDrawing } from './LatencyDrawing.tsx';
import type { Scale } from './ticks.ts';

const scales: readonly Scale[] = ['linear', 'log'];

/** Drawing costs some 15 ms; at these rates the line still flows, and the main thread stays free. */
const soloUpdateMs = 330;
const compareUpdateMs = 490;

function toTable(series: LatencySeries): Table {
  const rows = series.lines.flatMap(({ topology, proxy, rows: windows }) =>
    windows
      .filter((row) => row.p50 !== null)
      .map((row) => [
        topology,
        engineCell({ topology, proxy }),
        row.secondsAgo,
        row.p50 ?? undefined,
        row.p99 ?? undefined,
      ]),
  );
  return { columns: ['topology', 'proxy', 'secondsAgo', 'p50Ms', 'p99Ms'], rows };
}

/** Linear or logarithmic: the choice that the latency charts share the look of. */
export function ScaleChoice({ scale, onChange }: { scale: Scale; onChange: (scale: Scale) => void }) {
  const { t } = useTranslation();
  return (
    <Choice
      hideLegend
      legend={t('charts.scale')}
      options={scales.map((value) => ({ value, label: t(`charts.scales.${value}`) }))}
      value={scale}
      onChange={onChange}
    />
  );
}

/** p50 and p99 of every window of the last minute, one colour per topology and one mark per engine. */
export function LatencyOverTime() {
  const { t } = useTranslation();
  const [scale, setScale] = useState<Scale>('linear');
  const isCompare = useLab((state) => state.config.mode === 'compare');
  const isLive = useLab((state) => state.connection.phase === 'connected' && selectIsActive(state));
  const gated = useLab(selectGated);
  const series = useLabEvery(isCompare ? compareUpdateMs : soloUpdateMs, selectLatencySeries);
  const legend = series.lines.map(
    (line): LegendItem => ({
      label: line.name,
      kind: 'line',
      colour: colourOf(line, gated),
      proxy: line.proxy,
      width: 3,
      fileOnly: true,
    }),
  );
  const strokes: LegendItem[] = [
    { label: 'p50', kind: 'line', colour: 'var(--ink)', width: 2.5 },
    { label: 'p99', kind: 'line', colour: 'var(--ink)', width: 1.6, dash: '5 3' },
  ];
  return (
    <ChartFrame
      name="latency"
      title={t('latency.title')}
      unit={t('latency.unit')}
      legend={[...strokes, ...legend]}
      tools={<ScaleChoice scale={scale} onChange={setScale} />}
      empty={series.range ? undefined : t('latency.empty')}
      table={() => toTable(series)}
    >
      {(size) => <LatencyDrawing series={series} scale={scale} size={size} isLive={isLive} gated={gated} />}
    </ChartFrame>
  );
}
