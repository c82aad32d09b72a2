import { enginesText } from '../../shared/engines-text.ts';
import { markdownProse } from '../../shared/markdown-prose.ts';
import type { Plan } from '../../shared/planner/plan-document.ts';
import { fitTable, needsTable, planRows } from '../../shared/planner/plan-tables.ts';
import { trafficText } from '../../shared/planner/traffic-text.ts';
import { tableToCsv, tableToMarkdown } from '../../shared/table.ts';
import { environmentText } from '../../shared/tables.ts';
import type { TableFormat } from './output-flags.ts';
import { tableToText } from './text-table.ts';

const runText = ({ run, models }: Plan): string =>
  [`Run ${run.id} of ${run.startedAt}`, environmentText(run.environment), ...enginesText(models)].join(' · ');

function planToText(plan: Plan): string {
  const sections = [
    trafficText(plan.traffic),
    runText(plan),
    '',
    tableToText(needsTable(plan)),
    '',
    ...plan.says.map(({ text }) => text),
    '',
    tableToText(fitTable(plan)),
  ];
  return `${sections.join('\n')}\n`;
}

function planToMarkdown(plan: Plan): string {
  const sections = [
    markdownProse(trafficText(plan.traffic)),
    '',
    markdownProse(runText(plan)),
    '',
    tableToMarkdown(needsTable(plan)),
    ...plan.says.map(({ text }) => `- ${markdownProse(text)}`),
    '',
    tableToMarkdown(fitTable(plan)),
  ];
  return sections.join('\n');
}

const writers: Record<TableFormat, (plan: Plan) => string> = {
  text: planToText,
  json: (plan) => `${JSON.stringify(plan, undefined, 2)}\n`,
  csv: (plan) => tableToCsv(planRows(plan)),
  markdown: planToMarkdown,
};

/** The plan in the form that was asked for, ending in a newline. */
export const printPlan = (plan: Plan, format: TableFormat): string => writers[format](plan);
