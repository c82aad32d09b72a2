import { describe, expect, it } from 'vitest';
import { runDocument } from '../../electron/lab/run-document.ts';
import { suiteToText } from '../../electron/terminal/suite-text.ts';
import { runToMarkdown } from '../../shared/report/report-markdown.ts';
import { type Point, runSchema } from '../../shared/result.ts';
import { shapeOf, shapeText } from '../../shared/shape.ts';
import { englishShapeSentences, shapeOutcomes, shapeReasons } from '../../shared/shape-sentences.ts';

import { figure } from '../renderer/figures.ts';
import { suitePoints, suiteRun, suiteWith } from './suite-points.ts';

const state = (points: readonly Point[], key: string) => shapeOf(points).find((each) => each.key === key);
const say = (points: readonly Point[], key: string) => {
  const statement = state(points, key);
  return statement && shapeText(statement).replace(/\u202f/g, ' ');
};

const appCosts =
  (us: number, half: number | undefined = us / 100) =>
  (point: Point) => ({
    ...point,
    tiers: {
      ...point.tiers,
      app: point.tiers.app && { ...point.tiers.app, cpuUsPerRequest: figure(us, half) },
    },
  });
const p50 = (ms: number) => (point: Point) => ({
  ...point,
  latencyMs: point.latencyMs && {
    ...point.latencyMs,
    p50: ms,
    p50Ci95: [ms * 0.99, ms * 1.01] as [number, number],
  },
});

describe('the shape of a suite', () => {
  it('agrees in every claim with itself', () => {
    const statements = shapeOf(suitePoints);
    const sayHow = new Set<string>([...shapeOutcomes, ...shapeReasons]);
    const sentences = Object.keys(englishShapeSentences).filter((key) => !sayHow.has(key));
    expect(statements.map(({ key }) => key).toSorted()).toEqual(sentences.toSorted());
    expect(statements.filter(({ outcome }) => outcome !== 'agrees')).toEqual([]);
  });

  it('has its published values computed from the figures of the seeds', () => {
    expect(state(suitePoints, 'reencryption')?.values.publishedRatio).toBeCloseTo(6.8, 1);
    expect(state(suitePoints, 'costPerByte')?.values.publishedNsPerByte).toBeCloseTo(0.34, 2);
    expect(state(suitePoints, 'hopLatency')?.values.publishedMs).toBeCloseTo(0.12, 9);
    expect(state(suitePoints, 'hopCost')?.values.publishedRatio).toBeCloseTo(110 / 30, 9);
  });

  it('is told in sentences with both values', () => {
    expect(say(suitePoints, 'appSeesHttp2')).toBe(
      'Agrees · In T3 the proxy and the app agree on HTTP/2 although the client speaks HTTP/1.1: the app saw HTTP/2.0 (published 2.0).',
    );
    for (const statement of shapeOf(suitePoints)) expect(shapeText(statement)).not.toMatch(/[?{}–]/);
  });

  it.each([
    ['openTls', { experiment: 'A', topology: 'T1', protocol: 'h1' }, appCosts(60)],
    ['http2Cost', { experiment: 'A', topology: 'T1', protocol: 'h2' }, appCosts(90)],
    ['costPerByte', { experiment: 'B', topology: 'T1', protocol: 'h1' }, appCosts(250)],
    ['reencryption', { experiment: 'B', topology: 'T1', protocol: 'h1' }, appCosts(20)],
    ['handshakesT2', { experiment: 'C', topology: 'T2' }, appCosts(300)],
    ['handshakesT3', { experiment: 'C', topology: 'T3' }, appCosts(300)],
    ['hopLatency', { experiment: 'D', topology: 'T2' }, p50(0.09)],
    ['innerRttT1', { experiment: 'E', topology: 'T1', innerRttMs: 1 }, p50(1.1)],
    ['innerRttT2', { experiment: 'E', topology: 'T2', connections: 1, innerRttMs: 1 }, p50(0.9)],
    ['pooledRtt', { experiment: 'E', topology: 'T3', reuse: 'new', innerRttMs: 1 }, p50(5.9)],
  ] as const)('differs in %s once the figures do, and in nothing else', (key, where, change) => {
    const differing = shapeOf(suiteWith(where, change)).filter(({ outcome }) => outcome === 'differs');
    expect(differing.map((statement) => statement.key)).toContain(key);
    expect(say(suiteWith(where, change), key)).toMatch(/^Differs · /);
  });

  it('is unknown where a point is missing, and says so with a dash', () => {
    const quick = suitePoints.filter(({ experiment }) => experiment === 'A');
    expect(state(quick, 'openTls')?.outcome).toBe('agrees');
    expect(state(quick, 'hopLatency')).toMatchObject({ outcome: 'unknown', values: { measuredMs: '–' } });
    expect(say(quick, 'hopLatency')).toMatch(/^Not measured · .* is – above/);
    expect(shapeOf([]).every(({ outcome }) => outcome === 'unknown')).toBe(true);
  });
});

