import { lineStyleOf } from '../../../shared/palette.ts';
import type { BarsPlot } from '../../../shared/plot/plot.ts';
import { formatPerSec } from '../../../shared/units.ts';
import { halfWidth } from '../../../shared/verdict.ts';
import type { ThroughputRow } from '../../state/selectors.ts';
import { gatedFill, gatedNote } from '../gated-note.ts';
import type { PlotText } from './plot-text.ts';

/** What stands behind a bar's figure. */
export function throughputNote(row: ThroughputRow, { t, language }: PlotText): string {
  const { reqPerSec, failedGates, clientBound, earlier } = row;
  // How exactly it is known matters no more, and the first reason is enough: the warnings name all.
  const isGated = failedGates.length > 0;
  const spread = isGated ? '' : ` ± ${reqPerSec.ci95 ? formatPerSec(halfWidth(reqPerSec), language) : '?'}`;
  const bound = clientBound ? t('throughput.clientBound') : '';
  const note = earlier ? t('cpu.earlier') : gatedNote(t, failedGates.slice(0, 1)) || bound;
  return note === '' ? spread : `${spread} · ${note}`;
}

export function throughputPlot(rows: readonly ThroughputRow[], text: PlotText): BarsPlot {
  return {
    kind: 'bars',
    x: { title: text.t('throughput.unit') },
    keys: rows.map(({ name, topology }) => ({ name, colour: lineStyleOf(topology).colour })),
    parts: rows.map(({ name, reqPerSec, failedGates, earlier }) => ({
      bar: name,
      key: name,
      value: reqPerSec.mean,
      isValid: failedGates.length === 0,
      isEarlier: earlier,
    })),
    ends: rows.map((row) => ({
      bar: row.name,
      figure: row.reqPerSec,
      text: `${formatPerSec(row.reqPerSec.mean, text.language)}${throughputNote(row, text)}`,
    })),
    invalidColour: gatedFill.app,
  };
}
