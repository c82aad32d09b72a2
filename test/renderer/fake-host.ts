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
import {
  type Config,
  defaultConfig,
  isComparable,
  measuredTopologies,
  parseConfig,
} from '../../shared/config.ts';
import { parseSuiteOptions } from '../../shared/suite-options.ts';
import type { TopologyId } from '../../shared/topologies.ts';
import { fakeLivePoint, fakePoint, fakeSample, seeded } from './fake-figures.ts';
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
    environment: {
      os: 'Linux 6.8 (Debian 12)',
      cpuModel: 'AMD EPYC 7B13',
      cores: 2,
      memoryBytes: 24 * 1024 ** 3,
      aes: true,
      runtime: { name: 'node', version: '20.20.2', tls: 'OpenSSL 3.0.19' },
    },
    preferences,
  };
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
  let slices: Partial<Record<TopologyId, number>> = {};
  const noise = seeded(7);
  const exported: ExportFile[] = [];
  const history: HostEvent[] = [];
  const listeners: ((event: HostEvent) => void)[] = [];

  const topologyNow = (): TopologyId => {
    const measured = measuredTopologies(config);
    return measured[Math.floor(ticks / ticksPerSlice) % measured.length] ?? 'T0';
  };
  const phase = (): Phase => {
    if (suite) return { kind: 'suite' };
    return isRunning ? { kind: 'running', topology: topologyNow() } : { kind: 'idle' };
  };
  const status = (): Status => fakeStatus(config, epoch, phase(), preferences);
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
    Object.entries(slices).flatMap(([id, count]) => {
      const topology = (['T0', 'T1', 'T2', 'T3'] as const).find((each) => each === id);
      return topology ? [fakeLivePoint(epoch, fakePoint(topology, config, count))] : [];
    });

  const calls: HostCalls = {
    snapshot: async () => ({ status: status(), events: [...history] }),
    configure: async (input) => {
      if (answerAfterMs > 0) await new Promise((resolve) => setTimeout(resolve, answerAfterMs));
      const next = parseConfig(input);
      if (!isComparable(next, config)) slices = {};
      config = next;
      epoch += 1;
      return changed();
    },
    start: async () => {
      isRunning = true;
      return changed();
    },
    stop: async () => {
      isRunning = false;
      return changed();
    },
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
    setPreferences: async (input) => {
      preferences = preferencesSchema.parse(input);
      return changed();
    },
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
      const topology = topologyNow();
      slices = { ...slices, [topology]: (slices[topology] ?? 0) + 1 };
      const facts = {
        epoch,
        topology,
        slice: Math.floor(ticks / ticksPerSlice),
        atMs: nowMs,
        afterGap: hasGap,
      };
      hasGap = false;
      emit({ kind: 'sample', sample: fakeSample(facts, config, noise) });
      emit({ kind: 'points', points: points() });
      if (ticks % 4 === 0)
        emit({ kind: 'timeline', timeline: { topology, lanes: fakeLanes(topology, config, noise) } });
      ticks += 1;
      if (measuredTopologies(config).length > 1 && ticks % ticksPerSlice === 0) changed();
    },
    crash: (role, nowMs) => {
      hasGap = true;
      const lastStderr = ['Error: killed by somebody at the workshop', '    at roles/app.ts:12'];
      const message = `The ${role} ended with signal SIGKILL and is being restarted.`;
      emit({ kind: 'fault', atMs: nowMs, fault: { code: 'role-crashed', role, message, lastStderr } });
    },
  };
}
