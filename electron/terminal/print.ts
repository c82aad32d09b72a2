import { endedEarlyText } from '../../shared/ended-early.ts';
import { faultLines } from '../../shared/fault.ts';
import type { Run } from '../../shared/result.ts';
import { pointName } from '../../shared/series.ts';
import { environmentText, settingsText, summaryTable } from '../../shared/tables.ts';
import { statementText, verdictOf } from '../../shared/verdict.ts';
import { runTexts } from '../host/run-texts.ts';
import type { OutputFormat } from './output-flags.ts';
import { suiteToText } from './suite-text.ts';
import { tableToText } from './text-table.ts';

/** A run for someone who reads a terminal: the table, what it says, and what to doubt. */
function runToText(run: Run): string {
  const first = run.points[0];
  const endedEarly = endedEarlyText(run);
  const sections = [
    first === undefined ? '' : settingsText(first),
    environmentText(run.environment),
    '',
    tableToText(summaryTable(run.points)),
    '',
    ...verdictOf(run.points).map(statementText),
    ...run.points.flatMap((point) =>
      point.warnings.map((warning) => `! ${pointName(point)} ${warning.code}: ${warning.message}`),
    ),
    ...(run.leftOut ?? []).map(({ fault }) => `! ${faultLines(fault).join('\n  ')}`),
    ...(endedEarly === undefined ? [] : [`! ${endedEarly}`]),
  ];
  return `${sections.join('\n')}\n`;
}

const writers: Record<OutputFormat, (run: Run) => string> = {
  text: (run) => (run.suite === undefined ? runToText(run) : suiteToText(run)),
  ...runTexts,
};

/** The run in the form that was asked for, ending in a newline. */
export function printRun(run: Run, format: OutputFormat): string {
  const text = writers[format](run);
  return text.endsWith('\n') ? text : `${text}\n`;
}
