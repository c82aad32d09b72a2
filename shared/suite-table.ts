import { baselineFor, costRatio, isValid, sameConditions, serverCpuUs } from './comparison.ts';
import { publishedFor } from './published.ts';
import type { Figure, Point, Run } from './result.ts';
import { pointName } from './series.ts';
import { workloadText } from './settings-text.ts';
import { type Cell, type Table, withInterval } from './table.ts';
import { tiersOf } from './topologies.ts';
import { formatNumber, type Language } from './units.ts';
import { tierIds } from './words.ts';

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

type Column = readonly [name: string, read: (point: Point) => Cell];

/** CPU of each tier on the path of some point: a mesh has two proxies. */
function tierColumns(points: readonly Point[], language: Language): Column[] {
  const onSomePath = tierIds.filter((tier) =>
    points.some(({ topology }) => tiersOf(topology).includes(tier)),
  );
  return onSomePath.map((tier) => [
    `${tier} CPU (µs/request)`,
    ({ tiers }) => withInterval(tiers[tier]?.cpuUsPerRequest, language),
  ]);
}

function columnsFor(points: readonly Point[], words: SuiteTableWords): Column[] {
  const write = (figure: Figure | undefined) => withInterval(figure, words.language);
  return [
    ['run', ({ experiment }) => experiment],
    ['settings', ({ workload, network }) => workloadText(workload, network)],
    ['topology', pointName],
    ...tierColumns(points, words.language),
    ['servers CPU (µs/request)', (point) => write(serverCpuUs(point))],
    ['ratio', (point) => ratioCell(point, points, words)],
    ['requests/s', ({ reqPerSec }) => write(reqPerSec)],
    ['p50 (ms)', ({ latencyMs }) => latencyMs?.p50],
    ['p99 (ms)', ({ latencyMs }) => latencyMs?.p99],
    ['published proxy (µs)', (point) => publishedFor(point)?.proxyUs],
    ['published app (µs)', (point) => publishedFor(point)?.appUs],
    ['published p50 (ms)', (point) => publishedFor(point)?.p50Ms],
    ['valid', validText],
    ['warnings', doubtText],
  ];
}

/** A suite as a table that a person reads: one row per point, the seeds' published figures beside the measured ones. */
export function suiteTable({ points }: Pick<Run, 'points'>, words: SuiteTableWords = english): Table {
  const columns = columnsFor(points, words);
  return {
    columns: columns.map(([name]) => name),
    rows: points.map((point) => columns.map(([, read]) => read(point))),
  };
}
