import { describe, expect, it } from 'vitest';
import {
  initialState,
  maxFaults,
  maxSamples,
  reduce,
  reduceAll,
  withAccepted,
  withAsked,
  withRefused,
  withSnapshot,
} from '../../renderer/state/reduce.ts';
import type { HostEvent } from '../../shared/api.ts';
import { type Config, defaultConfig } from '../../shared/config.ts';
import { fakeEngines } from './fake-engines.ts';
import { fakeLivePoint } from './fake-figures.ts';
import { createFakeHost } from './fake-host.ts';
import { fakeLanes } from './fake-lanes.ts';
import { figure, pointWith, sampleAt } from './figures.ts';

const { status } = await createFakeHost().calls.snapshot();
const fault = (at: number): HostEvent => ({
  kind: 'fault',
  atMs: at,
  fault: { code: 'role-crashed', message: `crash ${at}` },
});
const withBody = (bodyBytes: number): Config => ({
  ...defaultConfig,
  workload: { ...defaultConfig.workload, bodyBytes },
});

describe('the reducer', () => {
  it('keeps one minute of samples at 4 Hz, the newest', () => {
    const events = Array.from(
      { length: 300 },
      (_, at): HostEvent => ({ kind: 'sample', sample: sampleAt(at) }),
    );
    const { samples } = events.reduce(reduce, initialState);
    expect(samples).toHaveLength(maxSamples);
    expect(samples.at(-1)?.atMs).toBe(299);
  });

  it('keeps the newest faults and counts all', () => {
    const state = Array.from({ length: 50 }, (_, at) => fault(at)).reduce(reduce, initialState);
    expect(state.faults).toHaveLength(maxFaults);
    expect(state.faultCount).toBe(50);
    expect(new Set(state.faults.map(({ id }) => id)).size).toBe(maxFaults);
  });

  it('takes a burst of events as the events one by one', () => {
    const events: HostEvent[] = [
      { kind: 'points', points: [] },
      { kind: 'sample', sample: sampleAt(1) },
      { kind: 'points', points: [fakeLivePoint(1, pointWith('T0', { app: figure(14, 1) }))] },
      fault(1),
      { kind: 'status', status },
    ];
    expect(reduceAll(initialState, events)).toEqual(events.reduce(reduce, initialState));
  });
});

describe('timelines of two engines of one topology', () => {
  it('stand beside each other', () => {
    const lanes = fakeLanes('T2', defaultConfig, () => 0.5);
    const events = (['builtin', 'nginx'] as const).map(
      (proxy, at): HostEvent => ({
        kind: 'timeline',
        timeline: { topology: 'T2', proxy, lanes: lanes.slice(at) },
      }),
    );
    const { timelines } = events.reduce(reduce, initialState);
    expect(timelines).toEqual({ T2: lanes, T2·nginx: lanes.slice(1) });
  });
});

describe('a change of the configuration', () => {
  it('shows at once and is not undone by an older status on its way', () => {
    const asked = withAsked({ ...initialState, status }, withBody(1024));
    const during = reduce(asked, { kind: 'status', status });
    expect(during.config.workload.bodyBytes).toBe(1024);
  });

  it('is corrected by the answer to the newest request only', () => {
    const twice = withAsked(withAsked({ ...initialState, status }, withBody(1024)), withBody(4096));
    const first = withAccepted(twice, { ...status, config: withBody(1024) });
    expect(first.config.workload.bodyBytes).toBe(4096);
    const second = withAccepted(first, { ...status, config: withBody(4096) });
    expect(second.config.workload.bodyBytes).toBe(4096);
    expect(second.awaiting).toBe(0);
  });

  it('goes back to what holds when it is refused, and says why', () => {
    const asked = withAsked({ ...initialState, status }, withBody(-1));
    const refused = withRefused(asked, { code: 'bad-config', message: 'no', field: 'workload.bodyBytes' });
    expect(refused.config).toEqual(status.config);
    expect(refused.configFault?.field).toBe('workload.bodyBytes');
    expect(withAsked(refused, withBody(1)).configFault).toBeUndefined();
  });
});

describe('a snapshot', () => {
  it('leaves the engines that are known', () => {
    const after = withSnapshot({ ...initialState, engines: fakeEngines }, { status, events: [] });
    expect(after.engines).toBe(fakeEngines);
  });

  it('replaces what was known and does not repeat faults already shown', () => {
    const before = [fault(1), { kind: 'sample', sample: sampleAt(1) } as const].reduce(reduce, initialState);
    const after = withSnapshot(before, { status, events: [fault(1), fault(2)] });
    expect(after.samples).toEqual([]);
    expect(after.faults.map(({ fault: { message } }) => message)).toEqual(['crash 1', 'crash 2']);
    expect(after.status).toEqual(status);
  });
});
