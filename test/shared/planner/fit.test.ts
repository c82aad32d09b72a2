import { describe, expect, it } from 'vitest';
import { fitCostModels } from '../../../shared/planner/cost-model.ts';
import { fitTier } from '../../../shared/planner/fit-tier.ts';
import type { TermName } from '../../../shared/planner/model.ts';
import { rowOf } from '../../../shared/planner/regressors.ts';
import type { Point } from '../../../shared/result.ts';
import type { TopologyId } from '../../../shared/topologies.ts';
import type { ServingTier } from '../../../shared/words.ts';
import { normals } from '../noise.ts';
import { madePoints, runWith, truth } from './made-points.ts';

function modelOf(points: readonly Point[], topology: TopologyId, tier: ServingTier) {
  const rows = points
    .filter((point) => point.topology === topology)
    .map((point) => rowOf(point, tier))
    .filter((row) => row !== undefined);
  return fitTier(tier, rows, []).model;
}

const fitted = [
  ['T0', 'app', ['base', 'perByte', 'connection', 'churn']],
  ['T1', 'app', ['base', 'perByte', 'full', 'resumed', 'churn']],
  ['T2', 'proxy', ['base', 'perByte', 'full', 'resumed', 'churn']],
  ['T2', 'app', ['base', 'perByte', 'connection', 'churn']],
] as const;

describe('known costs', () => {
  const draws = Array.from({ length: 100 }, (_, seed) => madePoints(truth, normals(seed * 7919 + 1)));

  it.each(fitted)('of %s, %s, lie within their intervals in 93 of 100 draws', (topology, tier, names) => {
    const models = draws.map((points) => modelOf(points, topology, tier));
    for (const name of names) {
      const us = truth[topology]?.[tier]?.[name] ?? Number.NaN;
      const held = models.filter(({ terms: { [name]: term } }) => {
        return term.state === 'fitted' && term.ci95[0] <= us && us <= term.ci95[1];
      });
      expect(held.length, name).toBeGreaterThanOrEqual(93);
    }
  });

  it('are found exactly where nothing is left to chance', () => {
    for (const { model } of fitCostModels(runWith(madePoints()))) {
      for (const { tier, terms, points } of model.tiers) {
        for (const [name, us] of Object.entries(truth[model.topology]?.[tier] ?? {})) {
          const term = Object.entries(terms).find(([other]) => other === name)?.[1];
          expect(term?.state === 'fitted' ? term.us / us : term, `${model.name} ${tier} ${name}`).toBeCloseTo(
            1,
            6,
          );
        }
        for (const { leftOut } of points) expect(Math.abs(leftOut?.errorShare ?? 0)).toBeLessThan(1e-6);
      }
    }
  });
});

