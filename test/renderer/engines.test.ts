import { describe, expect, it } from 'vitest';
import { spreadOut } from '../../renderer/charts/EndLabels.tsx';
import { captionOf } from '../../renderer/charts/export/caption.ts';
import { selectEngineOptions, withEngine } from '../../renderer/state/engine-choice.ts';
import { createLabStore } from '../../renderer/state/lab-store.ts';
import { toLatencySeries } from '../../renderer/state/latency-series.ts';
import { initialState, type LabState } from '../../renderer/state/reduce.ts';
import {
  selectCpuRows,
  selectCurves,
  selectGated,
  selectHasProxy,
  selectThroughput,
  selectVerdict,
  selectWarnings,
} from '../../renderer/state/selectors.ts';
import { type Config, defaultConfig } from '../../shared/config.ts';
import { markPath, markPlaces } from '../../shared/engine-marks.ts';
import { engines } from '../../shared/words.ts';
import { fakeEngines } from './fake-engines.ts';
import { fakeLivePoint } from './fake-figures.ts';
import { createFakeHost } from './fake-host.ts';
import { figure, pointWith, sampleAt } from './figures.ts';

const cpu = { proxy: figure(50, 4), app: figure(13, 3) };
const own = fakeLivePoint(1, pointWith('T2', cpu));
const nginx = fakeLivePoint(2, pointWith('T2', { ...cpu, proxy: figure(20, 1) }, defaultConfig, 'nginx'));
const t0 = fakeLivePoint(1, pointWith('T0', { app: figure(14, 3) }));
const compare: Config = { ...defaultConfig, mode: 'compare', comparedProxies: ['builtin', 'nginx'] };
const stateWith = (change: Partial<LabState>): LabState => ({ ...initialState, ...change });
const both = stateWith({ points: [nginx, own, t0], config: compare });

describe('two engines of one topology', () => {
  it('have a bar, a curve and a throughput each, in display order', () => {
    expect(selectCpuRows(both).map(({ label }) => label)).toEqual(['T0', 'T2', 'T2·nginx']);
    expect(selectCurves(both).map(({ name }) => name)).toEqual(['T0', 'T2', 'T2·nginx']);
    expect(selectThroughput(both).map(({ name }) => name)).toEqual(['T0', 'T2', 'T2·nginx']);
  });

  it('have a line of latencies each', () => {
    const samples = [
      sampleAt(0, { topology: 'T2', proxy: 'nginx' }),
      sampleAt(250, { topology: 'T2' }),
      sampleAt(500, { topology: 'T2', proxy: 'nginx' }),
    ];
    const { lines } = toLatencySeries(samples);
    expect(lines.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['T2', 1],
      ['T2·nginx', 2],
    ]);
  });

  it('are of before, each for itself, when only the other is measured', () => {
    const config: Config = { ...defaultConfig, topology: 'T2', proxy: 'nginx' };
    const rows = selectCpuRows({ ...both, config });
    expect(rows.filter(({ earlier }) => !earlier).map(({ label }) => label)).toEqual(['T2·nginx']);
  });

  it('are named apart in warnings and grey lines', () => {
    const warning = { code: 'client-saturated' as const, message: 'busy', values: {} };
    const point = { ...nginx.point, warnings: [warning], failedGates: [warning.code] };
    const state = { ...both, points: [own, { ...nginx, point }] };
    expect(selectWarnings(state)).toEqual([{ names: ['T2·nginx'], warning }]);
    expect(selectGated(state).map(({ name }) => name)).toEqual(['T2·nginx']);
  });

  it('measured in two epochs are compared as apart', () => {
    const pairs = selectVerdict(both).filter(
      ({ values }) => values.topology === 'T2·nginx' && values.baseline === 'T2',
    );
    expect(pairs.length).toBeGreaterThan(0);
    expect(pairs.every(({ apart }) => apart)).toBe(true);
  });

  it('are named with version and TLS library under an exported chart', () => {
    const caption = captionOf(both, new Date(0)).join('\n');
    expect(caption).toContain('nginx 1.22.1 (OpenSSL 3.0.17)');
    expect(caption).toContain('builtin 0.1.0');
  });

  it('are told under an exported chart that were left out', async () => {
    const { status } = await createFakeHost().calls.snapshot();
    const fault = { code: 'engine-unfit' as const, message: 'T2·envoy is left out. It answers 502.' };
    const leftOut = [{ topology: 'T2' as const, proxy: 'envoy' as const, fault }];
    expect(captionOf({ ...both, status: { ...status, leftOut } }, new Date(0))).toContain(fault.message);
  });
});

