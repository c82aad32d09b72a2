import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../../shared/config.ts';
import type { Point } from '../../../shared/result.ts';
import { compareRuns } from '../../../shared/run-comparison/compare-runs.ts';
import { englishWords, rowText } from '../../../shared/run-comparison/comparison-words.ts';
import { pairRuns } from '../../../shared/run-comparison/pairing.ts';
import { topologyIds } from '../../../shared/topologies.ts';
import { hasProxy } from '../../../shared/variant.ts';
import { pointWith } from '../../renderer/figures.ts';
import { suitePoints, suiteRun } from '../suite-points.ts';
import { runOf } from './runs.ts';

const anyPoint = fc
  .record({
    topology: fc.constantFrom(...topologyIds),
    proxy: fc.constantFrom('builtin' as const, 'nginx' as const),
    bodyBytes: fc.constantFrom(256, 65_536),
    reuse: fc.constantFrom('keep-alive' as const, 'new' as const, 5),
    key: fc.constantFrom('ecdsa-p256' as const, 'rsa-2048' as const),
    innerRttMs: fc.constantFrom(0, 1),
  })
  .map(({ topology, proxy, bodyBytes, reuse, key, innerRttMs }): Point => {
    const { workload, tls, network } = defaultConfig;
    const settings = {
      workload: { ...workload, bodyBytes, reuse },
      tls: { ...tls, key },
      network: { ...network, innerRttMs },
    };
    return pointWith(topology, {}, { ...defaultConfig, ...settings }, hasProxy(topology) ? proxy : 'builtin');
  });
const anyRun = fc.array(anyPoint, { minLength: 1, maxLength: 8 }).map((points) => runOf(points));
const anyRuns = fc.array(anyRun, { minLength: 2, maxLength: 4 });

describe('the points of several runs', () => {
  it('end in exactly one row each, whatever the runs hold', () => {
    fc.assert(
      fc.property(anyRuns, (runs) => {
        const { rows } = pairRuns(runs);
        for (const [at, { points }] of runs.entries()) {
          const placed = rows.map((row) => row.points[at]).filter((point) => point !== undefined);
          expect(placed).toHaveLength(points.length);
          expect(new Set(placed)).toEqual(new Set(points));
        }
      }),
    );
  });

  it('are in rows whose names differ, and which come in the same order however the points were written down', () => {
    fc.assert(
      fc.property(anyRuns, (runs) => {
        const names = (reversed: boolean) => {
          const sides = runs.map((run, at) => ({
            name: String(at),
            run: { ...run, points: reversed ? run.points.toReversed() : run.points },
          }));
          return compareRuns(sides).rows.map(({ name }) => rowText(name, englishWords));
        };
        expect(new Set(names(false)).size).toBe(names(false).length);
        expect(names(true)).toEqual(names(false));
      }),
    );
  });

  it('pair although a setting that is constant in each run differs, which is then said', () => {
    const rsa = suitePoints.map((point): Point => ({ ...point, tls: { ...point.tls, key: 'rsa-2048' } }));
    const { rows, differences } = pairRuns([suiteRun, runOf(rsa)]);
    expect(rows).toHaveLength(suitePoints.length);
    for (const { points } of rows) expect(points.every((point) => point !== undefined)).toBe(true);
    expect(differences).toEqual([{ field: 'key', values: ['ecdsa-p256', 'rsa-2048'] }]);
  });

  it('pair by topology where one run has another engine as its proxy', () => {
    const chain = (proxy: 'builtin' | 'nginx') =>
      runOf([pointWith('T1', {}), pointWith('T2', {}, defaultConfig, proxy)]);
    const { rows, differences } = pairRuns([chain('builtin'), chain('nginx')]);
    expect(rows.map(({ points }) => points.map((point) => point?.topology))).toEqual([
      ['T1', 'T1'],
      ['T2', 'T2'],
    ]);
    expect(differences).toEqual([{ field: 'proxy', values: ['builtin', 'nginx'] }]);
  });

  it('of a suite pair with those of a run without experiments by their settings', () => {
    const [first] = suitePoints;
    if (!first) throw new Error('The suite has no points.');
    const { rows } = pairRuns([suiteRun, runOf([{ ...first, experiment: undefined }])]);
    expect(rows.filter(({ points }) => points[1]).map(({ points }) => points[0])).toEqual([first]);
  });
});
