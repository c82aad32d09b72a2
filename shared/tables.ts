import type { ColumnText } from './point-column.ts';
import { pointColumns } from './point-columns.ts';
import type { Environment, LeftOut, Point, Run } from './result.ts';
import { pointName, seriesName } from './series.ts';
import { doubtText, validText } from './suite-table.ts';
import { type Cell, type Table, tableToCsv, withInterval } from './table.ts';
import { tiersOf } from './topologies.ts';
import { formatBytes } from './units.ts';
import { tierIds } from './words.ts';

export { reuseText } from './point-columns.ts';
export { settingsText } from './settings-text.ts';
export { type Cell, type Table, tableToCsv, tableToMarkdown } from './table.ts';

/** Why a series was left out, among all that were. */
const reasonFor = (name: string, leftOut: readonly LeftOut[]): Cell =>
  leftOut.find((one) => seriesName(one) === name)?.fault.message;

/** Those of which nothing was measured before they were left out. */
function neverMeasured(leftOut: readonly LeftOut[], points: readonly Point[]): LeftOut[] {
  const measured = points.map(pointName);
  return leftOut.filter((one) => !measured.includes(seriesName(one)));
}

/**
 * All columns, one row per point: for CSV and for other programs. The last column, `leftOut`, is the reason why a series
 * was not measured, or not to the end. One of which nothing was measured has a row of its own without figures, so that
 * whoever counts rows or averages a column sees that it is missing and has no 0 for it.
 */
export function pointsTable(points: readonly Point[], leftOut: readonly LeftOut[] = []): Table {
  const columns = [...pointColumns.map(({ name }) => name), 'leftOut'];
  const measured = points.map((point) => [
    ...pointColumns.map(({ read }) => read(point)),
    reasonFor(pointName(point), leftOut),
  ]);
  const missing = neverMeasured(leftOut, points).map(({ topology, proxy, fault }) => {
    const known: Record<string, Cell> = { topology, proxyEngine: proxy, leftOut: fault.message };
    return columns.map((column) => known[column]);
  });
  return { columns, rows: [...measured, ...missing] };
}

/** The columns that a person reads, for Markdown and the terminal. */
export function summaryTable(points: readonly Point[]): Table {
  const tiers = tierIds.filter((tier) => points.some((point) => tiersOf(point.topology).includes(tier)));
  const columns = [
    'topology',
    ...tiers.map((tier) => `${tier} CPU (µs/request)`),
    'requests/s',
    'p50 (ms)',
    'p99 (ms)',
    'errors',
    'valid',
    'warnings',
  ];
  const rows = points.map((point) => [
    pointName(point),
    ...tiers.map((tier) => withInterval(point.tiers[tier]?.cpuUsPerRequest)),
    withInterval(point.reqPerSec),
    point.latencyMs?.p50,
    point.latencyMs?.p99,
    point.errors.total,
    validText(point),
    doubtText(point),
  ]);
  return { columns, rows };
}

/** The machine and the software that measured, in one line. */
export function environmentText(environment: Environment): string {
  const { runtime } = environment;
  const runtimeName = runtime.name === 'node' ? 'Node.js' : 'Electron';
  return [
    `${environment.cpuModel}, ${environment.cores} cores, ${formatBytes(environment.memoryBytes, 'en')}`,
    environment.os,
    `${runtimeName} ${runtime.version}`,
    runtime.tls,
  ].join(' · ');
}

/** What every row of a run's CSV begins with: a row stands alone. */
const runColumns: readonly (ColumnText & { readonly read: (run: Run) => Cell })[] = [
  { name: 'runId', unit: '', meaning: 'Names the run document.', read: ({ id }) => id },
  {
    name: 'startedAt',
    unit: '',
    meaning: 'When the run began (ISO 8601, UTC).',
    read: ({ startedAt }) => startedAt,
  },
  { name: 'os', unit: '', meaning: 'Operating system.', read: ({ environment }) => environment.os },
  { name: 'cpuModel', unit: '', meaning: 'Processor.', read: ({ environment }) => environment.cpuModel },
  { name: 'cores', unit: '', meaning: 'Cores of the machine.', read: ({ environment }) => environment.cores },
  {
    name: 'runtime',
    unit: '',
    meaning: 'What the built-in tiers ran on, with its version.',
    read: ({ environment: { runtime } }) => `${runtime.name} ${runtime.version}`,
  },
  {
    name: 'tlsLibrary',
    unit: '',
    meaning: 'TLS library of that runtime.',
    read: ({ environment }) => environment.runtime.tls,
  },
];

const endColumns: readonly ColumnText[] = [
  {
    name: 'leftOut',
    unit: '',
    meaning: 'Why the series was not measured, or not to the end; empty where it was.',
  },
  { name: 'runFault', unit: '', meaning: 'Code of the fault that ended the run early; empty otherwise.' },
];

/** Every column of a run's CSV in its order, with unit and meaning. */
export const csvColumns: readonly ColumnText[] = [...runColumns, ...pointColumns, ...endColumns];

/**
 * A run as CSV: the rows of `pointsTable`, with the environment and the code of the fault that ended the run early
 * repeated so that each row stands alone. A run that failed before its first point is one row.
 */
export function runToCsv(run: Run): string {
  const table = pointsTable(run.points, run.leftOut);
  const points = table.rows.length === 0 && run.fault ? [table.columns.map(() => undefined)] : table.rows;
  const about = runColumns.map(({ read }) => read(run));
  return tableToCsv({
    columns: csvColumns.map(({ name }) => name),
    rows: points.map((row) => [...about, ...row, run.fault?.code]),
  });
}
