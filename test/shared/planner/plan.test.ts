import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitCostModels } from '../../../shared/planner/cost-model.ts';
import { planFor } from '../../../shared/planner/plan.ts';
import { planCaption } from '../../../shared/planner/plan-caption.ts';
import { planOf, planSchema, planWith } from '../../../shared/planner/plan-document.ts';
import { parseTraffic, type Traffic, usualTraffic } from '../../../shared/planner/traffic.ts';
import type { Point } from '../../../shared/result.ts';
import type { Protocol } from '../../../shared/words.ts';
import { normals } from '../noise.ts';
import { suitePoints } from '../suite-points.ts';
import { madePoints, runWith, truth } from './made-points.ts';

const run = runWith(madePoints(truth, normals(5)));
const models = fitCostModels(run);
const exact = runWith(madePoints());
const plansOf = (change: Partial<Traffic>) => planFor(models, { ...usualTraffic, ...change }, run.points);
const coresOf = (change: Partial<Traffic>) => plansOf(change).map(({ cores }) => cores?.mean ?? Number.NaN);
const body = (bodyBytes: number) => [{ bodyBytes, share: 1 }];

describe('cores', () => {
  it('are the rate times what a request costs, over what headroom leaves', () => {
    const traffic = {
      ...usualTraffic,
      requestsPerSec: 10_000,
      newConnectionsPerRequest: 0.1,
      shareResumed: 0.5,
      headroom: 0.5,
    };
    const t1 = planOf(exact, traffic).plans.find(({ name }) => name === 'T1');
    const us = 36 + 256 * 0.0009 + 0.05 * 680 + 0.05 * 480 + 20 * Math.sqrt(0.1);
    expect(t1?.cores?.mean).toBeCloseTo((10_000 * us) / 1e6 / 0.5, 6);
  });

  it('of a mix are the weighted sum of those of its sizes', () => {
    const [small, large] = [coresOf({ bodies: body(256) }), coresOf({ bodies: body(65_536) })];
    const mix = [
      { bodyBytes: 256, share: 0.8 },
      { bodyBytes: 65_536, share: 0.2 },
    ];
    for (const [at, cores] of coresOf({ bodies: mix }).entries())
      expect(cores).toBeCloseTo(0.8 * (small[at] ?? 0) + 0.2 * (large[at] ?? 0), 9);
  });

  it('never fall when there is more to do', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const grows = fc.record({
      requestsPerSec: fc.double({ min: 1, max: 1e5, noNaN: true }),
      bodies: fc.integer({ min: 0, max: 262_144 }).map(body),
      newConnectionsPerRequest: share,
      headroom: fc.double({ min: 0, max: 0.9, noNaN: true }),
      shareResumed: share,
    });
    const more = [
      (one: Traffic) => ({ ...one, requestsPerSec: one.requestsPerSec * 1.5 }),
      (one: Traffic) => ({
        ...one,
        bodies: one.bodies.map(({ bodyBytes }) => ({ bodyBytes: bodyBytes + 1_000, share: 1 })),
      }),
      (one: Traffic) => ({
        ...one,
        newConnectionsPerRequest: Math.min(1, one.newConnectionsPerRequest + 0.1),
      }),
      (one: Traffic) => ({ ...one, headroom: one.headroom + 0.04 }),
    ];
    fc.assert(
      fc.property(grows, fc.constantFrom(...more), (traffic, step) => {
        const before = { ...usualTraffic, ...traffic };
        const after = coresOf(step(before));
        return coresOf(before).every((cores, at) => cores <= (after[at] ?? 0) * (1 + 1e-9));
      }),
      { numRuns: 40, seed: 1 },
    );
  });

  it('have an interval around them, of all servers no narrower than of one', () => {
    for (const { cores, tiers } of plansOf({})) {
      const [low, high] = cores?.ci95 ?? [Number.NaN, Number.NaN];
      expect(low).toBeLessThanOrEqual(cores?.mean ?? 0);
      for (const { cores: own } of tiers)
        expect(high - low).toBeGreaterThan(0.99 * ((own?.ci95?.[1] ?? 0) - (own?.ci95?.[0] ?? 0)));
    }
  });
});

