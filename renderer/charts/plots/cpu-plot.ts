import { tierColour } from '../../../shared/palette.ts';
import type { BarEnd, BarPart, BarsPlot } from '../../../shared/plot/plot.ts';
import { formatMs, formatShort } from '../../../shared/units.ts';
import { halfWidth } from '../../../shared/verdict.ts';
import { servingTierIds } from '../../../shared/words.ts';
import type { CpuRow } from '../../state/selectors.ts';
import { gatedFill, gatedNote } from '../gated-note.ts';
import type { PlotText } from './plot-text.ts';

const serversOutwards = servingTierIds.toReversed();

/** What stands behind the total of a bar, in the order of its weight. */
export function cpuNote(row: CpuRow, showsClient: boolean, { t, language }: PlotText): string {
  const { servers, client, latencyMs, earlier, failedGates, warnings } = row;
  const half = servers?.ci95 && halfWidth(servers);
  const isDoubted = failedGates.length === 0 && warnings.some(({ code }) => code !== 'few-slices');
  const marks = [
    `± ${half === undefined ? '?' : formatShort(half, language)} µs`,
    latencyMs ? `p50 ${formatMs(latencyMs.p50, language)}, p99 ${formatMs(latencyMs.p99, language)}` : '',
    showsClient && client !== undefined ? t('cpu.clientBeside', { us: formatShort(client, language) }) : '',
    earlier ? t('cpu.earlier') : '',
    gatedNote(t, failedGates),
    isDoubted ? '⚠' : '',
  ];
  return marks.filter((mark) => mark !== '').join(' · ');
}

const row = (isShared: boolean, name: 'servers' | 'client') => (isShared ? { row: name } : {});

function partsOf(rows: readonly CpuRow[], showsClient: boolean, { t }: PlotText): BarPart[] {
  const tiers = showsClient ? ([...serversOutwards, 'client'] as const) : serversOutwards;
  return rows.flatMap((one) =>
    tiers.flatMap((tier): BarPart[] => {
      const value = one[tier];
      if (value === undefined) return [];
      const isClient = tier === 'client';
      const isValid = isClient || one.failedGates.length === 0;
      const key = isClient ? t('cpu.client') : t(`tiers.${tier}`);
      const place = row(showsClient, isClient ? 'client' : 'servers');
      return [{ bar: one.label, ...place, key, value, isValid, isEarlier: one.earlier }];
    }),
  );
}

/** CPU per request: the servers' parts of each bar, and the client's bar under it where it is shown. */
export function cpuPlot(rows: readonly CpuRow[], showsClient: boolean, text: PlotText): BarsPlot {
  const { t, language } = text;
  const parts = partsOf(rows, showsClient, text);
  const keys = [
    ...serversOutwards.map((tier) => ({ name: t(`tiers.${tier}`), colour: tierColour[tier] })),
    { name: t('cpu.client'), colour: tierColour.client },
  ];
  const ends = rows.flatMap((one): BarEnd[] => {
    if (one.servers === undefined) return [];
    const total = `${formatShort(one.servers.mean, language)} ${cpuNote(one, showsClient, text)}`;
    return [{ bar: one.label, ...row(showsClient, 'servers'), figure: one.servers, text: total }];
  });
  return {
    kind: 'bars',
    x: { title: t('cpu.unit') },
    keys: keys.filter(({ name }) => parts.some(({ key }) => key === name)),
    parts,
    ends,
    invalidColour: gatedFill.app,
  };
}
