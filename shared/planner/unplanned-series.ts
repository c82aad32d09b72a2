import { groupBy } from '../group-by.ts';
import type { Run } from '../result.ts';
import { compareSeries, seriesName, seriesOf } from '../series.ts';
import type { Protocol } from '../words.ts';
import type { SeriesModel } from './model.ts';

/** A series that was measured, and of which no point could be planned with. */
export interface UnplannedSeries {
  readonly name: string;
  readonly points: number;
}

/** Series of a protocol that a run has points of and the plan has no model of, in display order. */
export function unplannedSeries(
  { points }: Pick<Run, 'points'>,
  protocol: Protocol,
  models: readonly SeriesModel[],
): UnplannedSeries[] {
  const own = points.filter(({ workload }) => workload.protocol === protocol);
  const planned = new Set(models.map(({ name }) => name));
  return [...groupBy(own, (point) => seriesName(seriesOf(point))).values()]
    .flatMap((all) => (all[0] ? [{ series: seriesOf(all[0]), points: all.length }] : []))
    .toSorted((a, b) => compareSeries(a.series, b.series))
    .map(({ series, points: count }) => ({ name: seriesName(series), points: count }))
    .filter(({ name }) => !planned.has(name));
}