describe('the choice of engines', () => {
  it('has no use where no topology has a proxy', () => {
    expect(selectHasProxy(stateWith({ config: { ...defaultConfig, topology: 'T1' } }))).toBe(false);
    expect(selectHasProxy(stateWith({ config: { ...defaultConfig, topology: 'T3' } }))).toBe(true);
    expect(selectHasProxy(stateWith({ config: { ...compare, compared: ['T0', 'T1'] } }))).toBe(false);
  });

  it('refuses an engine that is not there, unless it is chosen already', () => {
    const isEnvoyFixed = (config: Config) =>
      selectEngineOptions(stateWith({ config, engines: fakeEngines })).find(({ id }) => id === 'envoy')
        ?.isFixed;
    expect(isEnvoyFixed(defaultConfig)).toBe(true);
    expect(isEnvoyFixed({ ...compare, comparedProxies: ['builtin', 'envoy'] })).toBe(false);
  });

  it('keeps the last one ticked', () => {
    const options = selectEngineOptions(stateWith({ config: { ...compare, comparedProxies: ['nginx'] } }));
    expect(options.filter(({ isFixed }) => isFixed).map(({ id }) => id)).toEqual(['nginx']);
  });

  it('is one in Solo and several in Compare, and each mode keeps its own', () => {
    expect(withEngine(defaultConfig, 'caddy', true)).toMatchObject({
      proxy: 'caddy',
      comparedProxies: ['builtin'],
    });
    const more = withEngine(compare, 'caddy', true);
    expect(more.comparedProxies).toEqual(['builtin', 'nginx', 'caddy']);
    expect(withEngine(more, 'nginx', false).comparedProxies).toEqual(['builtin', 'caddy']);
    expect(more.proxy).toBe('builtin');
  });

  it('is asked for once the window is connected', async () => {
    const host = createFakeHost();
    const lab = createLabStore(
      () => host.calls,
      (flush) => flush(),
    );
    lab.listener.onConnection({ phase: 'connected' });
    await Promise.resolve();
    await Promise.resolve();
    expect(lab.store.getState().engines).toEqual(fakeEngines);
  });
});

describe('marks on lines', () => {
  it('are different for every real engine, and none is on the lab’s own', () => {
    const paths = engines.map((engine) => markPath(engine, 10, 10));
    expect(paths[0]).toBeUndefined();
    expect(new Set(paths).size).toBe(engines.length);
  });

  it('stand on the line, and not where it is broken', () => {
    const places = [
      { x: 0, y: 5 },
      { x: 30, y: 6 },
    ];
    expect(markPlaces(places, [2, 28, 60])).toEqual(places);
  });
});

describe('names at the ends of lines', () => {
  it.each([
    ['all at one height', Array.from({ length: 12 }, () => 50)],
    ['all at the bottom', Array.from({ length: 12 }, () => 110)],
  ])('do not overlap: %s', (_, wanted) => {
    const placed = spreadOut(wanted, 120, 9).toSorted((a, b) => a - b);
    const gaps = placed.slice(1).map((y, at) => y - (placed[at] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(9);
    expect(Math.max(...placed)).toBeLessThanOrEqual(120);
  });
});
