import { hopColumns } from './hop-columns.ts';
import { column, figureColumns, type PointColumn } from './point-column.ts';
import type { Point } from './result.ts';
import { settingColumns } from './setting-columns.ts';
import type { Cell } from './table.ts';
import { type Tier, tierIds } from './words.ts';

export { reuseText } from './setting-columns.ts';

const tierNames: Readonly<Record<Tier, string>> = {
  client: 'the load generator',
  proxy: 'the proxy',
  proxy2: 'the second proxy of a mesh',
  app: 'the app',
};

function tierColumns(tier: Tier): PointColumn[] {
  const of = tierNames[tier];
  return [
    ...figureColumns(
      `${tier}_cpuUsPerRequest`,
      'µs',
      `User and system CPU time of ${of} per request that it served`,
      ({ tiers }) => tiers[tier]?.cpuUsPerRequest,
    ),
    column(
      `${tier}_utilisationCores`,
      'cores',
      `Cores that ${of} kept busy: 1 is one whole core.`,
      ({ tiers }) => tiers[tier]?.utilisation,
    ),
    column(
      `${tier}_rssBytes`,
      'bytes',
      `Resident memory of ${of} at the end.`,
      ({ tiers }) => tiers[tier]?.rssBytes,
    ),
    column(
      `${tier}_requests`,
      '',
      `Requests that ${of} served in the measured windows.`,
      ({ tiers }) => tiers[tier]?.requests,
    ),
  ];
}

function settledText({ warmup }: Point): Cell {
  if (warmup === undefined) return undefined;
  if (warmup.settled === undefined) return 'unknown';
  return warmup.settled ? 'yes' : 'no';
}

const measuringColumns: readonly PointColumn[] = [
  column('measuredS', 's', 'Time that was measured, all slices together.', (point) => point.measuredS),
  column(
    'slices',
    '',
    'Slices that it was measured in; intervals come from their differences.',
    (point) => point.slices,
  ),
  column('warmupS', 's', 'Load before anything counted.', ({ warmup }) => warmup?.durationS),
  column(
    'warmupSettled',
    '',
    'Whether CPU per request had settled by then: yes, no or unknown.',
    settledText,
  ),
  column('requests', '', 'Requests that the client got a correct answer to.', (point) => point.requests),
  column('due', '', 'Open loop: requests that should have been sent.', (point) => point.due),
  column(
    'offeredS',
    's',
    'Open loop: time in which requests became due or waited to be sent.',
    (point) => point.offeredS,
  ),
  column('errors', '', 'Requests that failed, whatever the reason.', ({ errors }) => errors.total),
  ...figureColumns('reqPerSec', '1/s', 'Requests answered per second', (point) => point.reqPerSec),
  column('p50Ms', 'ms', 'Median latency.', ({ latencyMs }) => latencyMs?.p50),
  column('p90Ms', 'ms', '90th percentile of latency.', ({ latencyMs }) => latencyMs?.p90),
  column('p99Ms', 'ms', '99th percentile of latency.', ({ latencyMs }) => latencyMs?.p99),
  column('p999Ms', 'ms', '99.9th percentile of latency.', ({ latencyMs }) => latencyMs?.p999),
  column('maxMs', 'ms', 'Longest latency.', ({ latencyMs }) => latencyMs?.max),
];

const serverColumns: readonly PointColumn[] = [
  ...figureColumns(
    'servers_cpuUsPerRequest',
    'µs',
    'CPU time of all tiers but the load generator per request of the client',
    (point) => point.serverCpuUsPerRequest,
  ),
  column(
    'wire_cpuUs',
    'µs',
    'CPU time of the process that delays hops, counted in no tier.',
    ({ wire }) => wire && wire.userUs + wire.systemUs,
  ),
  column('wire_utilisationCores', 'cores', 'Cores that it kept busy.', ({ wire }) => wire?.utilisation),
  column('wire_bytes', 'bytes', 'Bytes that it passed on.', ({ wire }) => wire?.bytes),
  column(
    'app_httpVersion',
    '',
    'HTTP version that the app saw on its own hop.',
    ({ tiers }) => tiers.app?.httpVersion,
  ),
];

/** Every column of a point, with its unit in the name and in words. What is not on the path is empty, not 0. */
export const pointColumns: readonly PointColumn[] = [
  ...settingColumns,
  ...measuringColumns,
  ...tierIds.flatMap(tierColumns),
  ...serverColumns,
  ...hopColumns,
  column(
    'warnings',
    '',
    'Codes of what to doubt in the row, with spaces between.',
    ({ warnings }) => warnings.map(({ code }) => code).join(' ') || undefined,
  ),
];
