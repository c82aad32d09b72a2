import { describe, expect, it } from 'vitest';
import seedResults from '../../../assets/seed-results.json';
import type { Point } from '../../../shared/result.ts';
import { compareRuns, type RunComparison } from '../../../shared/run-comparison/compare-runs.ts';
import {
  comparisonTable,
  comparisonToMarkdown,
  readingTable,
} from '../../../shared/run-comparison/comparison-tables.ts';
import { differenceText, englishWords, rowText } from '../../../shared/run-comparison/comparison-words.ts';
import type { MeasureId } from '../../../shared/run-comparison/measures.ts';
import { figure } from '../../renderer/figures.ts';
import { suitePoints, suiteRun, suiteWith } from '../suite-points.ts';
import { onOtherMachine, runOf } from './runs.ts';

const named = (name: string, run = suiteRun) => ({ name, run });
const suiteOf = (points: readonly Point[], change = {}) => ({
  ...suiteRun,
  id: 'other',
  points: [...points],
  ...change,
});

function rowOf({ rows }: RunComparison, name: string) {
  const row = rows.find((one) => rowText(one.name, englishWords).startsWith(name));
  if (!row) throw new Error(`There is no row ${name}.`);
  return row;
}
const at = (comparison: RunComparison, name: string, measure: MeasureId, side = 1) =>
  rowOf(comparison, name).measures.find((one) => one.measure === measure)?.figures[side];
const texts = ({ differences, sides }: RunComparison) =>
  differences.map((difference) => differenceText(difference, sides, englishWords));

/** All CPU of a point times so much. */
const slower = (point: Point, factor: number): Point => ({
  ...point,
  serverCpuUsPerRequest: undefined,
  tiers: Object.fromEntries(
    Object.entries(point.tiers).map(([tier, facts]) => {
      const cpu = facts.cpuUsPerRequest;
      return [
        tier,
        { ...facts, cpuUsPerRequest: cpu && figure(cpu.mean * factor, (cpu.mean * factor) / 100) },
      ];
    }),
  ),
});

describe('two runs', () => {
  it('say machine, versions and gates where they differ, and nothing that is the same', () => {
    const failing = suiteWith({ experiment: 'A', topology: 'T2', protocol: 'h1' }, (point) => ({
      ...point,
      failedGates: ['errors'],
    }));
    const comparison = compareRuns([named('before'), named('after', suiteOf(failing, onOtherMachine))]);
    expect(texts(comparison)).toEqual([
      'processor: Some CPU (1 · before), Another CPU (2 · after)',
      'cores: 2 (1 · before), 16 (2 · after)',
      'points that are no valid result: 0 (1 · before), 1 (2 · after)',
    ]);
    expect(texts(compareRuns([named('a'), named('b')]))).toEqual([]);
  });

  it('have a ratio with its interval where both are valid, and the reason where one is not', () => {
    const changed = suiteWith({ experiment: 'B', topology: 'T3', protocol: 'h1' }, (point) =>
      slower(point, 2),
    );
    const broken = changed.map(
      (point): Point => (point.topology === 'T0' ? { ...point, failedGates: ['client-saturated'] } : point),
    );
    const comparison = compareRuns([named('a'), named('b', suiteOf(broken))]);
    const doubled = at(comparison, 'B T3 · HTTP/1.1', 'proxyUs')?.compared;
    expect(doubled?.outcome).toBe('more');
    expect(doubled?.ratio.mean).toBeCloseTo(2, 9);
    expect(at(comparison, 'B T1 · HTTP/1.1', 'appUs')?.compared?.outcome).toBe('same');
    expect(at(comparison, 'D T0', 'p50Ms')).toMatchObject({ noRatio: 'notValid' });
    expect(at(comparison, 'D T0', 'p50Ms')?.compared).toBeUndefined();
    expect(at(comparison, 'D T1', 'p99Ms')?.compared?.outcome).toBe('unsure');
    expect(comparisonToMarkdown(comparison)).toContain('not a valid result (client-saturated)');
  });

  it('list a point that the other lacks, on either side', () => {
    const [first, second, ...rest] = suitePoints;
    if (!first || !second) throw new Error('The suite has too few points.');
    const comparison = compareRuns([
      named('a', suiteOf([first, ...rest])),
      named('b', suiteOf([second, ...rest])),
    ]);
    expect(at(comparison, 'A T0 · HTTP/1.1', 'reqPerSec')?.noRatio).toBe('notHere');
    expect(at(comparison, 'A T1 · HTTP/1.1', 'reqPerSec')?.noRatio).toBe('noPartner');
    expect(comparison.notes.find(({ key }) => key === 'noPartners')?.values).toEqual({ rows: 2 });
  });

  it('of two machines are compared by multiples of each one’s own T1 too, in which the machine’s speed cancels', () => {
    const fast = suitePoints.map((point) => slower(point, 0.25));
    const comparison = compareRuns([named('a'), named('b', suiteOf(fast, onOtherMachine))]);
    const row = rowOf(comparison, 'B T3 · HTTP/1.1');
    const servers = at(comparison, 'B T3 · HTTP/1.1', 'serversUs');
    expect(row.relativeTo).toBe('T1');
    expect(servers?.compared).toMatchObject({ outcome: 'less' });
    expect(servers?.relative?.mean).toBeCloseTo((143 + 300) / 65, 9);
    expect(servers?.relativeCompared?.outcome).toBe('same');
    expect(comparison.notes[0]?.key).toBe('elsewhere');
    expect(
      compareRuns([named('a'), named('b')]).rows.every(({ relativeTo }) => relativeTo === undefined),
    ).toBe(true);
  });

  it('of an open loop have no ratio of the rate that was asked for', () => {
    const open = suitePoints.map(
      (point): Point => ({
        ...point,
        workload: { ...point.workload, load: { kind: 'open', ratePerSec: 500 } },
      }),
    );
    const comparison = compareRuns([named('a', suiteOf(open)), named('b', suiteOf(open))]);
    expect(at(comparison, 'D T1', 'reqPerSec')).toBeUndefined();
    expect(comparison.notes.map(({ key }) => key)).not.toContain('closedLoop');
  });

  it('are written with one row of CSV per point, measure and run', () => {
    const comparison = compareRuns([named('a'), named('b')]);
    const measures = comparison.rows.flatMap((row) => row.measures).length;
    expect(comparisonTable(comparison).rows).toHaveLength(measures);
    expect(readingTable(comparison, englishWords, 'p50Ms').rows).toHaveLength(suitePoints.length);
  });
});

