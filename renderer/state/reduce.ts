import type {
  HandshakeCapture,
  HostEvent,
  LivePoint,
  Snapshot,
  Status,
  SuiteProgress,
} from '../../shared/api.ts';
import { type Config, defaultConfig, isComparable } from '../../shared/config.ts';
import type { EngineState } from '../../shared/engine-state.ts';
import type { Fault } from '../../shared/fault.ts';
import type { HandshakeDocument } from '../../shared/handshake/document.ts';
import type { HandshakeState } from '../../shared/handshake/options.ts';
import type { Probe } from '../../shared/probe/probe.ts';
import type { ProbeRequest } from '../../shared/probe/probe-request.ts';
import type { Run } from '../../shared/result.ts';
import type { Sample } from '../../shared/sample.ts';
import type { OpenedRun, RunList, RunSummary } from '../../shared/saved-runs.ts';
import { seriesName } from '../../shared/series.ts';
import type { Lane } from '../../shared/timeline.ts';
import { hopName } from '../../shared/topologies.ts';
import type { Connection } from '../connect.ts';

/** One minute at 4 Hz. */
export const maxSamples = 240;
export const maxFaults = 20;

export interface SeenFault {
  /** Rises with every fault, so that the same failure twice is two entries. */
  readonly id: number;
  readonly fault: Fault;
  readonly atMs: number;
}

export type HandshakesByHop = Readonly<Partial<Record<string, HandshakeCapture>>>;

export type OpenedNotice = Extract<HostEvent, { kind: 'settings-opened' }>;

export type ProbeState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly request: ProbeRequest }
  | { readonly phase: 'done'; readonly request: ProbeRequest; readonly found: Probe }
  | { readonly phase: 'refused'; readonly request: ProbeRequest; readonly fault: Fault };

/** Everything the window knows. Bounded, whatever the host sends. */
export interface LabState {
  readonly connection: Connection;
  /** Absent until the host has answered for the first time. */
  readonly status: Status | undefined;
  /** As the person asked; the host's answer corrects it. */
  readonly config: Config;
  /** Requests to change the configuration that the host has not answered yet. */
  readonly awaiting: number;
  /** Why the last change was refused; shown beside the control of its field. */
  readonly configFault: Fault | undefined;
  readonly samples: readonly Sample[];
  readonly points: readonly LivePoint[];
  /** By the name of the series. */
  readonly timelines: Readonly<Partial<Record<string, readonly Lane[]>>>;
  /** The newest of each hop, by the name of the series and that of the hop. */
  readonly handshakes: Readonly<Partial<Record<string, HandshakesByHop>>>;
  /** The real engines that can play the proxy; absent until the host has said. */
  readonly engines: readonly EngineState[] | undefined;
  /** How far the suite is, or how it ended; absent when none was started. */
  readonly suite: SuiteProgress | undefined;
  /** The last run told, which need not be the suite's whose progress is shown: `selectSuiteRun` knows. */
  readonly suiteRun: Run | undefined;
  /** How far the handshake lab is, or how it ended; absent when it was never started. */
  readonly handshakeLab: HandshakeState | undefined;
  /** What it measured last. */
  readonly handshakeDocument: HandshakeDocument | undefined;
  /** What became of the probe that this window asked for last. */
  readonly probe: ProbeState;
  /** The saved runs; absent until this window has asked for them. */
  readonly runs: RunList | undefined;
  /** Ids of those that are looked at, in the order in which they were chosen. */
  readonly chosenRuns: readonly string[];
  /** The run that this window opened from a file last, and what came of it. */
  readonly openedRun: OpenedRun | undefined;
  /** The run that this window deleted last, for as long as it can be had back. */
  readonly deletedRun: RunSummary | undefined;
  /** What this window kept last of what is measured live. */
  readonly keptRun: RunSummary | undefined;
  /** Rises whenever the list of saved runs has changed: whoever shows it asks for it again. */
  readonly runsRevision: number;
  /** Settings that came from a link or a file, until something is started or the person has seen enough of it. */
  readonly openedSettings: OpenedNotice | undefined;
  /** When those settings were opened whose notice was dismissed last: a reconnected host tells of them again. */
  readonly dismissedSettingsAtMs: number | undefined;
  readonly faults: readonly SeenFault[];
  readonly faultCount: number;
}

export const initialState: LabState = {
  connection: { phase: 'connecting' },
  status: undefined,
  config: defaultConfig,
  awaiting: 0,
  configFault: undefined,
  samples: [],
  points: [],
  timelines: {},
  handshakes: {},
  engines: undefined,
  suite: undefined,
  suiteRun: undefined,
  handshakeLab: undefined,
  handshakeDocument: undefined,
  probe: { phase: 'idle' },
  runs: undefined,
  chosenRuns: [],
  openedRun: undefined,
  deletedRun: undefined,
  keptRun: undefined,
  runsRevision: 0,
  openedSettings: undefined,
  dismissedSettingsAtMs: undefined,
  faults: [],
  faultCount: 0,
};

