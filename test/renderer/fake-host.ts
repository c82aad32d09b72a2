import { parseRunExport, runExport } from '../../electron/host/run-export.ts';
import {
  type ExportFile,
  exportFileSchema,
  type HostCalls,
  type HostEvent,
  type LivePoint,
  type Phase,
  preferencesSchema,
  type Status,
} from '../../shared/api.ts';
import { type Channel, openPeer } from '../../shared/channel.ts';
import { type Config, defaultConfig, isComparable, parseConfig } from '../../shared/config.ts';
import { parseEngineConfigRequest } from '../../shared/engine-state.ts';
import { LabError } from '../../shared/fault.ts';
import type { HandshakeDocument } from '../../shared/handshake/document.ts';
import type { LeftOut } from '../../shared/result.ts';
import { type Series, seriesName } from '../../shared/series.ts';
import { parseSharedSettings } from '../../shared/share/settings-text.ts';
import { parseSuiteOptions } from '../../shared/suite-options.ts';
import { measuredVariants, seriesOfVariant } from '../../shared/variant.ts';
import { fakeEngineConfig, fakeEngines } from './fake-engines.ts';
import { fakeLivePoint, fakePoint, fakeSample, seeded } from './fake-figures.ts';
import { fakeHandshakes } from './fake-handshakes.ts';
import { fakeLanes } from './fake-lanes.ts';
import { type FakeSuite, playSuite } from './fake-suite.ts';

/** TEST CODE: plays the host over any channel with made-up figures. It measures nothing. */

export interface FakeHost {
  readonly calls: HostCalls;
  readonly exported: readonly ExportFile[];
  /** Hears all events from now on. */
  subscribe(listener: (event: HostEvent) => void): void;
  /** Serves one client. */
  attach(channel: Channel): void;
  /** One window of 250 ms has gone by. */
  tick(nowMs: number): void;
  /** As if an engine did not serve: live measuring goes on without it. */
  leaveOut(one: LeftOut): void;
  /** As if the handshake lab had measured this. */
  showHandshakes(document: HandshakeDocument): void;
  /** As if a role had crashed: a fault, and a gap before the next sample. */
  crash(role: string, nowMs: number): void;
}

const ticksPerSlice = 4;
const windowS = 0.25;

function fakeStatus(config: Config, epoch: number, phase: Phase, preferences: Status['preferences']): Status {
  return {
    config,
    epoch,
    phase,
    roles: [
      { role: 'app', phase: 'ready', pid: 4711 },
      { role: 'proxy', phase: 'ready', pid: 4712 },
      { role: 'load', phase: 'ready', pid: 4713 },
    ],
    leftOut: [],
    environment: {
      os: 'Linux 6.8 (Debian 12)',
      cpuModel: 'AMD EPYC 7B13',
      cores: 2,
      memoryBytes: 24 * 1024 ** 3,
      aes: true,
      runtime: { name: 'node', version: '20.20.2', tls: 'OpenSSL 3.0.19' },
    },
    preferences,
    confirmedHosts: [],
  };
}

async function keepsNoRuns(): Promise<never> {
  throw new LabError({ code: 'run-not-found', message: 'This host is made up: it keeps no runs.' });
}

