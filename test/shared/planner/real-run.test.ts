import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fitCostModels } from '../../../shared/planner/cost-model.ts';
import type { FittedPoint, SeriesModel, TermName } from '../../../shared/planner/model.ts';
import { planWith } from '../../../shared/planner/plan-document.ts';
import { usualTraffic } from '../../../shared/planner/traffic.ts';
import { readRun } from '../../../shared/read-run.ts';
import type { ServingTier } from '../../../shared/words.ts';

/** Experiments D and P as the command line measured them on two cores of an EPYC, kept as they came. */
const file = new URL('../../fixtures/runs/planner-suite.json', import.meta.url);
const { run } = readRun('planner-suite.json', readFileSync(file, 'utf8'));
const models = fitCostModels(run);

function costOf(name: string, tier: ServingTier, term: TermName): number {
  const found = models.find(({ model }) => model.name === name)?.model.tiers.find((one) => one.tier === tier);
  const { us } = found?.terms[term].state === 'fitted' ? found.terms[term] : { us: Number.NaN };
  return us;
}

/** Points that others lie around: not the corners, for which a model without them would have to extrapolate. */
function isInside(
  { range: { bodyBytes: sizes, connectionsPerRequest: shares } }: SeriesModel,
  { bodyBytes, connectionsPerRequest: opened }: FittedPoint,
): boolean {
  const isFirst = bodyBytes === sizes[0] && opened === shares[0];
  return !isFirst && bodyBytes < sizes[1] && opened < 0.9 * shares[1];
}

const errorsOf = (series: SeriesModel): number[] =>
  series.tiers
    .flatMap(({ points }) => points.filter((point) => isInside(series, point)))
    .flatMap(({ leftOut }) => (leftOut === undefined ? [] : Math.abs(leftOut.errorShare)))
    .toSorted((a, b) => a - b);

/** Of sorted values. */
const medianOf = (sorted: readonly number[]) =>
  ((sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN) +
    (sorted[Math.floor(sorted.length / 2)] ?? Number.NaN)) /
  2;

const saidOf = () => planWith(run, models, usualTraffic).says.map(({ text }) => text);

describe('a run that was really measured', () => {
  it('has points for every term, and gates that were passed', () => {
    expect(models.map(({ model }) => model.name)).toEqual(['T0', 'T1', 'T2', 'T3']);
    for (const { model } of models) {
      for (const { sparePoints } of model.tiers) expect(sparePoints).toBeGreaterThanOrEqual(4);
      expect(model.pointsLeftOut).toBeLessThanOrEqual(2);
    }
    expect(saidOf()).toContain(
      'T2 · At 3 of the 12 points that its model is fitted to the load generator set the pace: their CPU per request is used, their throughput is not.',
    );
  });

  it.each(models.map(({ model }) => [model.name, model] as const))(
    'predicts every point of %s that is left out within 15 %%, and half of them within 7 %%',
    (_, model) => {
      const errors = errorsOf(model);
      expect(errors.length).toBeGreaterThan(5);
      expect(medianOf(errors)).toBeLessThan(0.07);
      expect(errors.at(-1)).toBeLessThan(0.15);
    },
  );

  it('follows how the first few new connections weigh more than the straight line between the ends says', () => {
    const ends = run.points.filter(
      ({ experiment, workload: { reuse } }) =>
        experiment === 'P' && ['keep-alive', 'new'].includes(`${reuse}`),
    );
    const traffic = { ...usualTraffic, newConnectionsPerRequest: 0.1 };
    const [curved, straight] = [run.points, ends].map(
      (points) => planWith(run, fitCostModels({ points }), traffic).plans.at(2)?.cores?.mean ?? Number.NaN,
    );
    expect((curved ?? 0) / (straight ?? 0)).toBeGreaterThan(1.1);
    const said = planWith(run, fitCostModels({ points: ends }), traffic).says.map(({ text }) => text);
    expect(said.filter((text) => text.includes('a straight line is drawn')).length).toBe(4);
    expect(saidOf().some((text) => text.includes('a straight line is drawn'))).toBe(false);
  });

  it('has the physics of FIELD.md D5: TLS costs tenths of a ns a byte, and a handshake some hundred µs', () => {
    const tlsPassNs = (costOf('T1', 'app', 'perByte') - costOf('T0', 'app', 'perByte')) * 1_000;
    expect(tlsPassNs).toBeGreaterThan(0.1);
    expect(tlsPassNs).toBeLessThan(1);
    const handshakeUs = costOf('T1', 'app', 'full') - costOf('T0', 'app', 'connection');
    expect(handshakeUs).toBeGreaterThan(200);
    expect(handshakeUs).toBeLessThan(1_300);
    expect(costOf('T1', 'app', 'resumed')).toBeLessThan(costOf('T1', 'app', 'full'));
    // Behind the proxy, the app makes no handshake with the client.
    expect(costOf('T2', 'app', 'connection')).toBeLessThan(0.5 * costOf('T1', 'app', 'full'));
  });

  it('plans in the order that must hold: each more encrypted hop costs more', () => {
    const { plans } = planWith(run, models, { ...usualTraffic, requestsPerSec: 5_000 });
    const cores = plans.map((plan) => plan.cores?.mean ?? Number.NaN);
    expect(cores).toEqual(cores.toSorted((a, b) => a - b));
    expect(
      plans.every(({ addedLatencyMs, name }) => name === 'T0' || addedLatencyMs?.total !== undefined),
    ).toBe(true);
  });
});
