import { describe, expect, it } from 'vitest';
import { breakEvenOf } from '../../../shared/planner/break-even.ts';
import { fitCostModels } from '../../../shared/planner/cost-model.ts';
import { planOf } from '../../../shared/planner/plan-document.ts';
import { usualTraffic } from '../../../shared/planner/traffic.ts';
import type { Point } from '../../../shared/result.ts';
import { normals } from '../noise.ts';
import { madePoints, runWith, type Truth, truth } from './made-points.ts';

/** Fewer series, for it is fitted ten times. */
const pairOnly: Truth = { T1: truth.T1, T2: truth.T2 };

const crossingsOf = (seed: number, axis: 'newConnectionsPerRequest' | 'bodyBytes', costs: Truth = truth) =>
  breakEvenOf(
    fitCostModels(runWith(madePoints(costs, normals(seed)).filter(({ topology }) => topology in costs))),
    usualTraffic,
    axis,
  )?.crossings ?? [];
const between = (crossings: ReturnType<typeof crossingsOf>, of: string, second: string) =>
  crossings.find((one) => one.of === of && one.second === second)?.crossing;

/**
 * Where T1 and T2 cost the same, by the coefficients that the points were made of: what a share s of new connections spares
 * T2, 230 s − 80 √s µs, is what T2 costs more without any.
 */
const dearerByUs = 65 + 32 - 36 + 256 * (0.0015 + 0.0003 - 0.0009);
const trueShare = ((80 + Math.sqrt(80 ** 2 + 4 * 230 * dearerByUs)) / (2 * 230)) ** 2;

describe('where T1 and T2 cross', () => {
  it('is found within its interval, in nine of ten draws or more', () => {
    const found = Array.from({ length: 10 }, (_, at) => at + 1).map((seed) =>
      between(crossingsOf(seed, 'newConnectionsPerRequest', pairOnly), 'total', 'T2'),
    );
    const held = found.filter((crossing) => {
      if (crossing?.state !== 'crosses') return false;
      const [low, high] = crossing.ci95;
      return crossing.firstIsDearer === 'after' && (low ?? 0) <= trueShare && trueShare <= (high ?? 1);
    });
    expect(held.length).toBeGreaterThanOrEqual(9);
  });

  it('is said with its numbers', () => {
    const text = planOf(runWith(madePoints()), usualTraffic)
      .says.map((one) => one.text)
      .join('\n');
    expect(text).toMatch(
      /T1 needs more cores than T2 once 51\.6\s% \([\d.]+\s%–[\d.]+\s%\) of requests are on new connections/,
    );
  });

  it('is nowhere when the proxy costs too much, and then that is said', () => {
    const dear = {
      ...truth,
      T2: { ...truth.T2, proxy: { base: 300, perByte: 0.0015, full: 700, resumed: 600 } },
    };
    expect(between(crossingsOf(1, 'newConnectionsPerRequest', dear), 'total', 'T2')).toEqual({
      state: 'none',
      firstIsDearer: false,
      drawsThatCross: 0,
    });
    const text = planOf(runWith(madePoints(dear)), usualTraffic)
      .says.map((one) => one.text)
      .join('\n');
    expect(text).toMatch(/T1 and T2: no crossing in cores from 0\s% to 100\s% .*; T2 needs more throughout/);
  });

  it('has an open end where the interval leaves what was measured', () => {
    const near = {
      ...truth,
      T2: { ...truth.T2, proxy: { base: 65, perByte: 0.0015, full: 505, resumed: 270, churn: 60 } },
    };
    const crossing = between(crossingsOf(3, 'newConnectionsPerRequest', near), 'total', 'T2');
    expect(crossing).toMatchObject(
      crossing?.state === 'none'
        ? { drawsThatCross: expect.any(Number) }
        : { ci95: [expect.any(Number), null] },
    );
  });
});

