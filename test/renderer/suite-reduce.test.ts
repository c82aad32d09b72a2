import { describe, expect, it } from 'vitest';
import { initialState, reduce, reduceAll, withSnapshot } from '../../renderer/state/reduce.ts';
import { selectExperiments, selectSuiteRun } from '../../renderer/state/suite-selectors.ts';
import { type HostEvent, hostEventSchema, type SuiteOptions } from '../../shared/api.ts';
import { createFakeHost } from './fake-host.ts';

const options: SuiteOptions = {
  experiments: ['C', 'D'],
  topologies: ['T1', 'T2'],
  proxies: ['builtin'],
  quick: true,
};

/** Everything that a host tells while it plays a suite for so many windows of 250 ms. */
async function told(windows: number, after?: 'cancel' | 'again') {
  const host = createFakeHost();
  const seen: HostEvent[] = [];
  host.subscribe((event) => seen.push(event));
  await host.calls.startSuite(options);
  for (let at = 0; at < windows; at += 1) host.tick(at * 250);
  if (after === 'cancel') await host.calls.cancelSuite();
  if (after === 'again') await host.calls.startSuite(options);
  return { host, seen, state: reduceAll(initialState, seen) };
}

describe('a suite in the window', () => {
  it('grows by one experiment after the other, and its time left falls', async () => {
    const { seen } = await told(30);
    let state = initialState;
    const states = seen.map((event) => {
      state = reduce(state, event);
      return state;
    });
    const sizes = new Set(states.map(({ suiteRun }) => suiteRun?.points.length));
    expect([...sizes]).toEqual([undefined, 2, 4]);
    const left = seen.flatMap((event) => (event.kind === 'suite' ? [event.progress.leftS] : []));
    expect(left).toEqual(left.toSorted((a, b) => b - a));
    expect(states.at(-1)?.suite?.state).toBe('done');
    expect(states.at(-1)?.status?.phase.kind).toBe('idle');
  });

  it('keeps what was measured when it is cancelled', async () => {
    const { state } = await told(15, 'cancel');
    expect(state.suite).toMatchObject({ state: 'cancelled', donePoints: 2 });
    expect(state.suiteRun?.points.map(({ experiment }) => experiment)).toEqual(['C', 'C']);
    expect(state.suiteRun?.suite?.cancelled).toBe(true);
  });

  it('takes its place: figures of the one before never stand under its progress', async () => {
    const { state } = await told(30, 'again');
    expect(state.suite?.state).toBe('running');
    expect(selectSuiteRun(state)).toBeUndefined();
  });

  it('takes its place although the window never heard how the one before ended, or how this one began', async () => {
    const { host, seen, state } = await told(15);
    expect(selectSuiteRun(state)?.id).toBe('suite-1');
    await host.calls.startSuite(options);
    await host.calls.cancelSuite();
    const [outcome] = seen.flatMap((event) => (event.kind === 'suite' ? [event] : [])).slice(-1);
    const after = reduceAll(state, outcome ? [outcome] : []);
    expect(after.suite?.state).toBe('cancelled');
    expect(selectSuiteRun(after)).toBeUndefined();
    expect(selectExperiments(after)).toEqual([]);
  });

  it('shows nothing of a run before its progress has come', async () => {
    const { state } = await told(15);
    const { seen } = await told(15);
    const later = seen.flatMap((event): HostEvent[] => {
      if (event.kind === 'suite') return [{ ...event, progress: { ...event.progress, runId: 'suite-2' } }];
      return event.kind === 'suite-run' ? [{ ...event, run: { ...event.run, id: 'suite-2' } }] : [];
    });
    const run = later.filter(({ kind }) => kind === 'suite-run');
    const progress = later.filter(({ kind }) => kind === 'suite');
    const early = reduceAll(state, run);
    expect(selectSuiteRun(early)).toBeUndefined();
    expect(selectSuiteRun(reduceAll(early, progress))?.id).toBe('suite-2');
  });

  it('is there again for a window that comes back', async () => {
    const { host, state } = await told(15, 'cancel');
    const snapshot = await host.calls.snapshot();
    const restored = withSnapshot(initialState, snapshot);
    expect(restored.suite).toEqual(state.suite);
    expect(selectSuiteRun(restored)).toEqual(selectSuiteRun(state));
    expect(selectSuiteRun(restored)?.points.length).toBe(2);
  });

  it('is told in events that the window lets in', async () => {
    const { seen } = await told(30);
    const kinds = new Set<HostEvent['kind']>(seen.map((event) => hostEventSchema.parse(event).kind));
    expect([...kinds].toSorted()).toEqual(['status', 'suite', 'suite-run']);
  });
});
