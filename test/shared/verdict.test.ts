import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../shared/config.ts';
import { gateCodes } from '../../shared/gates.ts';
import type { Point } from '../../shared/result.ts';
import {
  differenceOf,
  halfWidth,
  serverCpuUs,
  statementText,
  sumFigures,
  verdictOf,
} from '../../shared/verdict.ts';
import { figure, pointWith } from '../renderer/figures.ts';

const t0 = pointWith('T0', { app: figure(14.1, 0.2) });
const t1 = pointWith('T1', { app: figure(15.7, 0.2) });
const t2 = pointWith('T2', { proxy: figure(52, 1), app: figure(13.4, 0.3) });
const t3 = pointWith('T3', { proxy: figure(66, 1), app: figure(19, 0.4) });

const withHttp = (point: Point, httpVersion: string | undefined): Point => ({
  ...point,
  tiers: { ...point.tiers, app: point.tiers.app && { ...point.tiers.app, httpVersion } },
});
const sameHttp = (point: Point) => withHttp(point, '1.1');

const keys = (points: Parameters<typeof verdictOf>[0]) => verdictOf(points).map(({ key }) => key);
const say = (points: Parameters<typeof verdictOf>[0], key: string) => {
  const statement = verdictOf(points).find((each) => each.key === key);
  return statement && statementText(statement).replace(/\u202f/g, ' ');
};

