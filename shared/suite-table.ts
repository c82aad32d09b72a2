import { baselineFor, costRatio, isValid, sameConditions, serverCpuUs } from './comparison.ts';
import { publishedFor } from './published.ts';
import type { Figure, Point, Run } from './result.ts';
import { pointName } from './series.ts';
import { workloadText } from './settings-text.ts';
import { type Cell, type Table, withInterval } from './table.ts';
import { formatNumber, type Language } from './units.ts';

/** Whether a point may stand as a result, in the words of a table: an invalid one names what it fails. */
export function validText(point: Point): string {
  return isValid(point) ? 'yes' : `NO: ${point.failedGates.join(', ')}`;
}

/** Names of the warnings that are no failed gates, for those stand in their own column. */
export function doubtText({ warnings, failedGates }: Point): string {
  return warnings
    .map(({ code }) => code)
    .filter((code) => !failedGates.includes(code))
    .join(', ');
}

/** What a cell says beyond figures. */
export interface SuiteTableWords {
  readonly language: Language;
  readonly noDifference: (baseline: string) => string;
}

/** Terminal and exports speak English. */
const english: SuiteTableWords = {
  language: 'en',
  noDifference: (baseline) => `no measurable difference to ${baseline}`,
};

/**
 * The cost as a multiple of the baseline's: `6.1× T1 (5.8–6.4)`, and `1` for a baseline that others are held against.
 * Nothing for invalid points and for those that have no peer.
 */
function ratioCell(point: Point, points: readonly Point[], words: SuiteTableWords): Cell {
  const baseline = isValid(point) ? baselineFor(point, points) : undefined;
  if (baseline === undefined) return undefined;
  if (baseline === point) return points.some((other) => isHeldAgainst(other, point)) ? '1' : undefined;
  const times = costRatio(point, baseline);
  if (times === undefined) return undefined;
  const write = (value: number) => formatNumber(value, words.language);
  if (!times.ci95) return `${write(times.mean)}× ${pointName(baseline)}`;
  const [low, high] = times.ci95;
  const interval = `(${write(low)}–${write(high)})`;
  if (low <= 1 && high >= 1) return `${words.noDifference(pointName(baseline))} ${interval}`;
  return `${write(times.mean)}× ${pointName(baseline)} ${interval}`;
}

const isHeldAgainst = (other: Point, baseline: Point): boolean =>
  other !== baseline && isValid(other) && sameConditions(other, baseline);

const columns = [
  'run',
  'settings',
  'topology',
  'client CPU (µs/request)',
  'proxy CPU (µs/request)',
  'app CPU (µs/request)',
  'servers CPU (µs/request)',
  'ratio',
  'requests/s',
  'p50 (ms)',
  'p99 (ms)',
  'published proxy (µs)',
  'published app (µs)',
  'published p50 (ms)',
  'valid',
  'warnings',
] as const;

function rowOf(point: Point, points: readonly Point[], words: SuiteTableWords): Cell[] {
  const { tiers, latencyMs } = point;
  const published = publishedFor(point);
  const write = (figure: Figure | undefined) => withInterval(figure, words.language);
  return [
    point.experiment,
    workloadText(point.workload, point.network),
    pointName(point),
    write(tiers.client?.cpuUsPerRequest),
    write(tiers.proxy?.cpuUsPerRequest),
    write(tiers.app?.cpuUsPerRequest),
    write(serverCpuUs(point)),
    ratioCell(point, points, words),
    write(point.reqPerSec),
    latencyMs?.p50,
    latencyMs?.p99,
    published?.proxyUs,
    published?.appUs,
    published?.p50Ms,
    validText(point),
    doubtText(point),
  ];
}

/** A suite as a table that a person reads: one row per point, the seeds' published figures beside the measured ones. */
export function suiteTable({ points }: Pick<Run, 'points'>, words: SuiteTableWords = english): Table {
  return { columns, rows: points.map((point) => rowOf(point, points, words)) };
}