describe('a claim that cannot be told', () => {
  const where = { experiment: 'A', topology: 'T1', protocol: 'h1' } as const;
  const baseUs = suitePoints.find(({ experiment, topology }) => experiment === 'A' && topology === 'T0')
    ?.tiers.app?.cpuUsPerRequest?.mean;

  it.each([
    [1.2, 0.2, 'cannotTell'],
    [1.3, 0.2, 'cannotTell'],
    [1.1, 0.02, 'agrees'],
    [1.5, 0.02, 'differs'],
  ] as const)('has its bound inside the interval: %f ± %f of 1.25 at most', (times, half, outcome) => {
    const us = (baseUs ?? 0) * times;
    expect(state(suiteWith(where, appCosts(us, us * half)), 'openTls')?.outcome).toBe(outcome);
  });

  it('says which bound, and in which interval', () => {
    const us = (baseUs ?? 0) * 1.2;
    const points = suiteWith(where, appCosts(us, us * 0.2));
    expect(state(points, 'openTls')?.reason).toBe('withinInterval');
    expect(say(points, 'openTls')).toMatch(
      /^Can't tell · .*is nearly free.*\. Where agreeing ends, at 1\.25, lies inside the 95 % interval from 0\.98 to 1\.47: measure longer\.$/,
    );
  });

  it('has too few slices for an interval, of CPU or of a median', () => {
    const few = suiteWith(where, (point) => ({
      ...point,
      tiers: { ...point.tiers, app: point.tiers.app && { ...point.tiers.app, cpuUsPerRequest: figure(20) } },
    }));
    expect(state(few, 'openTls')).toMatchObject({ outcome: 'cannotTell', reason: 'fewSlices' });
    const latency = suiteWith({ experiment: 'D', topology: 'T2' }, (point) => ({
      ...point,
      latencyMs: point.latencyMs && { ...point.latencyMs, p50Ci95: undefined },
    }));
    expect(say(latency, 'hopLatency')).toMatch(/^Can't tell · .*Too few slices were measured/);
  });

  it('has a point that fails a gate, or that had not warmed up, and names it', () => {
    const failed = suiteWith(where, (point) => ({ ...point, failedGates: ['client-saturated'] }));
    expect(state(failed, 'openTls')).toMatchObject({ reason: 'invalid', values: { measuredRatio: '–' } });
    expect(say(failed, 'openTls')).toMatch(/^Can't tell · .*A T1 is not a valid result/);
    const warning = { code: 'not-warm' as const, message: '', values: {} };
    const cold = suiteWith(where, (point) => ({ ...point, warnings: [warning] }));
    expect(say(cold, 'openTls')).toMatch(/^Can't tell · .*A T1 had not warmed up/);
    expect(state(cold, 'appSeesHttp2')?.outcome).toBe('agrees');
  });

  it('is open for latencies where tiers waited for cores, and not for CPU per request', () => {
    const warning = { code: 'cores-oversubscribed' as const, message: '', values: {} };
    const crowded = suiteRun.points.map((point) => ({ ...point, warnings: [warning] }));
    expect(say(crowded, 'hopLatency')).toMatch(/^Can't tell · .*D T2, D T1 had too few cores/);
    expect(state(crowded, 'openTls')?.outcome).toBe('agrees');
  });

  it('has its answer in no export: neither in Markdown nor in the terminal is it said to agree', () => {
    const points = suiteWith(where, (point) => ({ ...point, failedGates: ['client-saturated'] }));
    const run = { ...suiteRun, points };
    for (const text of [runToMarkdown(run), suiteToText(run)]) {
      expect(text).toContain("Can't tell · TLS on an open connection");
      expect(text).not.toContain('Agrees · TLS on an open connection');
    }
  });
});

describe('the document of a suite', () => {
  it('has the shape in it, in words too', () => {
    const about = { experiments: ['A' as const], quick: true, cancelled: false };
    const { environment, points } = suiteRun;
    const run = runDocument({
      startedAt: new Date(0),
      environment,
      points,
      suite: about,
      failure: undefined,
    });
    const [first] = runSchema.parse(run).suite?.shape ?? [];
    expect(first).toMatchObject({ key: 'openTls', outcome: 'agrees' });
    expect(first?.text).toMatch(/^Agrees · TLS on an open connection/);
  });
});
