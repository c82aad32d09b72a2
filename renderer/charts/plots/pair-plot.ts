import { tierColour } from '../../../shared/palette.ts';
import type { BarsPlot } from '../../../shared/plot/plot.ts';
import { formatShort } from '../../../shared/units.ts';
import type { PairRow } from '../../state/handshake-selectors.ts';
import { gatedFill } from '../gated-note.ts';
import type { PlotText } from './plot-text.ts';

const sides = ['server', 'client'] as const;

/** Two bars under each name, of a server and of its client. */
export function pairPlot(rows: readonly PairRow[], unit: string, { t, language }: PlotText): BarsPlot {
  const nameOf = { server: t('handshakes.sides.server'), client: t('handshakes.sides.client') };
  const each = rows.flatMap((row) =>
    sides.map((side) => ({ bar: row.label, row: nameOf[side], figure: row[side] })),
  );
  return {
    kind: 'bars',
    x: { title: unit },
    keys: [
      { name: nameOf.server, colour: tierColour.app },
      { name: nameOf.client, colour: tierColour.client },
    ],
    parts: each.map(({ bar, row, figure }) => ({ bar, row, key: row, value: figure.mean })),
    ends: each.map((end) => ({ ...end, text: formatShort(end.figure.mean, language) })),
    invalidColour: gatedFill.app,
  };
}