describe('a run beside the published figures', () => {
  const { termination } = seedResults;

  it('has the ratio of ours to theirs, with the interval from ours alone', () => {
    const twice = suiteWith({ experiment: 'B', topology: 'T1', protocol: 'h1' }, (point) => slower(point, 2));
    const comparison = compareRuns([named('ours', suiteOf(twice))], 'published');
    const t1 = termination.B_keepalive_64conn_64KB[1];
    expect(at(comparison, 'B T1 · HTTP/1.1', 'appUs', 0)?.figure).toEqual({ mean: t1?.appUs });
    const { ratio } = at(comparison, 'B T1 · HTTP/1.1', 'appUs')?.compared ?? {};
    expect(ratio?.mean).toBeCloseTo(2, 9);
    expect(ratio?.ci95?.map((end) => Number(end.toFixed(6)))).toEqual([1.98, 2.02]);
    expect(at(comparison, 'A T1 · HTTP/1.1', 'p99Ms', 0)?.figure).toEqual({ mean: 2.6 });
  });

  it('finds each published multiple of T1 again: 6.8 for T3 at 64 KB', () => {
    const comparison = compareRuns([named('ours')], 'published');
    const figures = [0, 1].map(
      (side) => at(comparison, 'B T3 · HTTP/1.1', 'serversUs', side)?.relative?.mean,
    );
    for (const multiple of figures)
      expect(multiple?.toFixed(1)).toBe(termination.derived.T3_over_T1_cpu_64KB.toFixed(1));
    expect(texts(comparison)[0]).toMatch(/^machine: Go 1\.23, aarch64/);
    expect(comparison.notes.map(({ key }) => key)).toEqual([
      'elsewhere',
      'publishedExact',
      'noPartners',
      'closedLoop',
    ]);
  });

  it('lists what was published and not measured, and what was measured and not published', () => {
    const onlyD = suitePoints.filter(({ experiment }) => experiment === 'D');
    const comparison = compareRuns([named('ours', suiteOf(onlyD))], 'published');
    expect(at(comparison, 'C T3', 'reqPerSec')).toEqual({ noRatio: 'notHere' });
    const whole = compareRuns([named('ours')], 'published');
    expect(at(whole, 'A T0 · HTTP/2', 'reqPerSec')).toMatchObject({ noRatio: 'noPartner' });
  });
});

it('one run, five runs and a run without points are refused', () => {
  const one = named('a');
  expect(() => compareRuns([one])).toThrow(/1 runs were given.*2 to 4/);
  expect(() => compareRuns([one, one, one, one], 'published')).toThrow(/1 to 3/);
  expect(() => compareRuns([one, named('empty', runOf([]))])).toThrow(/empty has no point/);
});
