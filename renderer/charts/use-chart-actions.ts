import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { type Table, tableToCsv, tableToMarkdown } from '../../shared/tables.ts';
import type { ChartAction } from './ChartMenu.tsx';
import { copyText, csvFile, jsonFile, pngFile, svgFile } from './export/chart-files.ts';
import type { LegendItem } from './export/svg-document.ts';
import { useKeepFile } from './use-keep-file.ts';

interface ExportedChart {
  readonly name: string;
  readonly title: string;
  readonly legend: readonly LegendItem[];
  readonly table: () => Table;
  readonly data: () => Table;
  readonly json: (() => object) | undefined;
  readonly caption: () => readonly string[];
  readonly body: RefObject<HTMLDivElement | null>;
}

/** Carries out the menu of a chart, and says in a word how it went. */
export function useChartActions({ name, title, legend, table, data, json, caption, body }: ExportedChart) {
  const { t } = useTranslation();
  const { said, say, keep, attempt } = useKeepFile();
  const markdown = () =>
    [`**${title}**`, '', tableToMarkdown(table()), ...caption().map((line) => `_${line}_  `), ''].join('\n');

  const act = async (action: ChartAction) => {
    const chart = body.current?.querySelector<SVGSVGElement>('svg');
    if (action === 'csv') return keep(csvFile(name, tableToCsv(data())));
    if (action === 'json') return keep(jsonFile(name, json?.() ?? {}));
    if (action === 'markdown') {
      await copyText(markdown());
      return say(t('charts.copied'));
    }
    if (!chart) return say(t('charts.nothing'));
    const document = { chart, title, legend, caption: caption() };
    return keep(action === 'svg' ? svgFile(name, document) : await pngFile(name, document));
  };
  return { said, onAction: (action: ChartAction) => attempt(act(action)) };
}
