import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/tables.ts';
import { halfWidth } from '../../shared/verdict.ts';
import { Choice } from '../controls/Choice.tsx';
import { type Curve, selectCurves, selectThroughput, type ThroughputRow } from '../state/selectors.ts';
import { useLabEvery } from '../state/use-lab.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { engineCell } from './engine-cell.ts';
import type { LegendItem } from './export/svg-document.ts';
import { gatedLine } from './gated-note.ts';
import { ScaleChoice } from './LatencyOverTime.tsx';
import { PercentileCurve } from './PercentileCurve.tsx';
import { lineStyleOf } from './palette.ts';
import { ThroughputBars } from './ThroughputBars.tsx';
import type { Scale } from './ticks.ts';

type View = 'curve' | 'throughput';
const views: readonly View[] = ['curve', 'throughput'];

/** Both views move slowly and cost much to draw. */
const updateMs = 1000;

const curveTable = (curves: readonly Curve[]): Table => ({
  columns: ['topology', 'proxy', 'quantile', 'latencyMs', 'measuredEarlier', 'failedGates'],
  rows: curves.flatMap(({ topology, proxy, earlier, failedGates, rows }) =>
    rows.map((row) => [
      topology,
      engineCell({ topology, proxy }),
      row.quantile,
      row.ms,
      earlier ? 'yes' : 'no',
      failedGates.join(' ') || undefined,
    ]),
  ),
});

const throughputTable = (rows: readonly ThroughputRow[]): Table => ({
  columns: [
    'topology',
    'proxy',
    'reqPerSec_mean',
    'reqPerSec_ci95HalfWidth',
    'loadGeneratorWasTheLimit',
    'measuredEarlier',
    'failedGates',
  ],
  rows: rows.map(({ topology, proxy, reqPerSec, clientBound, earlier, failedGates }) => [
    topology,
    engineCell({ topology, proxy }),
    reqPerSec.mean,
    reqPerSec.ci95 && halfWidth(reqPerSec),
    clientBound ? 'yes' : 'no',
    earlier ? 'yes' : 'no',
    failedGates.join(' ') || undefined,
  ]),
});

/** The whole distribution of latencies, or how many requests came through; one of them is live at a time. */
export function CurveOrThroughput() {
  const { t } = useTranslation();
  const [view, setView] = useState<View>('curve');
  const [scale, setScale] = useState<Scale>('linear');
  const curves = useLabEvery(updateMs, selectCurves);
  const throughput = useLabEvery(updateMs, selectThroughput);
  const isCurve = view === 'curve';
  const legend = curves.map(({ name, topology, proxy, failedGates }): LegendItem => {
    const { dash } = lineStyleOf(topology);
    const colour = failedGates.length > 0 ? gatedLine : lineStyleOf(topology).colour;
    return { label: name, kind: 'line', colour, dash, proxy, fileOnly: true };
  });
  const tools = (
    <>
      {isCurve && <ScaleChoice scale={scale} onChange={setScale} />}
      <Choice
        hideLegend
        legend={t('curve.view')}
        options={views.map((value) => ({ value, label: t(`curve.views.${value}`) }))}
        value={view}
        onChange={setView}
      />
    </>
  );
  const isEmpty = isCurve ? curves.every(({ rows }) => rows.length === 0) : throughput.length === 0;
  return (
    <ChartFrame
      name={view}
      title={t(isCurve ? 'curve.title' : 'throughput.title')}
      unit={t(isCurve ? 'curve.unit' : 'throughput.unit')}
      legend={isCurve ? legend : []}
      tools={tools}
      empty={isEmpty ? t('curve.empty') : undefined}
      table={() => (isCurve ? curveTable(curves) : throughputTable(throughput))}
    >
      {(size) =>
        isCurve ? (
          <PercentileCurve curves={curves} scale={scale} size={size} />
        ) : (
          <ThroughputBars rows={throughput} size={size} />
        )
      }
    </ChartFrame>
  );
}
