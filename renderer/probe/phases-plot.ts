import type { TFunction } from 'i18next';
import type { SpansPlot } from '../../shared/plot/plot.ts';
import { phaseColour } from './PhasesDrawing.tsx';
import type { PhaseSpan } from './phase-spans.ts';

/** The steps of a first connection on one lane. */
export function phasesPlot(spans: readonly PhaseSpan[], t: TFunction): SpansPlot {
  const lane = t('probe.phases.title');
  return {
    kind: 'spans',
    x: { title: t('charts.axes.time', { unit: 'ms' }) },
    lanes: [lane],
    keys: spans.map(({ phase }) => ({ name: t(`probe.phases.${phase}`), colour: phaseColour(phase) })),
    spans: spans.map(({ phase, startMs, durationMs }) => ({
      lane,
      key: t(`probe.phases.${phase}`),
      start: startMs,
      end: startMs + durationMs,
    })),
  };
}
