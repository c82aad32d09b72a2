import type { Plan } from '../../shared/planner/plan-document.ts';
import { fitTable, needsTable, planRows } from '../../shared/planner/plan-tables.ts';
import { tableToCsv, tableToMarkdown } from '../../shared/table.ts';
import { environmentText } from '../../shared/tables.ts';
import { formatBytes, formatPercent, formatPerSec } from '../../shared/units.ts';
import type { TableFormat } from './output-flags.ts';
import { tableToText } from './text-table.ts';

const percent = (share: number) => formatPercent(share, 'en');

/** The traffic that is planned for, on one line. */
function trafficText({ traffic }: Plan): string {
  const { bodies, requestsPerSec, newConnectionsPerRequest, shareResumed, headroom, protocol } = traffic;
  const sizes = bodies.map(({ bodyBytes, share }) =>
    share === 1 ? formatBytes(bodyBytes, 'en') : `${percent(share)} ${formatBytes(bodyBytes, 'en')}`,
  );
  return [
    `${formatPerSec(requestsPerSec, 'en')} requests/s`,
    `bodies ${sizes.join(' + ')}`,
    `${percent(newConnectionsPerRequest)} on new connections, ${percent(shareResumed)} of them resumed`,
    `${percent(headroom)} of each core left free`,
    protocol === 'h2' ? 'HTTP/2' : 'HTTP/1.1',
  ].join(' · ');
}

const runText = ({ run }: Plan): string =>
  `Run ${run.id} of ${run.startedAt}; ${environmentText(run.environment)}`;

function planToText(plan: Plan): string {
  const sections = [
    trafficText(plan),
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
    trafficText(plan),
    '',
    runText(plan),
    '',
    tableToMarkdown(needsTable(plan)),
    ...plan.says.map(({ text }) => `- ${text}`),
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
