import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plot } from '../../shared/plot/plot.ts';
import { toVegaLite } from '../../shared/plot/vega-lite.ts';
import { type Table, tableToCsv } from '../../shared/tables.ts';
import type { ChartAction } from './ChartMenu.tsx';
import { captionedMarkdown, captionedTable } from './export/captioned.ts';
import {
  copyPicture,
  copyText,
  csvFile,
  jsonFile,
  markdownFile,
  pngFile,
  svgFile,
} from './export/chart-files.ts';
import { type PictureOptions, pictureOptions } from './export/picture-options.ts';
import type { ChartDocument, LegendItem } from './export/svg-document.ts';
import { themeLook } from './export/theme-look.ts';
import { useKeepFile } from './use-keep-file.ts';

interface ExportedChart {
  readonly name: string;
  readonly title: string;
  readonly legend: readonly LegendItem[];
  readonly table: () => Table;
  readonly data: () => Table;
  readonly plot: (() => Plot) | undefined;
  readonly json: (() => object) | undefined;
  readonly caption: () => readonly string[];
  readonly body: RefObject<HTMLDivElement | null>;
}

/** Carries out the menu of a chart, and says in a word how it went. */
export function useChartActions(exported: ExportedChart) {
  const { t } = useTranslation();
  const { said, say, keep, attempt } = useKeepFile();
  const { name, title, legend, table, data, plot, json, caption, body } = exported;
  const markdown = () => captionedMarkdown(title, table(), caption());
  /** Does something with the drawing, or says that there is none. */
  const withPicture = async (use: (picture: ChartDocument, options: PictureOptions) => Promise<void>) => {
    const chart = body.current?.querySelector<SVGSVGElement>('svg');
    if (!chart) return say(t('charts.nothing'));
    const options = pictureOptions.getState();
    const look = themeLook(options.isTransparent);
    return use({ chart, title, legend, caption: caption(), look }, options);
  };
  const acts: Readonly<Record<ChartAction, () => Promise<void>>> = {
    png: () => withPicture(async (picture, { scale }) => keep(await pngFile(name, picture, scale))),
    copyPicture: () =>
      withPicture(async (picture, { scale }) => {
        const isCopied = await copyPicture(await pngFile(name, picture, scale));
        say(t(isCopied ? 'charts.copiedPicture' : 'charts.copyDenied'));
      }),
    svg: () => withPicture(async (picture) => keep(svgFile(name, picture))),
    vegaLite: async () => {
      const drawn = plot?.();
      if (drawn === undefined) return say(t('charts.nothing'));
      const look = themeLook(pictureOptions.getState().isTransparent);
      return keep(jsonFile(`${name}.vl`, toVegaLite(drawn, { title, caption: caption() }, look)));
    },
    csv: () => keep(csvFile(name, tableToCsv(captionedTable(data(), caption())))),
    json: () => keep(jsonFile(name, json?.() ?? {})),
    markdown: async () => {
      await copyText(markdown());
      say(t('charts.copied'));
    },
    markdownFile: () => keep(markdownFile(name, markdown())),
  };
  return { said, onAction: (action: ChartAction) => attempt(acts[action]()) };
}
