import { defaultConfig } from '../../../shared/config.ts';
import { variantsOf } from '../../../shared/experiments.ts';
import type { TermName } from '../../../shared/planner/model.ts';
import { rowOf } from '../../../shared/planner/regressors.ts';
import type { Point, Run } from '../../../shared/result.ts';
import { studentT95 } from '../../../shared/stats.ts';
import type { TopologyId } from '../../../shared/topologies.ts';
import { usualTopologies } from '../../../shared/topologies.ts';
import { type ServingTier, servingTierIds } from '../../../shared/words.ts';
import { figure, pointWith } from '../../renderer/figures.ts';
import { suiteRun } from '../suite-points.ts';

/** TEST CODE: points of experiment P whose tiers cost what known coefficients say, with noise of unequal size. */

export type Costs = Readonly<Partial<Record<TermName, number>>>;
export type Truth = Readonly<Partial<Record<TopologyId, Partial<Record<ServingTier, Costs>>>>>;

/** About what was measured on two cores of an EPYC; T1 and T2 cross at a third of new connections. */
export const truth: Truth = {
  T0: { app: { base: 24, perByte: 0.0003, connection: 80, churn: 20 } },
  T1: { app: { base: 36, perByte: 0.0009, full: 680, resumed: 480, churn: 20 } },
  T2: {
    proxy: { base: 65, perByte: 0.0015, full: 420, resumed: 270, churn: 60 },
    app: { base: 32, perByte: 0.0003, connection: 30, churn: 40 },
  },
  T3: {
    proxy: { base: 120, perByte: 0.003, full: 460, resumed: 310, churn: 40 },
    app: { base: 50, perByte: 0.001, connection: 60, churn: 30 },
  },
};

const SLICES = 12;

/** Handshakes on hops with the client, as they were counted: none where connections are kept. */
function counted(point: Point): Point {
  const { workload, tls, requests } = point;
  const perRequest = workload.reuse === 'new' ? 1 : workload.reuse === 'keep-alive' ? 0 : 1 / workload.reuse;
  const made = Math.round(requests * perRequest);
  const measuredHandshakes = tls.resumption ? { full: 0, resumed: made } : { full: made, resumed: 0 };
  const none = { full: 0, resumed: 0 };
  const hops = point.hops.map((hop) => {
    if (hop.security === 'plaintext') return hop;
    return { ...hop, measuredHandshakes: hop.from === 'client' ? measuredHandshakes : none };
  });
  return { ...point, hops };
}

function costOf(point: Point, tier: ServingTier, costs: Costs): number {
  const regressors = rowOf(
    { ...point, tiers: { ...point.tiers, [tier]: withCost(point, tier, 1, 1) } },
    tier,
  )?.regressors;
  if (regressors === undefined) throw new RangeError('a made point has every tier');
  return Object.entries(regressors).reduce((sum, [name, count]) => {
    const us = Object.entries(costs).find(([term]) => term === name)?.[1] ?? 0;
    return sum + us * count;
  }, 0);
}

function withCost(point: Point, tier: ServingTier, us: number, sdUs: number) {
  const known = point.tiers[tier];
  if (known === undefined) throw new RangeError(`${point.topology} has no ${tier}`);
  return { ...known, requests: point.requests, cpuUsPerRequest: figure(us, sdUs * studentT95(SLICES - 1)) };
}

/** @param normal noise, in standard errors of 2 to 8 % of each figure; none if absent */
export function madePoints(costs: Truth = truth, normal: () => number = () => 0): Point[] {
  const variants = variantsOf('P', { topologies: [...usualTopologies], proxies: ['builtin'], quick: false });
  return variants.map(({ topology, workload, tls, network }, at): Point => {
    const bare = pointWith(topology, {}, { ...defaultConfig, topology, workload, tls, network });
    let point = counted({
      ...bare,
      experiment: 'P',
      workload,
      tls,
      network,
      requests: 10_000,
      slices: SLICES,
    });
    for (const tier of servingTierIds) {
      if (point.tiers[tier] === undefined) continue;
      const us = costOf(point, tier, costs[topology]?.[tier] ?? {});
      const sdUs = us * (0.02 + 0.02 * (at % 4));
      const measured = withCost(point, tier, us + sdUs * normal(), sdUs);
      point = { ...point, tiers: { ...point.tiers, [tier]: measured } };
    }
    return point;
  });
}

export const runWith = (points: readonly Point[]): Run => ({ ...suiteRun, points: [...points] });
