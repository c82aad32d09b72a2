import { useTranslation } from 'react-i18next';
import type { Probe } from '../../shared/probe/probe.ts';
import type { Table } from '../../shared/table.ts';
import { formatMs } from '../../shared/units.ts';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import { probeCaptionOf } from '../charts/export/caption.ts';
import type { LegendItem } from '../charts/export/svg-document.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import { PhasesDrawing, phaseColour, phasesHeight } from './PhasesDrawing.tsx';
import { type PhaseSpan, phaseSpans } from './phase-spans.ts';
import { phasesPlot } from './phases-plot.ts';

const toTable = (spans: readonly PhaseSpan[]): Table => ({
  columns: ['phase', 'startMs', 'durationMs'],
  rows: spans.map(({ phase, startMs, durationMs }) => [phase, startMs, durationMs]),
});

/** How long the first connection took, step by step. */
export function ProbePhases({ found }: { found: Probe }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const spans = phaseSpans(found.phases);
  if (spans.length === 0) return null;
  const legend = spans.map(
    ({ phase, durationMs }): LegendItem => ({
      label: `${t(`probe.phases.${phase}`)} ${formatMs(durationMs, language)}`,
      kind: 'box',
      colour: phaseColour(phase),
    }),
  );
  return (
    <ChartFrame
      name="probe-phases"
      title={t('probe.phases.title')}
      unit={t('probe.phases.unit', { total: formatMs(found.phases.totalMs, language) })}
      legend={legend}
      height={phasesHeight}
      table={() => toTable(spans)}
      plot={() => phasesPlot(spans, t)}
      caption={() => probeCaptionOf(found)}
    >
      {(size) => <PhasesDrawing spans={spans} size={size} />}
    </ChartFrame>
  );
}
