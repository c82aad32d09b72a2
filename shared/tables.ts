import type { Reuse } from './config.ts';
import type { Environment, Figure, Point, Run } from './result.ts';
import { tiersOf } from './topologies.ts';
import { formatBytes, formatNumber } from './units.ts';
import { type Tier, tierIds } from './words.ts';

export type Cell = string | number | undefined;

/** Rows under named columns. A cell that was not measured is undefined and stays empty. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** One field by RFC 4180 §2: quoted when it holds a comma, a quote or a line break. */
function csvField(cell: Cell): string {
  const text = cell === undefined ? '' : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table as CSV (RFC 4180: header line, CRLF). Numbers are written in full, with a point, whatever the language. */
export function tableToCsv(table: Table): string {
  return [table.columns, ...table.rows].map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

function markdownCell(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return formatNumber(cell, 'en');
  return cell
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replace(/\s*\n\s*/g, ' ');
}

/** A table as Markdown (GitHub's pipes); numbers are rounded for reading and right-aligned. */
export function tableToMarkdown(table: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const isNumeric = table.columns.map((_, at) => table.rows.some((row) => typeof row[at] === 'number'));
  const rule = line(isNumeric.map((numeric) => (numeric ? '---:' : '---')));
  const rows = table.rows.map((row) => line(table.columns.map((_, at) => markdownCell(row[at]))));
  return [line(table.columns), rule, ...rows, ''].join('\n');
}

/** Connection reuse as a word of the command line: `keep-alive`, `new`, or the number of requests per connection. */
export function reuseText(reuse: Reuse): string {
  return typeof reuse === 'number' ? String(reuse) : reuse;
}

const figureCells = (name: string, figure: Figure | undefined): [string, Cell][] => [
  [`${name}_mean`, figure?.mean],
  [`${name}_ci95Low`, figure?.ci95?.[0]],
  [`${name}_ci95High`, figure?.ci95?.[1]],
];

function tierCells(point: Point, tier: Tier): [string, Cell][] {
  const figures = point.tiers[tier];
  return [
    ...figureCells(`${tier}_cpuUsPerRequest`, figures?.cpuUsPerRequest),
    [`${tier}_utilisationCores`, figures?.utilisation],
    [`${tier}_rssBytes`, figures?.rssBytes],
    [`${tier}_requests`, figures?.requests],
  ];
}

/** Handshakes since the configuration began, and those in the measured windows: only the latter go with requests. */
function handshakeCells(point: Point, end: 'first' | 'last'): [string, Cell][] {
  const inner = point.hops.length > 1 ? point.hops.at(-1) : undefined;
  const hop = end === 'first' ? point.hops[0] : inner;
  const name = end === 'first' ? 'outerHop' : 'innerHop';
  return [
    [`${name}_tlsVersion`, hop?.tlsVersion],
    [`${name}_cipher`, hop?.cipher],
    [`${name}_alpn`, hop?.alpn],
    [`${name}_fullHandshakes`, hop?.handshakes?.full],
    [`${name}_resumedHandshakes`, hop?.handshakes?.resumed],
    [`${name}_measuredFullHandshakes`, hop?.measuredHandshakes?.full],
    [`${name}_measuredResumedHandshakes`, hop?.measuredHandshakes?.resumed],
  ];
}

/** Every column of a point, with its unit in the name. Tiers and hops that are not on the path leave theirs empty. */
export function pointCells(point: Point): [column: string, cell: Cell][] {
  const { workload, tls, latencyMs } = point;
  return [
    ['topology', point.topology],
    ['appEngine', `${point.engines.app.name} ${point.engines.app.version}`],
    ['proxyEngine', point.engines.proxy && `${point.engines.proxy.name} ${point.engines.proxy.version}`],
    ['bodyBytes', workload.bodyBytes],
    ['method', workload.method],
    ['reuse', reuseText(workload.reuse)],
    ['connections', workload.connections],
    ['protocol', workload.protocol],
    ['streamsPerConnection', workload.streamsPerConnection],
    ['tlsVersionAsked', tls.version],
    ['keyType', tls.key],
    ['resumption', tls.resumption ? 'on' : 'off'],
    ['innerRttMs', point.network.innerRttMs],
    ['outerRttMs', point.network.outerRttMs],
    ['measuredS', point.measuredS],
    ['slices', point.slices],
    ['requests', point.requests],
    ['errors', point.errors.total],
    ...figureCells('reqPerSec', point.reqPerSec),
    ['p50Ms', latencyMs?.p50],
    ['p90Ms', latencyMs?.p90],
    ['p99Ms', latencyMs?.p99],
    ['p999Ms', latencyMs?.p999],
    ['maxMs', latencyMs?.max],
    ...tierIds.flatMap((tier) => tierCells(point, tier)),
    ...figureCells('servers_cpuUsPerRequest', point.serverCpuUsPerRequest),
    ['app_httpVersion', point.tiers.app?.httpVersion],
    ...handshakeCells(point, 'first'),
    ...handshakeCells(point, 'last'),
    ['warnings', point.warnings.map((warning) => warning.code).join(' ') || undefined],
  ];
}

/** All columns, one row per point: for CSV and for other programs. */
export function pointsTable(points: readonly Point[]): Table {
  const cells = points.map(pointCells);
  const columns = cells[0]?.map(([column]) => column) ?? [];
  return { columns, rows: cells.map((row) => row.map(([, cell]) => cell)) };
}

function withInterval(figure: Figure | undefined): Cell {
  if (!figure) return undefined;
  const mean = formatNumber(figure.mean, 'en');
  if (!figure.ci95) return mean;
  return `${mean} ± ${formatNumber((figure.ci95[1] - figure.ci95[0]) / 2, 'en')}`;
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
    'warnings',
  ];
  const rows = points.map((point) => [
    point.topology,
    ...tiers.map((tier) => withInterval(point.tiers[tier]?.cpuUsPerRequest)),
    withInterval(point.reqPerSec),
    point.latencyMs?.p50,
    point.latencyMs?.p99,
    point.errors.total,
    point.warnings.map((warning) => warning.code).join(', '),
  ]);
  return { columns, rows };
}

/** What was asked for, in one line: body, method, reuse, connections, protocol, TLS. */
export function settingsText(point: Pick<Point, 'workload' | 'tls'>): string {
  const { workload, tls } = point;
  const reuse = typeof workload.reuse === 'number' ? `${workload.reuse} requests/connection` : workload.reuse;
  const protocol =
    workload.protocol === 'h2' ? `HTTP/2 × ${workload.streamsPerConnection} streams` : 'HTTP/1.1';
  return [
    `${workload.method} ${formatBytes(workload.bodyBytes, 'en')}`,
    reuse,
    `${workload.connections} connections`,
    protocol,
    `TLS ${tls.version}, ${tls.key}, resumption ${tls.resumption ? 'on' : 'off'}`,
  ].join(' · ');
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
 * A run as CSV: one row per point, every column, the environment and the code of the fault that ended the run early
 * repeated so that each row stands alone. A run that failed before its first point is one row.
 */
export function runToCsv(run: Run): string {
  const table = pointsTable(run.points);
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
  const points = table.rows.length === 0 && run.fault ? [[]] : table.rows;
  const rows = points.map((row) => [...about, environment.runtime.tls, ...row, run.fault?.code]);
  return tableToCsv({ columns, rows });
}

/** A run as Markdown: what was asked, what ended it early, the summary table with what to doubt in it, and where. */
export function runToMarkdown(run: Run): string {
  const first = run.points[0];
  const warnings = run.points.flatMap(({ topology, warnings }) =>
    warnings.map(({ code, message }) => `- ${topology} ${code}: ${message}`),
  );
  const lines = [
    ...(first ? [settingsText(first), ''] : []),
    ...(run.fault ? [`Ended early (${run.fault.code}): ${run.fault.message}`, ''] : []),
    tableToMarkdown(summaryTable(run.points)),
    ...(warnings.length > 0 ? [...warnings, ''] : []),
    `${environmentText(run.environment)} · ${run.startedAt}`,
    '',
  ];
  return lines.join('\n');
}