/** @param answerAfterMs delay of the answer to `configure`, to look at what shows before it */
export function createFakeHost(answerAfterMs = 0): FakeHost {
  let config = defaultConfig;
  let epoch = 1;
  let isRunning = false;
  let ticks = 0;
  let hasGap = false;
  let preferences: Status['preferences'] = { theme: 'system', language: 'system' };
  let suite: FakeSuite | undefined;
  let suites = 0;
  let slices: { readonly series: Series; readonly count: number }[] = [];
  let leftOut: LeftOut[] = [];
  const noise = seeded(7);
  const exported: ExportFile[] = [];
  const history: HostEvent[] = [];
  const listeners: ((event: HostEvent) => void)[] = [];

  const seriesNow = (): Series => {
    const [first, ...others] = measuredVariants(config).map(seriesOfVariant);
    const measured = first ? [first, ...others] : [];
    return (
      measured[Math.floor(ticks / ticksPerSlice) % measured.length] ?? { topology: 'T0', proxy: 'builtin' }
    );
  };
  const count = (series: Series) => {
    const isIt = (other: { series: Series }) => seriesName(other.series) === seriesName(series);
    const before = slices.find(isIt)?.count ?? 0;
    slices = [...slices.filter((other) => !isIt(other)), { series, count: before + 1 }];
  };
  const phase = (): Phase => {
    if (suite) return { kind: 'suite' };
    return isRunning ? { kind: 'running', ...seriesNow() } : { kind: 'idle' };
  };
  const status = (): Status => ({ ...fakeStatus(config, epoch, phase(), preferences), leftOut });
  const emit = (event: HostEvent) => {
    if (event.kind !== 'status') history.push(event);
    if (history.length > 400) history.shift();
    for (const listener of listeners) listener(event);
  };
  const changed = (): Status => {
    emit({ kind: 'status', status: status() });
    return status();
  };
  const tellSuite = ({ progress, run }: ReturnType<FakeSuite['cancel']>) => {
    if (run) emit({ kind: 'suite-run', run });
    emit({ kind: 'suite', progress });
    if (progress.state === 'running') return;
    suite = undefined;
    changed();
  };
  const points = (): LivePoint[] =>
    slices.map(({ series: { topology, proxy }, count: counted }) =>
      fakeLivePoint(epoch, fakePoint(topology, config, counted, proxy)),
    );

  const calls: HostCalls = {
    snapshot: async () => ({ status: status(), events: [...history] }),
    configure: async (input) => {
      if (answerAfterMs > 0) await new Promise((resolve) => setTimeout(resolve, answerAfterMs));
      const next = parseConfig(input);
      if (!isComparable(next, config)) slices = [];
      config = next;
      epoch += 1;
      return changed();
    },
    openSettings: async (text) => {
      const { service, config: wanted } = parseSharedSettings(String(text));
      const opened = { config: wanted, before: config, stopped: isRunning, service };
      isRunning = false;
      config = wanted;
      epoch += 1;
      changed();
      emit({ kind: 'settings-opened', opened, atMs: Date.now() });
      return opened;
    },
    start: async () => {
      isRunning = true;
      return changed();
    },
    stop: async () => {
      isRunning = false;
      return changed();
    },
    forceHandshakes: async () => status(),
    startHandshakes: async () => {
      const progress = { doing: '', doneBatches: 0, totalBatches: 0 };
      emit({ kind: 'handshake-document', document: fakeHandshakes() });
      emit({ kind: 'handshake-lab', state: { state: 'done', progress } });
      return status();
    },
    cancelHandshakes: async () => status(),
    startSuite: async (input) => {
      isRunning = false;
      suites += 1;
      const begun = { id: `suite-${suites}`, startedAt: '2026-12-01T09:30:00Z' };
      suite = playSuite(parseSuiteOptions(input), status().environment, begun);
      tellSuite(suite.advance(0));
      return changed();
    },
    cancelSuite: async () => {
      if (suite) tellSuite(suite.cancel());
      return changed();
    },
    probe: async () => {
      throw new LabError({ code: 'internal', message: 'This host is made up: it opens no connection.' });
    },
    cancelProbe: async () => changed(),
    engines: async () => fakeEngines,
    engineConfig: async (asked) => fakeEngineConfig(parseEngineConfigRequest(asked)),
    confirmHost: async () => changed(),
    setPreferences: async (input) => {
      preferences = preferencesSchema.parse(input);
      return changed();
    },
    runs: async () => ({ folder: '/made-up/runs', runs: [], problems: [] }),
    run: keepsNoRuns,
    labelRun: keepsNoRuns,
    deleteRun: keepsNoRuns,
    restoreRun: keepsNoRuns,
    openRun: keepsNoRuns,
    revealRun: keepsNoRuns,
    keepRun: keepsNoRuns,
    keepLiveRun: keepsNoRuns,
    exportRun: async (input) => ({ download: await runExport(parseRunExport(input), undefined) }),
    exportFile: async (input) => {
      exported.push(exportFileSchema.parse(input));
      return { download: true };
    },
  };

  return {
    calls,
    exported,
    subscribe: (listener) => listeners.push(listener),
    attach: (channel) => {
      const peer = openPeer(channel, calls);
      listeners.push((event) => peer.notify('onEvent', event));
    },
    tick: (nowMs) => {
      if (suite) tellSuite(suite.advance(windowS));
      if (!isRunning) return;
      const series = seriesNow();
      count(series);
      const facts = {
        epoch,
        ...series,
        slice: Math.floor(ticks / ticksPerSlice),
        atMs: nowMs,
        afterGap: hasGap,
      };
      hasGap = false;
      emit({ kind: 'sample', sample: fakeSample(facts, config, noise) });
      emit({ kind: 'points', points: points() });
      // A real engine does not tell when it dials the app.
      const seenHops = series.proxy === 'builtin' ? undefined : 1;
      if (ticks % 4 === 0)
        emit({
          kind: 'timeline',
          timeline: { ...series, lanes: fakeLanes(series.topology, config, noise).slice(0, seenHops) },
        });
      ticks += 1;
      if (measuredVariants(config).length > 1 && ticks % ticksPerSlice === 0) changed();
    },
    leaveOut: (one) => {
      leftOut = [...leftOut, one];
      changed();
    },
    showHandshakes: (document) => emit({ kind: 'handshake-document', document }),
    crash: (role, nowMs) => {
      hasGap = true;
      const lastStderr = ['Error: killed by somebody at the workshop', '    at roles/app.ts:12'];
      const message = `The ${role} ended with signal SIGKILL and is being restarted.`;
      emit({ kind: 'fault', atMs: nowMs, fault: { code: 'role-crashed', role, message, lastStderr } });
    },
  };
}
