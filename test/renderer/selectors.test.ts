import { describe, expect, it } from 'vitest';
import { toLatencySeries } from '../../renderer/state/latency-series.ts';
import { initialState, type LabState } from '../../renderer/state/reduce.ts';
import {
  selectCpuRows,
  selectCurves,
  selectGated,
  selectHasTls,
  selectLooseFault,
  selectShownPoints,
  selectThroughput,
  selectWarnings,
  selectWireCosts,
} from '../../renderer/state/selectors.ts';
import { lanesOpenedThroughWire, toTimelineDrawing } from '../../renderer/state/timeline-lanes.ts';
import { type Config, defaultConfig } from '../../shared/config.ts';
import { fakeLivePoint } from './fake-figures.ts';
import { fakeLanes } from './fake-lanes.ts';
import { figure, pointWith, sampleAt } from './figures.ts';

const t0 = fakeLivePoint(1, pointWith('T0', { app: figure(14, 3) }));
const t2 = fakeLivePoint(1, pointWith('T2', { proxy: figure(50, 4), app: figure(13, 3) }));
const stateWith = (change: Partial<LabState>): LabState => ({ ...initialState, ...change });
const compare: Config = { ...defaultConfig, mode: 'compare' };

describe('rows of the CPU chart', () => {
  it('give the same object back until points or settings change', () => {
    const state = stateWith({ points: [t0, t2] });
    expect(selectCpuRows({ ...state, samples: [sampleAt(1)] })).toBe(selectCpuRows(state));
  });

  it('stand in display order with the servers’ sum and its interval', () => {
    const rows = selectCpuRows(stateWith({ points: [t2, t0], config: compare }));
    expect(rows.map(({ topology }) => topology)).toEqual(['T0', 'T2']);
    expect(rows[1]?.servers).toEqual({ mean: 63, ci95: [58, 68] });
    expect(rows[0]?.proxy).toBeUndefined();
  });

  it('mark in Solo what was measured earlier', () => {
    const config: Config = { ...defaultConfig, topology: 'T2' };
    const rows = selectCpuRows(stateWith({ points: [t0, t2], config }));
    expect(rows.map(({ earlier }) => earlier)).toEqual([true, false]);
  });

  it('keep the figures of the settings before, as such, until the first of the new ones come', () => {
    const config: Config = { ...compare, workload: { ...compare.workload, bodyBytes: 1024 } };
    const old = stateWith({ points: [t0, t2], config });
    expect(selectShownPoints(old)).toMatchObject({ outdated: true });
    expect(selectCpuRows(old).every(({ earlier }) => earlier)).toBe(true);
    const fresh = fakeLivePoint(2, pointWith('T0', { app: figure(15, 1) }, config));
    const shown = selectShownPoints({ ...old, points: [t2, fresh] });
    expect(shown.points).toEqual([fresh]);
    expect(shown.outdated).toBe(false);
  });
});

describe('figures of a lab that no longer answers', () => {
  it('are of before in every chart', () => {
    const live = stateWith({ points: [t0, t2], config: compare, connection: { phase: 'connected' } });
    const lost: LabState = { ...live, connection: { phase: 'reconnecting', attempt: 1, refused: false } };
    for (const select of [selectCpuRows, selectCurves, selectThroughput]) {
      expect(select(live).map(({ earlier }) => earlier)).toEqual([false, false]);
      expect(select(lost).map(({ earlier }) => earlier)).toEqual([true, true]);
    }
  });
});

describe('a refused change', () => {
  it('is said once: beside its control, or at the start button when no control says it', () => {
    const refused = (field: string) =>
      selectLooseFault(stateWith({ configFault: { code: 'bad-config', message: 'no', field } }));
    expect(refused('workload.bodyBytes')).toBeUndefined();
    expect(refused('workload.reuse')?.message).toBe('no');
    expect(refused('tls.version')?.message).toBe('no');
  });
});

describe('percentile curves', () => {
  it('put 90 % at 1, 99 % at 2 and leave out what the axis cannot show', () => {
    const curve = [0, 0.9, 0.99, 0.9999, 0.999_999, 1].map((quantile) => ({ quantile, ms: 1 }));
    const rows = selectCurves(stateWith({ points: [{ ...t0, curve }] }))[0]?.rows ?? [];
    expect(rows.map(({ x }) => Number(x.toFixed(6)))).toEqual([0, 1, 2, 4]);
  });
});

