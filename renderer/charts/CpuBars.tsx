import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tierColour } from '../../shared/palette.ts';
import { pointsTable, type Table } from '../../shared/tables.ts';
import { type TopologyId, tiersOf } from '../../shared/topologies.ts';
import { halfWidth } from '../../shared/verdict.ts';
import { servingTierIds, type Tier } from '../../shared/words.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import { type CpuRow, selectCpuRows, selectPoints, selectWireCosts } from '../state/selectors.ts';
import { useLabEvery, useLabReader } from '../state/use-lab.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { CpuBarsDrawing } from './CpuBarsDrawing.tsx';
import type { LegendItem } from './export/svg-document.ts';
import { gatedFill } from './gated-note.ts';
import { cpuPlot } from './plots/cpu-plot.ts';
import { WireCost } from './WireCost.tsx';

/** Numbers that change faster can't be read. */
const updateMs = 500;

const serversOutwards = servingTierIds.toReversed();

/** The legend of the servers on the paths of these topologies, in the order of the bars. */
export function tierItems(t: TFunction, topologies: readonly TopologyId[]): LegendItem[] {
  const isOnPath = (tier: Tier) => topologies.some((topology) => tiersOf(topology).includes(tier));
  return serversOutwards
    .filter(isOnPath)
    .map((tier) => ({ label: t(`tiers.${tier}`), kind: 'box', colour: tierColour[tier] }));
}

/** The bars as figures. */
export function cpuTable(rows: readonly CpuRow[]): Table {
  return {
    columns: [
      'bar',
      ...serversOutwards.map((tier) => `${tier}_cpuUsPerRequest`),
      'servers_cpuUsPerRequest',
      'servers_ci95HalfWidthUs',
      'client_cpuUsPerRequest',
      'measuredEarlier',
      'failedGates',
      'warnings',
    ],
    rows: rows.map((row) => [
      row.label,
      ...serversOutwards.map((tier) => row[tier]),
      row.servers?.mean,
      row.servers?.ci95 && halfWidth(row.servers),
      row.client,
      row.earlier ? 'yes' : 'no',
      row.failedGates.join(' ') || undefined,
      row.warnings.map((warning) => warning.code).join(' '),
    ]),
  };
}

/**
 * CPU per request of every server on the path. The load generator is ours, not the operator's, so it is not in the
 * bars; it can be shown as a thin bar below each.
 */
/** A service of the user's own on its own, whose process isn't known. */
const hasNoServers = ({ app, proxy, warnings }: CpuRow) =>
  app === undefined && proxy === undefined && warnings.some(({ code }) => code === 'cpu-not-visible');

export function CpuBars() {
  const { t } = useTranslation();
  const language = useLanguage();
  const [showsClient, setShowsClient] = useState(false);
  const read = useLabReader();
  const rows = useLabEvery(updateMs, selectCpuRows);
  const wireCosts = useLabEvery(updateMs, selectWireCosts);
  const legend: LegendItem[] = [
    ...tierItems(
      t,
      rows.map(({ topology }) => topology),
    ),
    ...(showsClient
      ? [{ label: t('cpu.client'), kind: 'box', colour: tierColour.client, hatched: true } as const]
      : []),
    ...(rows.some(({ failedGates }) => failedGates.length > 0)
      ? [{ label: t('gates.legend'), kind: 'box', colour: gatedFill.app } as const]
      : []),
  ];
  const isHidden = !showsClient && rows.every(hasNoServers);
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
      empty={rows.length === 0 ? t('cpu.empty') : isHidden ? t('cpu.hidden') : undefined}
      table={() => cpuTable(rows)}
      plot={() => cpuPlot(rows, showsClient, { t, language })}
      foot={wireCosts.length > 0 && <WireCost costs={wireCosts} />}
      data={() => pointsTable(selectPoints(read()), read().status?.leftOut)}
    >
      {(size) => <CpuBarsDrawing rows={rows} showsClient={showsClient} size={size} />}
    </ChartFrame>
  );
}
