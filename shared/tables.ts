import { isValid } from './comparison.ts';
import { endedEarlyText } from './ended-early.ts';
import { pointCells } from './point-columns.ts';
import type { Environment, LeftOut, Point, Run } from './result.ts';
import { nameInRun, pointName, seriesName } from './series.ts';
import { settingsText } from './settings-text.ts';
import { shapeOf, shapeText } from './shape.ts';
import { doubtText, suiteTable, validText } from './suite-table.ts';
import { type Cell, type Table, tableToCsv, tableToMarkdown, withInterval } from './table.ts';
import { tiersOf } from './topologies.ts';
import { formatBytes } from './units.ts';
import { tierIds } from './words.ts';

export { pointCells, reuseText } from './point-columns.ts';
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
  const cells = points.map(pointCells);
  const columns = [...(cells[0]?.map(([column]) => column) ?? []), 'leftOut'];
  const measured = cells.map((row, at) => {
    const point = points[at];
    return [...row.map(([, cell]) => cell), point && reasonFor(pointName(point), leftOut)];
  });
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

/**
 * A run as CSV: the rows of `pointsTable`, with the environment and the code of the fault that ended the run early
 * repeated so that each row stands alone. A run that failed before its first point is one row.
 */
export function runToCsv(run: Run): string {
  const table = pointsTable(run.points, run.leftOut);
  const { environment } = run;
  const columns = [
    'runId',
    'startedAt',
    'os',
    'cpuModel',
    'cores',
    'runtime',
    'tlsLibrary',
    ...table.columns,
    'runFault',
  ];
  const runtime = `${environment.runtime.name} ${environment.runtime.version}`;
  const about = [run.id, run.startedAt, environment.os, environment.cpuModel, environment.cores, runtime];
  const points = table.rows.length === 0 && run.fault ? [table.columns.map(() => undefined)] : table.rows;
  const rows = points.map((row) => [...about, environment.runtime.tls, ...row, run.fault?.code]);
  return tableToCsv({ columns, rows });
}

/** One line per warning, those that invalidate a point first and by that word. */
function warningLines(points: readonly Point[]): string[] {
  const invalid = points.filter((point) => !isValid(point));
  const notResults = invalid.map(
    (point) => `- ${nameInRun(point)} is not a valid result: ${point.failedGates.join(', ')}`,
  );
  const warnings = points.flatMap((point) =>
    point.warnings.map(({ code, message }) => `- ${nameInRun(point)} ${code}: ${message}`),
  );
  return [...notResults, ...warnings];
}

/** The claims of the seeds beside what was measured, for a suite; a run of one configuration is held against none. */
function shapeLines(run: Run): string[] {
  return run.suite ? [...shapeOf(run.points).map((statement) => `- ${shapeText(statement)}`), ''] : [];
}

/** A line for each series that could not be measured, or not to the end, and under it what its engine wrote. */
function leftOutLines({ leftOut = [], points }: Run): string[] {
  const missing = neverMeasured(leftOut, points);
  return leftOut.flatMap((one) => {
    const { code, message, lastStderr = [] } = one.fault;
    return [
      `${missing.includes(one) ? 'Not measured' : 'Not measured to the end'} (${code}): ${message}`,
      ...(lastStderr.length === 0 ? [] : ['', '```', ...lastStderr, '```']),
      '',
    ];
  });
}

/**
 * A run as Markdown: what was asked, what ended it early, the table with what to doubt in it, and where it was measured.
 * A suite has its settings in the table, and how its shape compares with the published one under it.
 */
export function runToMarkdown(run: Run): string {
  const endedEarly = endedEarlyText(run);
  const first = run.suite ? undefined : run.points[0];
  const warnings = warningLines(run.points);
  const lines = [
    ...(first ? [settingsText(first), ''] : []),
    ...(endedEarly === undefined ? [] : [endedEarly, '']),
    ...leftOutLines(run),
    ...(run.suite?.cancelled ? ['The suite was cancelled: what was measured before is below.', ''] : []),
    tableToMarkdown(run.suite ? suiteTable(run) : summaryTable(run.points)),
    ...shapeLines(run),
    ...(warnings.length > 0 ? [...warnings, ''] : []),
    `${environmentText(run.environment)} · ${run.startedAt}`,
    '',
  ];
  return lines.join('\n');
}
