import { describe, expect, it } from 'vitest';
import { parseRttMs } from '../../renderer/controls/parse-rtt.ts';
import { initialState, type LabState, reduce } from '../../renderer/state/reduce.ts';
import {
  isAnswered,
  selectExperiments,
  selectIsSuiteBusy,
  selectUnanswered,
} from '../../renderer/state/suite-selectors.ts';
import { legLabels } from '../../renderer/suite/leg-labels.ts';
import { toggled, wholeSuite } from '../../renderer/suite/suite-options.ts';
import type { SuiteProgress } from '../../shared/api.ts';
import { experimentIds } from '../../shared/experiment-ids.ts';
import { suitePoints, suiteRun, suiteWith } from '../shared/suite-points.ts';

const progress = (state: SuiteProgress['state']): SuiteProgress => ({
  options: wholeSuite,
  state,
  donePoints: 0,
  totalPoints: 26,
  elapsedS: 1,
  leftS: 40,
});
const told = (state: LabState, ...states: SuiteProgress['state'][]) =>
  states.reduce((known, one) => reduce(known, { kind: 'suite', progress: progress(one) }), state);
const withRun = (state: LabState, points = suiteRun.points) =>
  reduce(state, { kind: 'suite-run', run: { ...suiteRun, points } });

describe('a suite', () => {
  it('keeps what it measured once it has ended, and gives it up when another begins', () => {
    const ended = told(withRun(told(initialState, 'running')), 'running', 'cancelled');
    expect(ended.suiteRun?.points).toHaveLength(suitePoints.length);
    expect(selectIsSuiteBusy(ended)).toBe(false);
    const again = told(ended, 'running');
    expect(again.suiteRun).toBeUndefined();
    expect(selectIsSuiteBusy(again)).toBe(true);
  });

  it('is shown experiment by experiment, with the claims that its points can answer', () => {
    const onlyD = withRun(
      initialState,
      suitePoints.filter(({ experiment }) => experiment === 'D'),
    );
    const [d, ...others] = selectExperiments(onlyD);
    expect(others).toEqual([]);
    expect(d?.id).toBe('D');
    expect(d?.shape.map(({ key }) => key)).toEqual(['hopLatency']);
    expect(selectUnanswered(onlyD).map(({ key }) => key)).not.toContain('hopLatency');
    expect(selectUnanswered(onlyD).length).toBeGreaterThan(5);
    expect(selectUnanswered(withRun(initialState))).toEqual([]);
  });

  it('leaves a claim unanswered when a point that it needs fails a gate', () => {
    const invalid = suiteWith({ experiment: 'D', topology: 'T2' }, (point) => ({
      ...point,
      failedGates: ['client-saturated'],
    }));
    const state = withRun(initialState, invalid);
    const d = selectExperiments(state).find(({ id }) => id === 'D');
    expect(d?.shape.filter(isAnswered)).toEqual([]);
    expect(selectUnanswered(state).map(({ key }) => key)).toContain('hopLatency');
  });
});

describe('the bars of an experiment', () => {
  const words = { newConnections: 'new', rtt: (ms: number) => `+${ms} ms` };

  it('say only what differs among them', () => {
    const ofE = suitePoints.filter(({ experiment }) => experiment === 'E');
    const ofD = suitePoints.filter(({ experiment }) => experiment === 'D');
    expect(legLabels(ofD, words)).toEqual(['T0', 'T1', 'T2', 'T3']);
    const labels = legLabels(ofE, words);
    expect(new Set(labels).size).toBe(ofE.length);
    expect(labels).toContain('T2 ×64 +1 ms');
    expect(labels).toContain('T3 new ×16');
  });
});

describe('the choice of experiments', () => {
  it('puts one in and takes it out again, in the order of all', () => {
    expect(toggled(experimentIds, ['A', 'E'], 'C')).toEqual(['A', 'C', 'E']);
    expect(toggled(experimentIds, ['A', 'C', 'E'], 'C')).toEqual(['A', 'E']);
  });
});

describe('a typed round trip', () => {
  it.each([
    ['1', 1],
    ['0.5', 0.5],
    ['0,5', 0.5],
    [' 10 ms ', 10],
    ['200ms', 200],
    ['-1', undefined],
    ['', undefined],
    ['1e3', undefined],
    ['1.', undefined],
    ['ms', undefined],
  ])('%j is %j', (text, rttMs) => {
    expect(parseRttMs(text)).toBe(rttMs);
  });
});