describe('a series without points on new connections', () => {
  const points = madePoints().filter(
    ({ topology, workload }) => topology !== 'T3' || workload.reuse === 'keep-alive',
  );

  it('has no curve along them, which is said, and takes it from no other', () => {
    const plan = planOf(runWith(points), usualTraffic);
    const along = plan.breakEven.find(({ axis }) => axis === 'newConnectionsPerRequest');
    expect(along?.leftOut).toEqual([{ name: 'T3', why: 'few-places' }]);
    expect(along?.total.map(({ name }) => name)).toEqual(['T0', 'T1', 'T2']);
    expect(along?.range[1]).toBeCloseTo(1, 2);
    const said = plan.says.map(({ text }) => text);
    expect(said.filter((text) => text.includes('Has no curve along new connections'))).toEqual([
      expect.stringMatching(/^T3 · /),
    ]);
    expect(said.join()).toMatch(/T1 needs more cores than T2 once/);
  });
});

describe('a series without a term that the traffic needs', () => {
  it('has no curve along bodies, which is said for that reason, and takes no range from others', () => {
    const points = madePoints().filter(
      ({ topology, workload }) =>
        topology !== 'T3' || (workload.reuse === 'keep-alive' && workload.bodyBytes < 65_536),
    );
    const plan = planOf(runWith(points), usualTraffic);
    const along = plan.breakEven.find(({ axis }) => axis === 'bodyBytes');
    expect(along?.leftOut).toEqual([{ name: 'T3', why: 'unknown-term' }]);
    expect(along?.range).toEqual([256, 262_144]);
    expect(along?.app.map(({ name }) => name)).toEqual(['T0', 'T1', 'T2']);
    expect(plan.says.map(({ text }) => text).join('\n')).toContain(
      'T3 · Has no curve along bodies: no point tells all that this traffic costs it.',
    );
  });
});

describe('the body from which the most encrypted is the dearest', () => {
  it('is found', () => {
    // Dearest of the others below: T2 with 97 µs and 1.8 ns/B; T3 made cheaper per request and dearer per byte.
    const costs = {
      ...truth,
      T3: {
        proxy: { base: 50, perByte: 0.003, full: 480, resumed: 350 },
        app: { base: 20, perByte: 0.001, connection: 70 },
      },
    };
    const [found] = crossingsOf(1, 'bodyBytes', costs).filter((one) => one.of === 'dearest');
    const trueBytes = (97 - 70) / (0.004 - 0.0018);
    expect(found).toMatchObject({ first: 'T3', crossing: { state: 'crosses', firstIsDearer: 'after' } });
    const [low, high] = found?.crossing.state === 'crosses' ? found.crossing.ci95 : [Number.NaN, Number.NaN];
    expect(low ?? 256).toBeLessThan(trueBytes);
    expect(high ?? 262_144).toBeGreaterThan(trueBytes);
  });

  it('is judged against every other series, whatever its engine', () => {
    const points = madePoints().flatMap((point) => {
      const { proxy } = point.tiers;
      if (point.topology !== 'T3' || !proxy?.cpuUsPerRequest) return [point];
      const { mean, ci95 = [mean, mean] } = proxy.cpuUsPerRequest;
      const halved = { mean: mean / 2, ci95: [ci95[0] / 2, ci95[1] / 2] as [number, number] };
      const byNginx: Point = {
        ...point,
        engines: { ...point.engines, proxy: { name: 'nginx', version: '1', tls: 'OpenSSL' } },
        tiers: { ...point.tiers, proxy: { ...proxy, cpuUsPerRequest: halved } },
      };
      return [point, byNginx];
    });
    const said = planOf(runWith(points), usualTraffic).says.map(({ text }) => text);
    const told = said.filter((text) => text.includes('the most expensive'));
    expect(told).toEqual([
      expect.stringMatching(/^T3 is the most expensive with every body/),
      expect.stringMatching(/^T3·nginx is not the most expensive with any body/),
    ]);
  });

  it('is said to be none where it is so with every body', () => {
    const text = planOf(runWith(madePoints()), usualTraffic)
      .says.map((one) => one.text)
      .join('\n');
    expect(text).toMatch(
      /T3 is the most expensive with every body from 256\sB to 256\sKB: no crossing in this range/,
    );
  });
});
