import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { publishedFor } from '../../shared/published.ts';
import { suitePoints } from './suite-points.ts';

const published = (experiment: string, topology: string, protocol = 'h1') =>
  suitePoints
    .filter((point) => point.experiment === experiment && point.topology === topology)
    .filter((point) => point.workload.protocol === protocol)
    .map((point) => publishedFor(point));

describe('the published figures', () => {
  it('are the ones of the reference, word for word', () => {
    const ours = JSON.parse(readFileSync(new URL('../../assets/seed-results.json', import.meta.url), 'utf8'));
    expect(ours.termination.derived).toMatchObject({ T3_over_T1_cpu_64KB: 6.8, tlsCostPerByteNs_T1: 0.34 });
  });

  it('of A are told apart by topology and protocol', () => {
    expect(published('A', 'T1')[0]).toMatchObject({
      reqPerSec: 103_717,
      p50Ms: 0.35,
      appUs: 29,
      clientUs: 37,
    });
    expect(published('A', 'T2', 'h2')[0]).toMatchObject({ appUs: 51, proxyUs: 153, p99Ms: 6.37 });
    expect(published('A', 'T3')[0]?.httpVersion).toBe('2.0');
    expect(published('A', 'T0', 'h2')[0]).toBeUndefined();
  });

  it('of B and C are those of large bodies and of new connections', () => {
    expect(published('B', 'T3')[0]).toMatchObject({ appUs: 143, proxyUs: 300, p50Ms: 7.79 });
    expect(published('C', 'T1')[0]).toMatchObject({ reqPerSec: 6868, appUs: 353 });
    expect(published('D', 'T2')[0]).toMatchObject({ p50Ms: 0.21 });
  });

  it('have no proxy where there is none, and nothing where the source has null', () => {
    expect(published('A', 'T0')[0]?.proxyUs).toBeUndefined();
    expect(published('A', 'T2')[0]?.clientUs).toBeUndefined();
    expect(published('B', 'T0')[0]?.p50Ms).toBeUndefined();
  });

  it('of E are told apart by the delay of the inner hop, connections and reuse', () => {
    const ofE = (topology: string, connections: number, innerRttMs: number) =>
      suitePoints.find(
        (point) =>
          point.experiment === 'E' &&
          point.topology === topology &&
          point.workload.connections === connections &&
          point.network.innerRttMs === innerRttMs,
      );
    const figuresOf = (...where: Parameters<typeof ofE>) => {
      const point = ofE(...where);
      return point && publishedFor(point);
    };
    expect(figuresOf('T2', 1, 0)).toMatchObject({ p50Ms: 0.21 });
    expect(figuresOf('T2', 1, 1)).toMatchObject({ p50Ms: 1.65 });
    expect(figuresOf('T1', 1, 1)).toMatchObject({ p50Ms: 0.09 });
    expect(figuresOf('T3', 64, 1)).toMatchObject({ p50Ms: 2.68, reqPerSec: 22_205 });
    expect(figuresOf('T3', 16, 1)).toMatchObject({ p50Ms: 3.16, reqPerSec: 4838 });
    const farther = ofE('T2', 1, 1);
    expect(
      farther && publishedFor({ ...farther, network: { innerRttMs: 5, outerRttMs: 0 } }),
    ).toBeUndefined();
  });

  it('belong to points of an experiment only', () => {
    const [point] = suitePoints;
    expect(point && publishedFor({ ...point, experiment: undefined })).toBeUndefined();
  });
});