/** While an own change is on its way, the host's configuration is older than what the person sees: it waits. */
function withStatus(state: LabState, status: Status): LabState {
  const config = state.awaiting > 0 ? state.config : status.config;
  // A handshake under other settings says nothing of these.
  const isStale = state.status !== undefined && !isComparable(state.status.config, status.config);
  const { timelines, handshakes } = isStale ? initialState : state;
  const isStill = status.phase.kind === 'idle' || status.phase.kind === 'failed';
  const openedSettings = isStill ? state.openedSettings : undefined;
  return { ...state, status, config, timelines, handshakes, openedSettings };
}

function withHandshake(state: LabState, handshake: HandshakeCapture): LabState {
  const series = seriesName(handshake);
  const byHop = { ...state.handshakes[series], [hopName(handshake)]: handshake };
  return { ...state, handshakes: { ...state.handshakes, [series]: byHop } };
}

function withFault(state: LabState, fault: Fault, atMs: number): LabState {
  const seen = { id: state.faultCount + 1, fault, atMs };
  return { ...state, faults: [...state.faults, seen].slice(-maxFaults), faultCount: seen.id };
}

/** The next state after something that the host said. */
export function reduce(state: LabState, event: HostEvent): LabState {
  switch (event.kind) {
    case 'status':
      return withStatus(state, event.status);
    case 'sample':
      return { ...state, samples: [...state.samples.slice(1 - maxSamples), event.sample] };
    case 'points':
      return { ...state, points: event.points };
    case 'timeline':
      return {
        ...state,
        timelines: { ...state.timelines, [seriesName(event.timeline)]: event.timeline.lanes },
      };
    case 'runs':
      return { ...state, runsRevision: state.runsRevision + 1 };
    case 'handshake':
      return withHandshake(state, event.handshake);
    case 'suite':
      return { ...state, suite: event.progress };
    case 'suite-run':
      return { ...state, suiteRun: event.run };
    case 'handshake-lab':
      return { ...state, handshakeLab: event.state };
    case 'handshake-document':
      return { ...state, handshakeDocument: event.document };
    case 'settings-opened':
      return event.atMs === state.dismissedSettingsAtMs ? state : { ...state, openedSettings: event };
    case 'fault':
      return withFault(state, event.fault, event.atMs);
  }
}

/** Several events as one change. Only the last of what replaces itself is worked out. */
export function reduceAll(state: LabState, events: readonly HostEvent[]): LabState {
  const lastPoints = events.findLastIndex((event) => event.kind === 'points');
  return events.filter((event, at) => event.kind !== 'points' || at === lastPoints).reduce(reduce, state);
}

/** After (re)connecting: what the host knows replaces what the window knew; faults already shown stay, and so does what this window asked for: engines, the probe, runs. */
export function withSnapshot(state: LabState, snapshot: Snapshot): LabState {
  const { connection, faults, faultCount, engines, probe, dismissedSettingsAtMs } = state;
  const { runs, chosenRuns, openedRun, deletedRun, keptRun } = state;
  const known = new Set(faults.map((seen) => `${seen.atMs} ${seen.fault.message}`));
  const isNew = (event: HostEvent) =>
    event.kind !== 'fault' || !known.has(`${event.atMs} ${event.fault.message}`);
  const kept = {
    connection,
    engines,
    probe,
    runs,
    chosenRuns,
    openedRun,
    deletedRun,
    keptRun,
    faults,
    faultCount,
    dismissedSettingsAtMs,
  };
  const cleared: LabState = { ...initialState, ...kept };
  return reduceAll(withStatus(cleared, snapshot.status), snapshot.events.filter(isNew));
}

/** The person asked for another configuration: it shows at once. */
export function withAsked(state: LabState, config: Config): LabState {
  return { ...state, config, awaiting: state.awaiting + 1, configFault: undefined };
}

/** The host took a configuration. */
export function withAccepted(state: LabState, status: Status): LabState {
  return withStatus({ ...state, awaiting: Math.max(0, state.awaiting - 1) }, status);
}

/** The host refused one: what holds is the host's again, once nothing newer is on its way. */
export function withRefused(state: LabState, fault: Fault): LabState {
  const awaiting = Math.max(0, state.awaiting - 1);
  const config = awaiting > 0 ? state.config : (state.status?.config ?? state.config);
  return { ...state, awaiting, config, configFault: fault };
}

export { withFault };
