import { defaultConfig } from '../../shared/config.ts';
import { usualExperiments } from '../../shared/experiment-ids.ts';
import { variantsOf } from '../../shared/experiments.ts';
import { type Place, placeOf, publishedFor } from '../../shared/published.ts';
import type { Figure, Point, Run } from '../../shared/result.ts';
import { usualTopologies } from '../../shared/topologies.ts';
import { figure, pointWith } from '../renderer/figures.ts';

/** TEST CODE: points of a whole suite whose figures are the published ones, so that all of its claims hold. */

const narrow = (us: number | undefined): Figure | undefined =>
  us === undefined ? undefined : figure(us, us / 100);

function withPublished(point: Point): Point {
  const { appUs, proxyUs, p50Ms = 1, reqPerSec = 1000, httpVersion = '1.1' } = publishedFor(point) ?? {};
  const { app, proxy } = point.tiers;
  const { latencyMs } = point;
  return {
    ...point,
    reqPerSec: figure(reqPerSec, reqPerSec / 100),
    latencyMs: latencyMs && { ...latencyMs, p50: p50Ms, p50Ci95: [p50Ms * 0.99, p50Ms * 1.01] },
    tiers: {
      ...point.tiers,
      app: app && { ...app, cpuUsPerRequest: narrow(appUs), httpVersion },
      ...(proxy ? { proxy: { ...proxy, cpuUsPerRequest: narrow(proxyUs) } } : {}),
    },
  };
}

/** All points of a full suite, measured as published. */
export const suitePoints: readonly Point[] = usualExperiments.flatMap((experiment) =>
  variantsOf(experiment, { topologies: [...usualTopologies], proxies: ['builtin'], quick: false }).map(
    ({ topology, workload, tls, network }) => {
      const config = { ...defaultConfig, topology, workload, tls, network };
      const point = pointWith(topology, {}, config);
      return withPublished({ ...point, experiment, workload, tls, network });
    },
  ),
);

/** The suite with some of its points changed. */
export function suiteWith(where: Partial<Place>, change: (point: Point) => Point): Point[] {
  return suitePoints.map((point) => {
    const place: Partial<Place> = placeOf(point) ?? {};
    const isMeant = JSON.stringify({ ...place, ...where }) === JSON.stringify(place);
    return isMeant ? change(point) : point;
  });
}

export const suiteRun: Run = {
  schema: 'tls-cost-lab/run@1',
  id: 's1',
  startedAt: '2026-12-01T00:00:00Z',
  durationS: 140,
  environment: {
    os: 'Linux',
    cpuModel: 'Some CPU',
    cores: 2,
    memoryBytes: 2 ** 34,
    aes: true,
    runtime: { name: 'node', version: '20.20.2', tls: 'OpenSSL 3.0.19' },
  },
  points: [...suitePoints],
  suite: { experiments: [...usualExperiments], quick: false, cancelled: false },
};
