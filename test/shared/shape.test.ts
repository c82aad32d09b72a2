import { describe, expect, it } from 'vitest';
import type { Point } from '../../shared/result.ts';
import { shapeOf, shapeText } from '../../shared/shape.ts';
import { englishShapeSentences } from '../../shared/shape-sentences.ts';
import { figure } from '../renderer/figures.ts';
import { suitePoints, suiteWith } from './suite-points.ts';

const state = (points: readonly Point[], key: string) => shapeOf(points).find((each) => each.key === key);
const say = (points: readonly Point[], key: string) => {
  const statement = state(points, key);
  return statement && shapeText(statement).replace(/\u202f/g, ' ');
};

const appCosts = (us: number) => (point: Point) => ({
  ...point,
  tiers: { ...point.tiers, app: point.tiers.app && { ...point.tiers.app, cpuUsPerRequest: figure(us) } },
});
const p50 = (ms: number) => (point: Point) => ({
  ...point,
  latencyMs: point.latencyMs && { ...point.latencyMs, p50: ms },
});

describe('the shape of a suite', () => {
  it('agrees in every claim with itself', () => {
    const statements = shapeOf(suitePoints);
    const { agrees: _agrees, differs: _differs, unknown: _unknown, ...sentences } = englishShapeSentences;
    expect(statements.map(({ key }) => key).toSorted()).toEqual(Object.keys(sentences).toSorted());
    expect(statements.filter(({ agrees }) => agrees !== true)).toEqual([]);
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
    const differing = shapeOf(suiteWith(where, change)).filter(({ agrees }) => agrees === false);
    expect(differing.map((statement) => statement.key)).toContain(key);
    expect(say(suiteWith(where, change), key)).toMatch(/^Differs · /);
  });

  it('is unknown where a point is missing or fails a gate, and says so with a dash', () => {
    const quick = suitePoints.filter(({ experiment }) => experiment === 'A');
    expect(state(quick, 'openTls')?.agrees).toBe(true);
    expect(state(quick, 'hopLatency')).toMatchObject({ agrees: 'unknown', values: { measuredMs: '–' } });
    expect(say(quick, 'hopLatency')).toMatch(/^Not measured · .* is – above/);
    const failed = suiteWith({ experiment: 'A', topology: 'T1', protocol: 'h1' }, (point) => ({
      ...point,
      failedGates: ['client-saturated'],
    }));
    expect(state(failed, 'openTls')?.agrees).toBe('unknown');
    expect(shapeOf([]).every(({ agrees }) => agrees === 'unknown')).toBe(true);
  });
});
