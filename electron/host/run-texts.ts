import type { TextFormat } from '../../shared/report/formats.ts';
import { runToHtml } from '../../shared/report/report-html.ts';
import { runToMarkdown } from '../../shared/report/report-markdown.ts';
import { runToOpenMetrics } from '../../shared/report/run-metrics.ts';
import type { Run } from '../../shared/result.ts';
import { runToCsv } from '../../shared/tables.ts';

/** The forms of a run that are one text each; percentile distributions are a text per point. */
export const runTexts: Readonly<Record<Exclude<TextFormat, 'hgrm'>, (run: Run) => string>> = {
  json: (run) => `${JSON.stringify(run, undefined, 2)}\n`,
  csv: runToCsv,
  markdown: runToMarkdown,
  html: runToHtml,
  openmetrics: runToOpenMetrics,
};