describe('the latency chart', () => {
  it('breaks a line where a window was lost, and marks it', () => {
    const series = toLatencySeries([sampleAt(0), sampleAt(250), sampleAt(900, { afterGap: true })]);
    expect(series.lines[0]?.rows.map(({ p50 }) => p50 === null)).toEqual([false, false, true, false]);
    expect(series.marks.map(({ kind }) => kind)).toEqual(['gap']);
  });

  it('breaks a line where the settings changed', () => {
    const series = toLatencySeries([sampleAt(0), sampleAt(250, { epoch: 2 })]);
    expect(series.lines[0]?.rows[1]?.p50).toBeNull();
    expect(series.marks.map(({ kind }) => kind)).toEqual(['change']);
  });

  it('joins the slices of one topology across those of the others', () => {
    const slices = [sampleAt(0), sampleAt(250, { topology: 'T2' }), sampleAt(500)];
    const { lines, marks } = toLatencySeries(slices);
    expect(lines.map(({ topology, rows }) => [topology, rows.length])).toEqual([
      ['T1', 2],
      ['T2', 1],
    ]);
    expect(marks).toEqual([]);
  });

  it('shows one minute', () => {
    const { lines } = toLatencySeries([sampleAt(0), sampleAt(61_000)]);
    expect(lines[0]?.rows.map(({ secondsAgo }) => secondsAgo)).toEqual([0]);
  });
});

describe('handshake lanes', () => {
  it('begin at the first event of the client’s hop and skip the opening of a reused connection', () => {
    const drawing = toTimelineDrawing(fakeLanes('T3', defaultConfig, () => 0.5));
    const [outer, inner] = drawing?.lanes ?? [];
    expect(outer?.spans[0]).toMatchObject({ kind: 'connect', startUs: 0 });
    expect(outer?.spans.map(({ kind }) => kind)).toEqual(['connect', 'tls', 'waiting', 'receiving']);
    expect(inner?.spans.map(({ kind }) => kind)).toEqual(['waiting', 'receiving']);
    expect(drawing?.durationUs).toBe(outer?.spans.at(-1)?.endUs);
  });

  it('have no TLS stretch on plaintext', () => {
    const drawing = toTimelineDrawing(fakeLanes('T0', defaultConfig, () => 0.5));
    expect(drawing?.lanes[0]?.spans.map(({ kind }) => kind)).not.toContain('tls');
    expect(toTimelineDrawing([])).toBeUndefined();
  });
});

describe('small selections', () => {
  it('gather a warning of several topologies in one entry', () => {
    const warning = { code: 'client-saturated' as const, message: '', values: {} };
    const points = [t0, t2].map((live) => ({ ...live, point: { ...live.point, warnings: [warning] } }));
    expect(selectWarnings(stateWith({ points }))).toEqual([{ names: ['T0', 'T2'], warning }]);
  });

  it('know whether any measured hop has TLS', () => {
    expect(selectHasTls(stateWith({ config: { ...defaultConfig, topology: 'T0' } }))).toBe(false);
    expect(selectHasTls(stateWith({ config: compare }))).toBe(true);
  });
});

describe('a point that fails a gate', () => {
  const point = { ...t0.point, failedGates: ['client-saturated' as const] };
  const state = stateWith({ points: [{ ...t0, point }, t2], config: compare });

  it('says which in every chart, and only there', () => {
    for (const select of [selectCpuRows, selectCurves, selectThroughput])
      expect(select(state).map(({ failedGates }) => failedGates)).toEqual([['client-saturated'], []]);
    expect(selectGated(state).map(({ name }) => name)).toEqual(['T0']);
  });

  it('makes no line grey that was measured under other settings', () => {
    const config: Config = { ...compare, workload: { ...compare.workload, bodyBytes: 1024 } };
    expect(selectGated({ ...state, config })).toEqual([]);
  });
});

describe('distance', () => {
  const network = { innerRttMs: 1, outerRttMs: 0 };

  it('has its CPU per request beside the tiers, and none where no wire or no request was', () => {
    const wire = { userUs: 30_000, systemUs: 10_000, utilisation: 0.1, bytes: 1 };
    const withWire = { ...t2, point: { ...t2.point, wire, requests: 4000 } };
    const idle = { ...t0, point: { ...t0.point, wire, requests: 0 } };
    expect(selectWireCosts(stateWith({ points: [withWire], config: compare }))).toEqual([
      { name: 'T2', cpuUsPerRequest: 10 },
    ]);
    expect(selectWireCosts(stateWith({ points: [idle, t2], config: compare }))).toEqual([]);
  });

  it('is noted on the hops that were opened through a wire, not on open ones', () => {
    const lanes = fakeLanes('T3', { ...defaultConfig, network }, () => 0.5);
    const opened = lanes.map((lane) => ({ ...lane, reused: false }));
    expect(lanesOpenedThroughWire(lanes, network)).toEqual([]);
    expect(lanesOpenedThroughWire(opened, network).map(({ from }) => from)).toEqual(['proxy']);
    expect(lanesOpenedThroughWire(opened, { innerRttMs: 0, outerRttMs: 2 }).map(({ from }) => from)).toEqual([
      'client',
    ]);
  });
});