describe('a term', () => {
  const stateOf = (points: readonly Point[], topology: TopologyId, tier: ServingTier, name: TermName) =>
    modelOf(points, topology, tier).terms[name].state;
  const all = madePoints();

  it('that occurs along with another only is folded into it, and one without a part is none', () => {
    expect(stateOf(all, 'T1', 'app', 'connection')).toBe('folded');
    expect(stateOf(all, 'T2', 'app', 'full')).toBe('none');
    expect(stateOf(all, 'T3', 'app', 'full')).toBe('none');
    expect(stateOf(all, 'T0', 'app', 'resumed')).toBe('none');
  });

  it('that no point has is unknown, with a reference that says whose it is', () => {
    const kept = all.filter(({ workload }) => workload.reuse === 'keep-alive');
    expect(modelOf(kept, 'T1', 'app').terms.full).toMatchObject({
      state: 'unknown',
      reference: { where: expect.stringContaining('EPYC') },
    });
    expect(stateOf(kept, 'T2', 'app', 'connection')).toBe('unknown');
    const small = all.filter(({ workload }) => workload.bodyBytes === 256);
    expect(stateOf(small, 'T1', 'app', 'perByte')).toBe('unknown');
    const neverResumed = all.filter(
      ({ tls, workload }) => !tls.resumption || workload.reuse === 'keep-alive',
    );
    expect(stateOf(neverResumed, 'T1', 'app', 'resumed')).toBe('unknown');
  });

  it('that two shares of new connections can not tell from connections is folded into them', () => {
    const ends = all.filter(({ workload: { reuse } }) => reuse === 'keep-alive' || reuse === 'new');
    expect(stateOf(ends, 'T0', 'app', 'churn')).toBe('folded');
    expect(stateOf(ends, 'T2', 'proxy', 'churn')).toBe('folded');
    expect(stateOf(all, 'T2', 'proxy', 'churn')).toBe('fitted');
  });

  it('that leaves only traces beside another is not made up of them', () => {
    const resumed = all
      .filter(({ tls, workload }) => tls.resumption || workload.reuse === 'keep-alive')
      .map((point) => withHandshakes(point, 0.02));
    expect(stateOf(resumed, 'T1', 'app', 'resumed')).toBe('fitted');
    expect(stateOf(resumed, 'T1', 'app', 'full')).toBe('unknown');
  });

  it('is never below 0', () => {
    const free = { ...truth, T1: { app: { base: 36, perByte: 0, full: 700, resumed: 500 } } };
    const states = [1, 2, 3, 4, 5, 6].map(
      (seed) => modelOf(madePoints(free, normals(seed)), 'T1', 'app').terms.perByte,
    );
    const costs = states.map((term) => (term.state === 'fitted' ? term.us : Number.NaN));
    expect(Math.min(...costs)).toBe(0);
  });
});

/** As if a share of the resumed handshakes had been full after all. */
function withHandshakes(point: Point, share: number): Point {
  const hops = point.hops.map((hop) => {
    const made = hop.measuredHandshakes;
    if (made === undefined) return hop;
    const full = made.resumed * share;
    return { ...hop, measuredHandshakes: { full, resumed: made.resumed - full } };
  });
  return { ...point, hops };
}

describe('points that lie off the model', () => {
  it('widen the intervals, and are shown with how far they are off', () => {
    const off = madePoints().map((point, at): Point => {
      const { app } = point.tiers;
      const us = app?.cpuUsPerRequest;
      if (!app || !us?.ci95) return point;
      const factor = at % 2 === 0 ? 1.3 : 0.75;
      const cpuUsPerRequest = { mean: us.mean * factor, ci95: us.ci95.map((end) => end * factor) };
      return {
        ...point,
        tiers: {
          ...point.tiers,
          app: {
            ...app,
            cpuUsPerRequest: {
              mean: cpuUsPerRequest.mean,
              ci95: [cpuUsPerRequest.ci95[0] ?? 0, cpuUsPerRequest.ci95[1] ?? 0],
            },
          },
        },
      };
    });
    const width = (points: readonly Point[]) => {
      const { base } = modelOf(points, 'T1', 'app').terms;
      return base.state === 'fitted' ? base.ci95[1] - base.ci95[0] : Number.NaN;
    };
    expect(modelOf(off, 'T1', 'app').misfitShare).toBeGreaterThan(0.1);
    expect(width(off)).toBeGreaterThan(1.5 * width(madePoints()));
  });

  const withGate = (code: Point['failedGates'][number]) =>
    madePoints().map((point, at): Point => (at < 2 ? { ...point, failedGates: [code] } : point));

  it('of a failed gate take no part', () => {
    const [first] = fitCostModels(runWith(withGate('errors')));
    expect(first?.model).toMatchObject({ name: 'T0', pointsLeftOut: 1, pointsOfCpuAlone: 0 });
  });

  it('whose pace the generator set do: what a request costs the servers stands', () => {
    const [first] = fitCostModels(runWith(withGate('client-saturated')));
    expect(first?.model).toMatchObject({ name: 'T0', pointsLeftOut: 0, pointsOfCpuAlone: 1 });
  });
});
