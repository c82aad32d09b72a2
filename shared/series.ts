import { z } from 'zod';
import type { Point } from './result.ts';
import { topologyIds } from './topologies.ts';
import { type Engine, engines } from './words.ts';

/** What is drawn as one bar or one line: a topology with what plays its proxy. */
export const seriesSchema = z.object({
  topology: z.enum(topologyIds),
  /** `builtin` also where there is no proxy. */
  proxy: z.enum(engines),
});
export type Series = z.infer<typeof seriesSchema>;

/** `T2`, or `T2·nginx` where the proxy is not the lab's own. Different for different series. */
export function seriesName({ topology, proxy }: Series): string {
  return proxy === 'builtin' ? topology : `${topology}·${proxy}`;
}

/** The engine that played a point's proxy; `builtin` where there is none. */
export const proxyOf = ({ engines: played }: Pick<Point, 'engines'>): Engine =>
  engines.find((engine) => engine === played.proxy?.name) ?? 'builtin';

export function seriesOf(point: Pick<Point, 'topology' | 'engines'>): Series {
  return { topology: point.topology, proxy: proxyOf(point) };
}

/** The name under which a point is shown. */
export const pointName = (point: Pick<Point, 'topology' | 'engines'>): string => seriesName(seriesOf(point));

/** The name of a point among all of its run's: in a suite with its experiment. */
export const nameInRun = (point: Pick<Point, 'experiment' | 'topology' | 'engines'>): string =>
  `${point.experiment ?? ''} ${pointName(point)}`.trim();

/** A series with its name, as rows of charts carry it. */
export interface NamedSeries extends Series {
  readonly name: string;
}

export const named = (series: Series): NamedSeries => ({ ...series, name: seriesName(series) });

/** Order in which series are shown: by topology, and within one by engine. */
export function compareSeries(a: Series, b: Series): number {
  return (
    topologyIds.indexOf(a.topology) - topologyIds.indexOf(b.topology) ||
    engines.indexOf(a.proxy) - engines.indexOf(b.proxy)
  );
}
