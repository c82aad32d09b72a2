import { describe, expect, it } from 'vitest';
import { parseRttMs } from '../../renderer/controls/parse-rtt.ts';
import { toggled, wholeSuite } from '../../renderer/suite/suite-options.ts';
import { inLegs, legLabels } from '../../shared/leg-labels.ts';
import { parseSuiteOptions } from '../../shared/suite-options.ts';
import { madePoints } from '../shared/planner/made-points.ts';
import { suitePoints } from '../shared/suite-points.ts';

const of = (id: string) => suitePoints.filter(({ experiment }) => experiment === id);
const words = {
  newConnections: 'new',
  resumed: 'resumed',
  bytes: (bytes: number) => `${bytes} B`,
  rtt: (rttMs: number) => `+${rttMs} ms`,
};
const labels = (id: string) => legLabels(inLegs(of(id)), words);

describe('labels of bars', () => {
  it('are the topology alone where nothing else differs', () => {
    expect(labels('D')).toEqual(['T0', 'T1', 'T2', 'T3']);
  });

  it('say only what differs', () => {
    expect(labels('A').slice(0, 5)).toEqual(['T0 h1', 'T1 h1', 'T2 h1', 'T3 h1', 'T0 h2']);
  });

  it('tell every bar of the fullest experiment from the others', () => {
    const all = labels('E');
    expect(new Set(all).size).toBe(all.length);
    expect(all).toContain('T3 new ×16 +1 ms');
  });

  it('tell every bar of the planner experiment from the others', () => {
    const planned = legLabels(inLegs(madePoints()), words);
    expect(new Set(planned).size).toBe(planned.length);
    expect(planned).toContain('T1 256 B new 1/10 resumed');
    expect(planned).toContain('T1 256 B ×1');
  });

  it('go with points leg by leg, whatever the order in which they were measured', () => {
    const interleaved = of('A').toSorted((a, b) => a.topology.localeCompare(b.topology));
    const sorted = inLegs(interleaved);
    expect(sorted.map(({ workload }) => workload.protocol)).toEqual([
      ...Array(4).fill('h1'),
      ...Array(4).fill('h2'),
    ]);
  });
});

describe('the choice of a suite', () => {
  it('is at first everything, and is one that the lab takes', () => {
    expect(parseSuiteOptions(wholeSuite)).toEqual(wholeSuite);
  });

  it('puts a value in or takes it out, in the order of all', () => {
    expect(toggled(['a', 'b', 'c'], ['c', 'a'], 'b')).toEqual(['a', 'b', 'c']);
    expect(toggled(['a', 'b', 'c'], ['c', 'a'], 'a')).toEqual(['c']);
  });
});

describe('a typed RTT', () => {
  it.each([
    ['0', 0],
    ['1', 1],
    ['0.5', 0.5],
    ['0,5', 0.5],
    [' 20 ', 20],
    ['20 ms', 20],
    ['200', 200],
  ])('%j is %d ms', (text, ms) => {
    expect(parseRttMs(text)).toBe(ms);
  });

  it.each(['', 'far', '-1', '1e3', '1 s', '1.2.3', 'Infinity'])('%j is none', (text) => {
    expect(parseRttMs(text)).toBeUndefined();
  });
});
