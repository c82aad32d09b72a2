import { describe, expect, it } from 'vitest';
import { initialState, type LabState } from '../../renderer/state/reduce.ts';
import {
  selectExperiments,
  selectIsSuiteBusy,
  selectUnanswered,
  selectUnsaidFault,
} from '../../renderer/state/suite-selectors.ts';
import type { SuiteProgress } from '../../shared/api.ts';
import type { Point } from '../../shared/result.ts';
import { suitePoints, suiteRun } from '../shared/suite-points.ts';
import { createFakeHost } from './fake-host.ts';

const { status } = await createFakeHost().calls.snapshot();
const progress: SuiteProgress = {
  runId: suiteRun.id,
  options: { experiments: ['D'], topologies: ['T1'], proxies: ['builtin'], quick: true },
  state: 'done',
  donePoints: 0,
  totalPoints: 1,
  elapsedS: 0,
  leftS: 1,
};
const withPoints = (points: readonly Point[]): LabState => ({
  ...initialState,
  suite: progress,
  suiteRun: { ...suiteRun, points: [...points] },
});
const only = (...ids: string[]) => suitePoints.filter(({ experiment }) => ids.includes(experiment ?? ''));

describe('the experiments of a suite', () => {
  it('stand in order, whatever the order of their points, and only those that have some', () => {
    const found = selectExperiments(withPoints([...only('D'), ...only('A')]));
    expect(found.map(({ id }) => id)).toEqual(['A', 'D']);
    expect(selectExperiments(initialState)).toEqual([]);
  });

  it('have the statements that their own points answer, and no others', () => {
    const found = selectExperiments(withPoints(only('D', 'E')));
    const keys = found.map(({ shape }) => shape.map(({ key }) => key));
    expect(keys[0]).toEqual(['hopLatency']);
    expect(keys[1]).toContain('innerRttT2');
  });

  it('say of an invalid point that it answers nothing, and why', () => {
    const invalid = only('D').map((point): Point => ({ ...point, failedGates: ['errors'] }));
    const state = withPoints(invalid);
    expect(selectExperiments(state)[0]?.shape).toMatchObject([{ outcome: 'cannotTell', reason: 'invalid' }]);
    expect(selectUnanswered(state).map(({ key }) => key)).not.toContain('hopLatency');
    expect(selectUnanswered(state).map(({ key }) => key)).toContain('openTls');
  });

  it('leave nothing unanswered in a whole suite, and nothing to say before one', () => {
    expect(selectUnanswered(withPoints(suitePoints))).toEqual([]);
    expect(selectUnanswered(initialState)).toEqual([]);
  });

  it('are the same object until the run changes', () => {
    const state = withPoints(only('C'));
    expect(selectExperiments({ ...state, faultCount: 3 })).toBe(selectExperiments(state));
  });
});

describe('a suite', () => {
  it('is busy while its progress or the phase says so', () => {
    const suite: SuiteProgress = { ...progress, state: 'running' };
    expect(selectIsSuiteBusy(initialState)).toBe(false);
    expect(selectIsSuiteBusy({ ...initialState, suite })).toBe(true);
    expect(selectIsSuiteBusy({ ...initialState, suite: { ...suite, state: 'cancelled' } })).toBe(false);
    const inSuite = { ...status, phase: { kind: 'suite' } as const };
    expect(selectIsSuiteBusy({ ...initialState, status: inSuite })).toBe(true);
  });

  it('that ended early says why once: among the failures, or else in its own head', () => {
    const fault = { code: 'role-crashed', message: 'The proxy ended.' } as const;
    const state = { ...withPoints(suitePoints), suiteRun: { ...suiteRun, fault } };
    expect(selectUnsaidFault(state)).toEqual(fault);
    expect(selectUnsaidFault({ ...state, faults: [{ id: 1, fault, atMs: 0 }] })).toBeUndefined();
  });
});