describe('what the run can not tell', () => {
  it('is marked as extrapolated, with what was measured', () => {
    const [first] = plansOf({ bodies: body(1_048_576) });
    expect(first?.extrapolated).toEqual([{ what: 'body-size', given: 1_048_576, measured: [256, 262_144] }]);
    expect(
      plansOf({ newConnectionsPerRequest: 1, shareResumed: 1, bodies: body(256) }).flatMap((one) =>
        one.name === 'T1' ? one.extrapolated : [],
      ),
    ).toEqual([]);
    expect(plansOf({ bodies: body(0) })[0]?.extrapolated).toMatchObject([{ what: 'body-size', given: 0 }]);
  });

  it('is not made up: without a term that the traffic needs there are no cores', () => {
    const kept = runWith(run.points.filter(({ workload }) => workload.reuse === 'keep-alive'));
    const { plans, says } = planOf(kept, usualTraffic);
    const t1 = plans.find(({ name }) => name === 'T1');
    expect(t1?.tiers).toMatchObject([{ unknown: ['full'] }]);
    expect(t1?.cores).toBeUndefined();
    expect(says.map(({ text }) => text).join('\n')).toContain(
      'T1 · Not known for this traffic: no point tells what a full handshake costs the app.',
    );
    const without = planOf(kept, { ...usualTraffic, newConnectionsPerRequest: 0 }).plans;
    expect(without.every(({ cores }) => cores !== undefined)).toBe(true);
  });

  it('is told of a series that has points, and none to plan with', () => {
    const cold = run.points.map(
      (point): Point => (point.topology === 'T3' ? { ...point, failedGates: ['errors'] } : point),
    );
    const { plans, says } = planOf(runWith(cold), usualTraffic);
    expect(plans.map(({ name }) => name)).toEqual(['T0', 'T1', 'T2']);
    expect(says.filter(({ key }) => key === 'seriesLeftOut').map(({ text }) => text)).toEqual([
      expect.stringMatching(/^T3 · Is not in this plan: none of its \d+ points/),
    ]);
  });

  it('is told with the experiment that measures it over that protocol', () => {
    const adviceOver = (protocol: Protocol) => {
      const kept = run.points
        .filter(({ workload }) => workload.reuse === 'keep-alive')
        .map((point) => ({ ...point, workload: { ...point.workload, protocol } }));
      const said = planOf(runWith(kept), { ...usualTraffic, protocol }).says.map(({ text }) => text);
      return new Set(said.flatMap((text) => text.match(/Measure experiment \S+/) ?? []));
    };
    expect(adviceOver('h1')).toEqual(new Set(['Measure experiment P.']));
    expect(adviceOver('h2')).toEqual(new Set(['Measure experiment P2.']));
  });

  it('is refused for a protocol without points, with what is there', () => {
    expect(() => planWith(run, models, { ...usualTraffic, protocol: 'h2' })).toThrow(
      /over h2 needs valid points.*points over h1 only.*suite --only P2/,
    );
  });
});

describe('a plan', () => {
  it('comes with its run and fits its schema', () => {
    const plan = planOf(run, { ...usualTraffic, pricePerCoreHour: 0.04 });
    expect(planSchema.parse(JSON.parse(JSON.stringify(plan)))).toEqual(plan);
    const t1 = plan.plans.find(({ name }) => name === 'T1');
    expect((t1?.costPerMonth?.mean ?? 0) / (t1?.cores?.mean ?? 1)).toBeCloseTo(0.04 * 730, 6);
  });

  it('is the same each time', () => {
    expect(planOf(run, usualTraffic)).toEqual(planOf(run, usualTraffic));
  });

  it('uses the suite where P was not measured, and says that conditions are mixed', () => {
    const texts = planOf(runWith(suitePoints), { ...usualTraffic, newConnectionsPerRequest: 0 }).says.map(
      ({ key }) => key,
    );
    expect(texts).toContain('needs');
    expect(texts).toContain('mixedConditions');
  });
});

const withD = runWith([...madePoints(), ...suitePoints.filter(({ experiment }) => experiment === 'D')]);

describe('added latency', () => {
  const addedBy = (change: Partial<Traffic>) =>
    Object.fromEntries(
      planOf(withD, { ...usualTraffic, ...change }).plans.map(({ name, addedLatencyMs }) => [
        name,
        addedLatencyMs,
      ]),
    );

  it('counts the inner hop once per request, and the round trip of TLS once per new connection (TLS 1.3)', () => {
    const added = addedBy({ innerRttMs: 1, outerRttMs: 20, newConnectionsPerRequest: 0.1 });
    expect(added.T0).toBeUndefined();
    expect(added.T1?.roundTrips).toBeCloseTo(2, 9);
    expect(added.T2?.roundTrips).toBeCloseTo(3, 9);
  });

  it('adds what was measured with one connection, and says when it was not', () => {
    const { servers, total, roundTrips } = addedBy({ innerRttMs: 1 }).T2 ?? {};
    expect(total?.mean).toBeCloseTo((servers?.mean ?? Number.NaN) + (roundTrips ?? Number.NaN), 9);
    const busyOnly = runWith(madePoints().filter(({ workload }) => workload.connections > 1));
    expect(planOf(busyOnly, usualTraffic).says.map(({ key }) => key)).toContain('latencyUnknown');
  });
});

