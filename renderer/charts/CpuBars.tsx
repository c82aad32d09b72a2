import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pointsTable, type Table } from '../../shared/tables.ts';
import { hopsOf } from '../../shared/topologies.ts';
import { halfWidth } from '../../shared/verdict.ts';
import { type CpuRow, selectCpuRows, selectPoints } from '../state/selectors.ts';
import { useLabEvery, useLabReader } from '../state/use-lab.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { CpuBarsDrawing } from './CpuBarsDrawing.tsx';
import type { LegendItem } from './export/svg-document.ts';
import { tierColour } from './palette.ts';

/** Numbers that change faster can't be read. */
const updateMs = 500;

function toTable(rows: readonly CpuRow[]): Table {
  return {
    columns: [
      'topology',
      'app_cpuUsPerRequest',
      'proxy_cpuUsPerRequest',
      'servers_cpuUsPerRequest',
      'servers_ci95HalfWidthUs',
      'client_cpuUsPerRequest',
      'measuredEarlier',
      'warnings',
    ],
    rows: rows.map((row) => [
      row.topology,
      row.app,
      row.proxy,
      row.servers?.mean,
      row.servers?.ci95 && halfWidth(row.servers),
      row.client,
      row.earlier ? 'yes' : 'no',
      row.warnings.map((warning) => warning.code).join(' '),
    ]),
  };
}

/**
 * CPU per request of every server on the path. The load generator is ours, not the operator's, so it is not in the
 * bars; it can be shown as a thin bar below each.
 */
export function CpuBars() {
  const { t } = useTranslation();
  const [showsClient, setShowsClient] = useState(false);
  const read = useLabReader();
  const rows = useLabEvery(updateMs, selectCpuRows);
  const hasProxy = rows.some((row) => hopsOf(row.topology).length > 1);
  const legend: LegendItem[] = [
    { label: t('tiers.app'), kind: 'box', colour: tierColour.app },
    ...(hasProxy ? [{ label: t('tiers.proxy'), kind: 'box', colour: tierColour.proxy } as const] : []),
    ...(showsClient
      ? [{ label: t('cpu.client'), kind: 'box', colour: tierColour.client, hatched: true } as const]
      : []),
  ];
  const tools = (
    <label className="tick">
      <input
        type="checkbox"
        checked={showsClient}
        onChange={(event) => setShowsClient(event.target.checked)}
      />
      {t('cpu.showClient')}
    </label>
  );
  return (
    <ChartFrame
      name="cpu"
      title={t('cpu.title')}
      unit={t('cpu.unit')}
      legend={legend}
      tools={tools}
      empty={rows.length === 0 ? t('cpu.empty') : undefined}
      table={() => toTable(rows)}
      data={() => pointsTable(selectPoints(read()))}
    >
      {(size) => <CpuBarsDrawing rows={rows} showsClient={showsClient} size={size} />}
    </ChartFrame>
  );
}
