import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../shared/config.ts';
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
    expect(keys([t0, t1, t2, t3])).toEqual(
      expect.arrayContaining(['tlsAdds', 'reencryptionAdds', 'proxyAdds', 'hopCost']),
    );
  });

  it('calls a lower cost a saving', () => {
    const cheap = pointWith('T3', { proxy: figure(40, 1), app: figure(10, 0.4) });
    expect(keys([t2, cheap])).toContain('reencryptionSaves');
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

  it('says nothing about nothing', () => {
    expect(verdictOf([])).toEqual([]);
  });

  it('leaves no place in a sentence empty', () => {
    for (const statement of verdictOf([t0, t1, t2, t3]))
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
});
