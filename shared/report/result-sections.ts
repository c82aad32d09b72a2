import { isValid, serverCpuUs } from '../comparison.ts';
import { groupBy } from '../group-by.ts';
import { LatencyHistogram } from '../latency.ts';
import { publishedFor } from '../published.ts';
import type { Figure, Point, Run } from '../result.ts';
import { seriesOf } from '../series.ts';
import { settingsText } from '../settings-text.ts';
import { suiteTable, validText } from '../suite-table.ts';
import { type Table, withInterval } from '../table.ts';
import { servingTierIds } from '../words.ts';
import {
  type BarRow,
  type Block,
  type Chart,
  list,
  notice,
  paragraph,
  type Section,
  tableBlock,
} from './blocks.ts';
import { type NamedPoint, namedPoints } from './point-names.ts';

const toBar = ({ label, point }: NamedPoint): BarRow => ({
  label,
  series: seriesOf(point),
  failedGates: point.failedGates,
});

function cpuChartOf(named: readonly NamedPoint[]): Chart {
  const rows = named.map((one) => {
    const tiers = servingTierIds.map((tier) => [tier, one.point.tiers[tier]?.cpuUsPerRequest?.mean] as const);
    const tierUs = Object.fromEntries(tiers.filter(([, us]) => us !== undefined));
    return { ...toBar(one), tierUs, servers: serverCpuUs(one.point) };
  });
  return { kind: 'cpu', title: 'CPU per request, µs', rows };
}

function rateChartOf(named: readonly NamedPoint[]): Chart {
  const rows = named.map((one) => ({ ...toBar(one), reqPerSec: one.point.reqPerSec }));
  return { kind: 'rate', title: 'Requests per second', rows };
}

/** The curve of a histogram; none of one that can't be read, which `lostCurves` says. */
function placesOf(hdr: string) {
  try {
    return new LatencyHistogram(hdr).curve();
  } catch {
    return [];
  }
}

function curveChartOf(named: readonly NamedPoint[], title: string): Chart[] {
  const rows = named.flatMap((one) => {
    const { latencyMs } = one.point;
    const places = latencyMs ? placesOf(latencyMs.hdr) : [];
    return latencyMs && places.length > 0 ? [{ ...toBar(one), latencyMs, places }] : [];
  });
  return rows.length > 0 ? [{ kind: 'curves', title, rows }] : [];
}

/** Says of which points the curve is missing although their percentiles are known. */
function lostCurves(named: readonly NamedPoint[]): Block[] {
  const lost = named.filter(({ point: { latencyMs } }) => latencyMs && placesOf(latencyMs.hdr).length === 0);
  if (lost.length === 0) return [];
  const names = lost.map(({ label }) => label).join(', ');
  return [notice(`The latency histogram of ${names} can't be read, so its curve is left out.`)];
}

/** Topologies of one workload over one network share a chart: others have latencies of another size. */
function curveCharts(named: readonly NamedPoint[]): Chart[] {
  const legs = [
    ...groupBy(named, ({ point: { workload, tls, network } }) => JSON.stringify([workload, tls, network])),
  ].map(([, leg]) => leg);
  return legs.flatMap((leg) => {
    const [first] = leg;
    const of = legs.length > 1 && first ? `: ${legName(first, legs)}` : '';
    return curveChartOf(leg, `Latency by percentile, ms${of}`);
  });
}

/** What the labels of a leg's points have in common. */
function legName({ label, point }: NamedPoint, legs: readonly (readonly NamedPoint[])[]): string {
  const rest = label.split(' ').slice(1).join(' ');
  return rest === '' ? `leg ${legs.findIndex((leg) => leg.some((one) => one.point === point)) + 1}` : rest;
}

const cpuColumns = [
  'client CPU (µs/request)',
  'proxy CPU (µs/request)',
  'proxy2 CPU (µs/request)',
  'app CPU (µs/request)',
  'servers CPU (µs/request)',
  'ratio',
  'published proxy (µs)',
  'published app (µs)',
  'valid',
] as const;

function cpuTable(named: readonly NamedPoint[]): Table {
  const { columns, rows } = suiteTable({ points: named.map(({ point }) => point) });
  const shown = cpuColumns.map((name) => columns.indexOf(name)).filter((at) => at >= 0);
  return {
    columns: ['point', ...shown.map((at) => columns[at] ?? '')],
    rows: rows.map((row, at) => [named[at]?.label, ...shown.map((column) => row[column])]),
  };
}

const p50Of = ({ latencyMs }: Point): Figure | undefined =>
  latencyMs && { mean: latencyMs.p50, ci95: latencyMs.p50Ci95 };

function speedTable(named: readonly NamedPoint[]): Table {
  return {
    columns: [
      'point',
      'requests/s',
      'p50 (ms)',
      'p90 (ms)',
      'p99 (ms)',
      'p99.9 (ms)',
      'max (ms)',
      'published p50 (ms)',
      'requests',
      'errors',
      'valid',
    ],
    rows: named.map(({ label, point }) => [
      label,
      withInterval(point.reqPerSec),
      withInterval(p50Of(point)),
      point.latencyMs?.p90,
      point.latencyMs?.p99,
      point.latencyMs?.p999,
      point.latencyMs?.max,
      publishedFor(point)?.p50Ms,
      point.requests,
      point.errors.total,
      validText(point),
    ]),
  };
}

function resultBlocks(points: readonly Point[]): Block[] {
  const named = namedPoints(points);
  const grey = named.flatMap(({ point }, at) => (isValid(point) ? [] : [at]));
  const settings = [...new Set(named.map(({ point }) => settingsText(point)))];
  const [only] = settings;
  return [
    ...(settings.length === 1 && only !== undefined ? [paragraph(only)] : list(settings)),
    { kind: 'charts', charts: [cpuChartOf(named)] },
    ...tableBlock('CPU of each tier per request, and the servers’ cost as a multiple', cpuTable(named), grey),
    { kind: 'charts', charts: curveCharts(named) },
    ...lostCurves(named),
    { kind: 'charts', charts: [rateChartOf(named)] },
    ...tableBlock('Throughput and latency', speedTable(named), grey),
  ];
}

/** What was measured: a section for each experiment of a suite, or one for a run of one configuration. */
export function resultSections({ points }: Run): Section[] {
  return [...groupBy(points, ({ experiment }) => experiment)].map(([experiment, own]) => ({
    heading: experiment === undefined ? 'Results' : `Experiment ${experiment}`,
    blocks: resultBlocks(own),
  }));
}