describe('a verdict', () => {
  it("says what the proxy's hop costs, and against the app", () => {
    expect(say([t2], 'hopCost')).toBe(
      "T2 · The proxy's hop costs 52 µs of CPU per request, 3.9× what the app itself spends.",
    );
  });

  it('says what TLS adds only when the plaintext twin was measured too', () => {
    expect(keys([t1])).not.toContain('tlsAdds');
    expect(say([t0, t1], 'tlsAdds')).toBe(
      'T1 · TLS on the way in adds 1.6 µs (+11.3 %) of server CPU per request against T0, at 256 B.',
    );
  });

  it('says that there is no measurable difference when the interval of the difference holds zero', () => {
    const close = pointWith('T1', { app: figure(14.2, 0.2) });
    expect(keys([t0, close])).toContain('tlsSame');
    expect(say([t0, close], 'tlsSame')).toContain('no measurable difference');
  });

  it('compares encrypting again with ending TLS at the proxy, and that with TLS in the app', () => {
    expect(keys([t0, t1, t2, sameHttp(t3)])).toEqual(
      expect.arrayContaining(['tlsAdds', 'reencryptionAdds', 'proxyAdds', 'hopCost']),
    );
  });

  it('says what a proxy costs that passes TLS on, and what a mesh does, and takes neither for encrypting again', () => {
    const t4 = pointWith('T4', { proxy: figure(17, 0.4), app: figure(15.8, 0.3) });
    const t5 = pointWith('T5', { proxy: figure(55, 1), proxy2: figure(57, 1), app: figure(14, 0.3) });
    const all = [t0, t1, t2, sameHttp(t3), sameHttp(t4), sameHttp(t5)];
    expect(say([sameHttp(t1), sameHttp(t4)], 'passthroughAdds')).toMatch(
      /^T4 · A proxy that passes TLS on unread adds 17[.\d]* µs/,
    );
    expect(say([sameHttp(t0), sameHttp(t5)], 'meshAdds')).toMatch(
      /^T5 · Two sidecars with mutual TLS between them add 112 µs .* to T0, at 256 B\.$/,
    );
    expect(say([t5], 'hopsCost')).toBe(
      'T5 · The two sidecars cost 55 µs and 57 µs of CPU per request, together 8× what the app itself spends.',
    );
    const about = (name: string) =>
      verdictOf(all).filter(({ key, values }) => /^(tls|re|proxy)/.test(key) && values.topology === name);
    expect([...about('T4'), ...about('T5')]).toEqual([]);
  });

  it("names a change of HTTP version on the app's hop wherever TLS alone would take the blame", () => {
    expect(keys([t2, t3])).not.toContain('reencryptionAdds');
    expect(say([t2, t3], 'reencryptionAddsHttp')).toBe(
      'T3 · Encrypting again towards the app, which also moves that hop from HTTP/1.1 to HTTP/2, adds 19.6 µs (+30 %) of server CPU per request to T2.',
    );
    expect(say([withHttp(t1, '2.0'), t2], 'proxyAddsHttp')).toContain('from HTTP/2 to HTTP/1.1');
    expect(say([t0, withHttp(t1, '2.0')], 'tlsAddsHttp')).toContain('from HTTP/1.1 to HTTP/2');
  });

  it('names no change where the app never said which version it saw', () => {
    expect(keys([t2, withHttp(t3, undefined)])).toContain('reencryptionAdds');
  });

  it('calls a lower cost a saving', () => {
    const cheap = sameHttp(pointWith('T3', { proxy: figure(40, 1), app: figure(10, 0.4) }));
    expect(say([t2, cheap], 'reencryptionSaves')).toBe(
      'T3 · With encryption towards the app, the servers spend 15.4 µs (23.5 %) less CPU per request than T2.',
    );
  });

  it('says no measurable difference, and within what, however wide the interval that holds zero', () => {
    const vague = pointWith('T1', { app: figure(50, 150) });
    const plain = pointWith('T0', { app: figure(50, 1) });
    expect(say([plain, vague], 'tlsSame')).toContain('no measurable difference');
    expect(say([plain, vague], 'tlsSame')).toContain('within ±150 µs');
  });

  it('says what a hop costs only where both figures are known to better than half of themselves', () => {
    expect(keys([pointWith('T2', { proxy: figure(52), app: figure(13, 1) })])).not.toContain('hopCost');
    expect(keys([pointWith('T2', { proxy: figure(52, 1), app: figure(13) })])).not.toContain('hopCost');
    expect(keys([pointWith('T2', { proxy: figure(52, 30), app: figure(13, 1) })])).not.toContain('hopCost');
    expect(keys([pointWith('T2', { proxy: figure(52, 1), app: figure(13, 7) })])).not.toContain('hopCost');
  });

  it('says of a pair that it was measured at different times, in pairs only', () => {
    const times = new Map([
      ['T0', 1],
      ['T1', 2],
      ['T2', 2],
    ] as const);
    const texts = verdictOf([t0, t1, t2], times).map(statementText);
    const apart = texts.filter((text) => text.endsWith('(measured at different times)'));
    expect(apart).toHaveLength(1);
    expect(apart[0]).toContain('against T0');
    expect(verdictOf([t0, t1, t2]).some((statement) => statement.apart)).toBe(false);
  });

  it('never compares points of different settings', () => {
    const other = { ...defaultConfig, workload: { ...defaultConfig.workload, bodyBytes: 1024 } };
    const large = pointWith('T1', { app: figure(20, 0.2) }, other);
    expect(keys([t0, large]).filter((key) => key.startsWith('tls'))).toEqual([]);
  });

  it('states no difference without intervals', () => {
    const unsure = pointWith('T1', { app: figure(20) });
    expect(keys([t0, unsure]).filter((key) => key.startsWith('tls'))).toEqual([]);
  });

  it('counts handshakes per request when every request opens a connection', () => {
    const anew = { ...defaultConfig, workload: { ...defaultConfig.workload, reuse: 'new' as const } };
    const point = pointWith('T1', { app: figure(300, 2) }, anew);
    expect(say([point], 'handshakes')).toContain('the app makes 1 full and 0 resumed handshakes per request');
    expect(keys([t1])).not.toContain('handshakes');
  });

  it('names the load generator where it was the limit', () => {
    const bound = { ...t1, warnings: [{ code: 'client-saturated' as const, message: '', values: {} }] };
    expect(keys([bound])).toContain('speedClientBound');
    expect(keys([t1])).toContain('speed');
  });

  it('says how many times the cost of TLS in the app a later topology takes, with its interval', () => {
    expect(say([t0, t1, t3], 'ratio')).toBe(
      'T3 costs 5.4× T1 (5.3–5.5) in server CPU per request, at 256 B.',
    );
    expect(
      verdictOf([t0, t2, t3])
        .filter(({ key }) => key === 'ratio')
        .map(({ values }) => values.baseline),
    ).toEqual(['T0', 'T0']);
    const alike = pointWith('T2', { proxy: figure(10, 0.3), app: figure(5.8, 0.3) });
    expect(say([t1, alike], 'ratioSame')).toContain('no measurable difference');
  });

  it('compares slices of one turn in pairs, so that a drift of the machine hides nothing', () => {
    const drift = [1, 1.1, 1.4, 1.9, 2.2, 1.2, 0.9];
    const paired = (point: Point, costUs: number): Point => ({
      ...point,
      serverCpuUsPerRequest: figure(costUs, costUs / 2),
      turns: drift.map((factor, turn) => [turn, costUs * factor * (100 + (turn % 2)), 100]),
    });
    expect(
      keys([t0, t1].map((point, at) => ({ ...point, serverCpuUsPerRequest: figure(14 + at * 1.6, 7) }))),
    ).toContain('tlsSame');
    const pair = [paired(t0, 14), paired(t1, 15.6)];
    expect(say(pair, 'tlsAdds')).toContain('+11.4 %');
    expect(say([paired(t1, 10), paired(sameHttp(t3), 61)], 'ratio')).toContain('T3 costs 6.1× T1 (6.1–6.1)');
  });

  it('says of points without a common turn that they were measured at different times', () => {
    const during = (point: Point, first: number): Point => ({
      ...point,
      turns: [0, 1, 2, 3].map((turn) => [first + turn, 1500 + turn, 100]),
    });
    const apart = verdictOf([during(t0, 0), during(t1, 50)]).filter((statement) => statement.apart);
    expect(apart.map(({ key }) => key)).toEqual(['tlsAdds']);
    expect(verdictOf([during(t0, 0), during(t1, 2)]).some((statement) => statement.apart)).toBe(false);
  });

  it('keeps a point that fails a gate out of every comparison, and says which and why', () => {
    const failed = { ...t1, failedGates: ['client-saturated' as const] };
    const said = keys([t0, failed, t2]);
    expect(said.filter((key) => key.startsWith('tls') || key.startsWith('proxy'))).toEqual([]);
    expect(say([t0, failed, t2], 'excludedGenerator')).toBe(
      'T1 takes no part in comparisons: the load generator was the limit, not the servers.',
    );
    expect(verdictOf([t0, failed, t2]).find(({ key }) => key === 'ratio')?.values.baseline).toBe('T0');
    const excluded = gateCodes.map((gate) =>
      keys([{ ...t1, failedGates: [gate] }]).filter((key) => key.startsWith('excluded')),
    );
    expect(excluded.every((found) => found.length === 1)).toBe(true);
    expect(new Set(excluded.flat()).size).toBe(gateCodes.length);
  });

  it('never compares points of two experiments, though their settings are the same', () => {
    const said = keys([
      { ...t0, experiment: 'A' },
      { ...t1, experiment: 'D' },
    ]);
    expect(said).not.toContain('tlsAdds');
    expect(said).not.toContain('ratio');
  });

  it('says once which load model was used and what it means', () => {
    expect(keys([t0, t1]).filter((key) => key === 'closedLoop')).toHaveLength(1);
    const load = { kind: 'open', ratePerSec: 2000 } as const;
    const paced = pointWith(
      'T1',
      { app: figure(15, 1) },
      { ...defaultConfig, workload: { ...defaultConfig.workload, load } },
    );
    expect(say([paced], 'openLoop')).toContain('2,000 requests were due every second');
    expect(keys([paced])).not.toContain('closedLoop');
  });

  it('says nothing about nothing', () => {
    expect(verdictOf([])).toEqual([]);
  });

  it('leaves no place in a sentence empty', () => {
    const dearer = [t0, t1, t2, t3, sameHttp(t3)];
    const cheaper = [t0, t1, t2, t3].map((point, at) => ({
      ...point,
      serverCpuUsPerRequest: figure(50 - at, 0.1),
    }));
    for (const statement of [...verdictOf(dearer), ...verdictOf(cheaper)])
      expect(statementText(statement)).not.toMatch(/[?{}]/);
  });
});

