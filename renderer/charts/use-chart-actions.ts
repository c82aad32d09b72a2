import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportFile } from '../../shared/api.ts';
import { toFault } from '../../shared/fault.ts';
import { type Table, tableToCsv, tableToMarkdown } from '../../shared/tables.ts';
import { useLabActions, useLabReader } from '../state/use-lab.ts';
import type { ChartAction } from './ChartMenu.tsx';
import { captionOf } from './export/caption.ts';
import { copyText, csvFile, offerDownload, pngFile, svgFile } from './export/chart-files.ts';
import type { LegendItem } from './export/svg-document.ts';

interface ExportedChart {
  readonly name: string;
  readonly title: string;
  readonly legend: readonly LegendItem[];
  readonly table: () => Table;
  readonly data: () => Table;
  readonly body: RefObject<HTMLDivElement | null>;
}

const saidForMs = 5000;

/** Carries out the menu of a chart, and says in a word how it went. */
export function useChartActions({ name, title, legend, table, data, body }: ExportedChart) {
  const { t } = useTranslation();
  const { exportFile } = useLabActions();
  const read = useLabReader();
  const [said, setSaid] = useState('');

  const say = (text: string) => {
    setSaid(text);
    setTimeout(() => setSaid((now) => (now === text ? '' : now)), saidForMs);
  };
  const keep = async (file: ExportFile) => {
    const answer = await exportFile(file);
    if (answer === null) return;
    if ('path' in answer) return say(t('charts.saved', { path: answer.path }));
    offerDownload(file);
    say(t('charts.downloaded', { name: file.name }));
  };
  const markdown = (caption: readonly string[]) =>
    [`**${title}**`, '', tableToMarkdown(table()), ...caption.map((line) => `_${line}_  `), ''].join('\n');

  const act = async (action: ChartAction) => {
    const caption = captionOf(read(), new Date());
    const chart = body.current?.querySelector<SVGSVGElement>('svg');
    if (action === 'csv') return keep(csvFile(name, tableToCsv(data())));
    if (action === 'markdown') {
      await copyText(markdown(caption));
      return say(t('charts.copied'));
    }
    if (!chart) return say(t('charts.nothing'));
    const document = { chart, title, legend, caption };
    return keep(action === 'svg' ? svgFile(name, document) : await pngFile(name, document));
  };

  const onAction = (action: ChartAction) => {
    act(action).catch((error: unknown) => say(toFault(error).message));
  };
  return { said, onAction };
}
