import { serverCpuUs } from '../comparison.ts';
import type { PublishedRow } from '../published.ts';
import type { Figure, Point } from '../result.ts';
import { sumFigures } from '../stats.ts';
import { hopsOf } from '../topologies.ts';
import type { Tier } from '../words.ts';

/** What two points are compared by; its name ends in its unit, `µs` of CPU per request where it is CPU. */
export const measureIds = [
  'serversUs',
  'proxyUs',
  'proxy2Us',
  'appUs',
  'clientUs',
  'reqPerSec',
  'p50Ms',
  'p99Ms',
] as const;
export type MeasureId = (typeof measureIds)[number];

const tierUs =
  (tier: Tier) =>
  ({ tiers }: Point): Figure | undefined =>
    tiers[tier]?.cpuUsPerRequest;

const readers: Readonly<Record<MeasureId, (point: Point) => Figure | undefined>> = {
  serversUs: serverCpuUs,
  proxyUs: tierUs('proxy'),
  proxy2Us: tierUs('proxy2'),
  appUs: tierUs('app'),
  clientUs: tierUs('client'),
  // An open loop is asked for its rate: that it was reached is a gate and no result.
  reqPerSec: ({ workload, reqPerSec }) => (workload.load.kind === 'open' ? undefined : reqPerSec),
  p50Ms: ({ latencyMs }) => latencyMs && { mean: latencyMs.p50, ci95: latencyMs.p50Ci95 },
  // No interval is known of it.
  p99Ms: ({ latencyMs }) => latencyMs && { mean: latencyMs.p99 },
};

/** A figure of a point; undefined when it was not measured, or has no meaning there. */
export const measured = (point: Point, measure: MeasureId): Figure | undefined => readers[measure](point);

const exactly = (value: number | undefined): Figure | undefined =>
  value === undefined ? undefined : { mean: value };

/** CPU of all servers is only known where that of each is. */
function publishedServersUs({ place, figures }: PublishedRow): Figure | undefined {
  const parts = hopsOf(place.topology).map(({ to }) => (to === 'proxy2' ? undefined : figures[`${to}Us`]));
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? sumFigures(known.map((mean) => ({ mean }))) : undefined;
}

/** A figure as the seeds published it, which is without an interval. */
export function publishedMeasure(row: PublishedRow, measure: MeasureId): Figure | undefined {
  if (measure === 'serversUs') return publishedServersUs(row);
  return measure === 'proxy2Us' ? undefined : exactly(row.figures[measure]);
}