describe('arithmetic of intervals', () => {
  const figures = fc
    .tuple(fc.double({ min: 0, max: 1e4, noNaN: true }), fc.double({ min: 0, max: 100, noNaN: true }))
    .map(([mean, half]) => figure(mean, half));

  it('widens by the root of the sum of squares, for sums and differences alike', () => {
    fc.assert(
      fc.property(figures, figures, (a, b) => {
        const wanted = Math.hypot(halfWidth(a), halfWidth(b));
        expect(halfWidth(sumFigures([a, b]))).toBeCloseTo(wanted, 6);
        expect(halfWidth(differenceOf(a, b))).toBeCloseTo(wanted, 6);
        expect(differenceOf(a, b).mean).toBeCloseTo(a.mean - b.mean, 6);
      }),
    );
  });

  it('knows no interval when one part has none', () => {
    expect(sumFigures([figure(1, 0.1), figure(2)]).ci95).toBeUndefined();
  });

  it('leaves the load generator out of the servers, and gives up when a server has no figure', () => {
    expect(serverCpuUs(t2)?.mean).toBeCloseTo(65.4);
    expect(serverCpuUs(pointWith('T2', { app: figure(13) }))).toBeUndefined();
  });

  it("takes the servers' total from where its slices were summed, when the point carries it", () => {
    const total = figure(65.4, 0.1);
    expect(serverCpuUs({ ...t2, serverCpuUsPerRequest: total })).toEqual(total);
  });
});
