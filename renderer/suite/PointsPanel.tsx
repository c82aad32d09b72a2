import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { legLabels } from '../../shared/leg-labels.ts';
import type { Point, Run, Warning } from '../../shared/result.ts';
import { pointName } from '../../shared/series.ts';
import { pointsTable } from '../../shared/tables.ts';
import { formatBytes, formatNumber } from '../../shared/units.ts';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import { cpuTable, tierItems } from '../charts/CpuBars.tsx';
import { CpuBarsDrawing } from '../charts/CpuBarsDrawing.tsx';
import { suiteCaptionOf } from '../charts/export/caption.ts';
import type { LegendItem } from '../charts/export/svg-document.ts';
import { gatedFill } from '../charts/gated-note.ts';
import { cpuPlot } from '../charts/plots/cpu-plot.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import { WarningText } from '../report/WarningText.tsx';
import { toCpuRow } from '../state/selectors.ts';
import { SuiteTable } from './SuiteTable.tsx';

const rowHeight = 27;
const axisHeight = 24;

/** Warnings of one code as one, with the bars that it is about. */
function gathered(points: readonly Point[], labels: readonly string[]) {
  const byCode = new Map<Warning['code'], { names: string[]; warning: Warning }>();
  for (const [at, point] of points.entries()) {
    for (const warning of point.warnings) {
      const known = byCode.get(warning.code) ?? { names: [], warning };
      byCode.set(warning.code, { ...known, names: [...known.names, labels[at] ?? pointName(point)] });
    }
  }
  return [...byCode.values()];
}

function useLegend(points: readonly Point[]): LegendItem[] {
  const { t } = useTranslation();
  const hasGated = points.some(({ failedGates }) => failedGates.length > 0);
  return [
    ...tierItems(
      t,
      points.map(({ topology }) => topology),
    ),
    ...(hasGated ? [{ label: t('gates.legend'), kind: 'box', colour: gatedFill.app } as const] : []),
  ];
}

interface PointsPanelProps {
  /** Name of saved files and of the grid area. */
  readonly name: string;
  readonly title: string;
  readonly about?: string;
  readonly run: Run;
  readonly points: readonly Point[];
  /** What the figures say, between the bars and the table. */
  readonly children: ReactNode;
}

/** Points that belong together: bars, what they say, the published figures beside their own, and what to doubt. */
export function PointsPanel({ name, title, about, run, points, children }: PointsPanelProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const headingId = useId();
  const legend = useLegend(points);
  const labels = legLabels(points, {
    newConnections: t('suite.newConnections'),
    resumed: t('suite.resumedConnections'),
    bytes: (bytes) => formatBytes(bytes, language),
    rtt: (rttMs) => t('topologies.rtt', { rtt: formatNumber(rttMs, language) }),
  });
  const rows = points.map((point, at) => ({
    ...toCpuRow(point, labels[at] ?? pointName(point), false),
    latencyMs: point.latencyMs,
  }));
  const warnings = gathered(points, labels);
  return (
    <article className="panel experiment" aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      {about && <p className="hint">{about}</p>}
      <ChartFrame
        name={name}
        title={t('cpu.title')}
        unit={t('cpu.unit')}
        legend={legend}
        height={rows.length * rowHeight + axisHeight}
        table={() => cpuTable(rows)}
        plot={() => cpuPlot(rows, false, { t, language })}
        data={() => pointsTable(points)}
        caption={() => suiteCaptionOf(run, points)}
      >
        {(size) => <CpuBarsDrawing rows={rows} showsClient={false} size={size} />}
      </ChartFrame>
      {children}
      <SuiteTable points={points} labels={labels} />
      {warnings.length > 0 && (
        <ul className="warnings" aria-label={t('warnings.title')}>
          {warnings.map(({ names, warning }) => (
            <WarningText key={warning.code} names={names} warning={warning} />
          ))}
        </ul>
      )}
    </article>
  );
}