describe('what was measured under other conditions', () => {
  const withTls =
    (version: '1.2' | '1.3') =>
    (point: Point): Point => ({
      ...point,
      tls: { ...point.tls, version },
    });

  it('takes no part, which is said', () => {
    const few = madePoints().slice(0, 20).map(withTls('1.2'));
    const [t0, t1] = planOf(runWith([...madePoints(), ...few]), usualTraffic).models;
    expect(t1?.conditions.version).toBe('1.3');
    expect(t1?.pointsOfOtherConditions).toBeGreaterThan(0);
    // What is not encrypted is not measured under other conditions for another version of TLS.
    expect(t0?.conditions).not.toHaveProperty('version');
    expect(t0?.pointsOfOtherConditions).toBe(0);
    const says = planOf(runWith([...few, ...madePoints()]), usualTraffic).says.map(({ text }) => text);
    expect(says).toContain(
      `T1 · ${t1?.pointsOfOtherConditions} points that were not measured with TLS 1.3, ecdsa-p256, GET took no part.`,
    );
  });

  it('is compared only where a series has nothing else, which is said', () => {
    const points = madePoints().map((point) => (point.topology === 'T2' ? withTls('1.2')(point) : point));
    const { models, says } = planOf(runWith(points), usualTraffic);
    expect(models.map(({ conditions }) => conditions.version)).toEqual([undefined, '1.3', '1.2', '1.3']);
    expect(says.filter(({ key }) => key === 'unlikeConditions').map(({ text }) => text)).toEqual([
      expect.stringMatching(/^T2 · Measured with TLS 1\.2.*but T1 with TLS 1\.3/),
    ]);
  });

  it('gives no latency: two medians are of the same body and the same TLS', () => {
    const quiet = withD.points.filter(({ workload }) => workload.connections === 1);
    const busy = madePoints().filter(({ workload }) => workload.connections > 1);
    const apart = quiet.map((point) => (point.topology === 'T2' ? withTls('1.2')(point) : point));
    const latencyOf = (points: readonly Point[]) =>
      planOf(
        runWith([...busy, ...points].filter(({ topology }) => topology !== 'T0')),
        usualTraffic,
      ).plans.find(({ name }) => name === 'T2')?.addedLatencyMs;
    expect(latencyOf(quiet)).toMatchObject({ servers: expect.anything(), bodyBytes: expect.any(Number) });
    expect(latencyOf(apart)).not.toHaveProperty('servers');
    // Nor are they of two experiments, which lie minutes apart.
    const byExperiment = quiet.map(
      (point): Point => (point.topology === 'T2' ? { ...point, experiment: 'A' } : point),
    );
    expect(latencyOf(byExperiment)).not.toHaveProperty('servers');
  });
});

describe('a caption', () => {
  it('says the traffic, the machine, what played the servers, and where not to believe the plan', () => {
    const warned = madePoints().map((point) => ({
      ...point,
      warnings: [{ code: 'errors' as const, message: 'One request failed.', values: {} }],
    }));
    const caption = planCaption(planOf(runWith(warned), { ...usualTraffic, bodies: body(1_048_576) })).join(
      '\n',
    );
    expect(caption).toMatch(/Traffic: 1,000 requests\/s · bodies 1\sMB/);
    expect(caption).toMatch(/Proxy: builtin .* · App: builtin /);
    expect(caption).toMatch(/T2 · Extrapolated: bodies of 1\sMB/);
    expect(caption).toMatch(/T1 · 12 of the 12 points that its model is fitted to carry the warning errors/);
  });
});

describe('traffic', () => {
  it.each([
    [{ requestsPerSec: 0 }, /requestsPerSec: 0 was given; allowed: requests per second, above 0/],
    [{ newConnectionsPerRequest: 2 }, /newConnectionsPerRequest: 2 was given; allowed: a share from 0 to 1/],
    [{ headroom: 1 }, /headroom: 1 was given; allowed: a share of a core from 0 to 0.95/],
    [
      { bodies: [{ bodyBytes: 256, share: 0.5 }] },
      /bodies: .* allowed: 1 to 100 sizes whose shares add up to 1/,
    ],
    [{ requestsPerSec: Number.NaN }, /requestsPerSec: .* allowed/],
  ])('%j is refused with what is allowed', (change, message) => {
    expect(() => parseTraffic({ ...usualTraffic, ...change })).toThrow(message);
  });
});
