import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  ExportFile,
  HostCalls,
  HostEvent,
  Preferences,
  Snapshot,
  Status,
  SuiteOptions,
} from '../../shared/api.ts';
import type { Config, Network, TlsSettings, Workload } from '../../shared/config.ts';
import type { EngineConfig, EngineConfigRequest } from '../../shared/engine-state.ts';
import { type Fault, toFault } from '../../shared/fault.ts';
import type { HandshakeRequest } from '../../shared/handshake/options.ts';
import type { ProbeRequest } from '../../shared/probe/probe-request.ts';
import type { RunFormat } from '../../shared/report/formats.ts';
import type { Run } from '../../shared/result.ts';
import type { ConfirmedHost } from '../../shared/service.ts';
import { maxSettingsLength } from '../../shared/share/settings-text.ts';
import type { Connection, ConnectionListener } from '../connect.ts';
import {
  initialState,
  type LabState,
  reduceAll,
  withAccepted,
  withAsked,
  withFault,
  withRefused,
  withSnapshot,
} from './reduce.ts';
import { createRunActions, type RunActions } from './run-actions.ts';

export interface LabActions extends RunActions {
  configure(change: (config: Config) => Config): void;
  setWorkload(change: Partial<Workload>): void;
  setTls(change: Partial<TlsSettings>): void;
  setNetwork(change: Partial<Network>): void;
  /** Puts a service of the user's own in the app's place; without one the lab's own app is measured. */
  setService(service: Config['service']): void;
  confirmHost(host: ConfirmedHost): void;
  /**
   * Sets the controls to settings that somebody shared; nothing starts. What came of it is in the state.
   * @param text a link, or what stands in a file
   */
  openSettingsText(text: string): void;
  dismissOpenedSettings(): void;
  start(): void;
  stop(): void;
  /** Asks for one more handshake of each hop whose connections stay open. */
  forceHandshakes(): void;
  startSuite(options: SuiteOptions): void;
  cancelSuite(): void;
  startHandshakes(request: HandshakeRequest): void;
  cancelHandshakes(): void;
  /** Sends a handful of connections to a server that the user has just named. What came of it is in the state. */
  probe(request: ProbeRequest): void;
  cancelProbe(): void;
  setPreferences(change: Partial<Preferences>): void;
  /** Asks which real engines are there: one may have been installed meanwhile. */
  lookForEngines(): void;
  engineConfig(asked: EngineConfigRequest): Promise<EngineConfig>;
  exportFile(file: ExportFile): ReturnType<HostCalls['exportFile']>;
  exportRun(run: Run, format: RunFormat): ReturnType<HostCalls['exportRun']>;
  dismissFault(id: number): void;
}

export interface LabStore {
  readonly store: StoreApi<LabState>;
  readonly actions: LabActions;
  readonly listener: ConnectionListener;
}

/** Gathers the events of one frame, so that a burst is one write and one render. */
function eventBatch(write: (events: readonly HostEvent[]) => void, schedule: (flush: () => void) => void) {
  let waiting: HostEvent[] = [];
  const flush = () => {
    const events = waiting;
    waiting = [];
    if (events.length > 0) write(events);
  };
  return {
    flush,
    add: (event: HostEvent) => {
      waiting.push(event);
      if (waiting.length === 1) schedule(flush);
    },
  };
}

function configureActions(store: StoreApi<LabState>, calls: () => HostCalls) {
  const ask = async (config: Config) => {
    store.setState((state) => withAsked(state, config));
    try {
      const status = await calls().configure(config);
      store.setState((state) => withAccepted(state, status));
    } catch (error) {
      const fault = toFault(error);
      store.setState((state) => withRefused(state, fault));
    }
  };
  const configure: LabActions['configure'] = (change) => void ask(change(store.getState().config));
  return {
    configure,
    setWorkload: (change: Partial<Workload>) =>
      configure((config) => ({ ...config, workload: { ...config.workload, ...change } })),
    setTls: (change: Partial<TlsSettings>) =>
      configure((config) => ({ ...config, tls: { ...config.tls, ...change } })),
    setService: (service: Config['service']) => configure((config) => ({ ...config, service })),
    setNetwork: (change: Partial<Network>) =>
      configure((config) => ({ ...config, network: { ...config.network, ...change } })),
  };
}

function probeAction(store: StoreApi<LabState>, calls: () => HostCalls): LabActions['probe'] {
  return (request) => {
    store.setState({ probe: { phase: 'running', request } });
    calls()
      .probe(request)
      .then(
        (found) => store.setState({ probe: { phase: 'done', request, found } }),
        (error: unknown) => store.setState({ probe: { phase: 'refused', request, fault: toFault(error) } }),
      );
  };
}

function sharingActions(
  store: StoreApi<LabState>,
  calls: () => HostCalls,
  report: (fault: Fault) => void,
): Pick<LabActions, 'openSettingsText' | 'dismissOpenedSettings'> {
  return {
    // A little more than is allowed is enough for the host to refuse it: a large file need not travel.
    openSettingsText: (text) => {
      calls()
        .openSettings(text.slice(0, maxSettingsLength + 1))
        .catch((error: unknown) => report(toFault(error)));
    },
    dismissOpenedSettings: () =>
      store.setState(({ openedSettings }) => ({
        openedSettings: undefined,
        dismissedSettingsAtMs: openedSettings?.atMs,
      })),
  };
}

/**
 * The window's state and what can be done to it.
 * @param calls the host, once there is one
 * @param schedule when to write what has come in: the next animation frame
 * @param now wall clock, ms since 1970
 */
export function createLabStore(
  calls: () => HostCalls,
  schedule: (flush: () => void) => void,
  now: () => number = Date.now,
): LabStore {
  const store = createStore<LabState>(() => initialState);
  const batch = eventBatch((events) => store.setState((state) => reduceAll(state, events)), schedule);
  const report = (fault: Fault) => store.setState((state) => withFault(state, fault, now()));
  const settle = (answer: Promise<Status>) => {
    answer.then(
      (status) => store.setState((state) => reduceAll(state, [{ kind: 'status', status }])),
      (error: unknown) => report(toFault(error)),
    );
  };

  const setPreferences = (change: Partial<Preferences>) => {
    const { status } = store.getState();
    if (!status) return;
    const preferences = { ...status.preferences, ...change };
    store.setState({ status: { ...status, preferences } });
    settle(calls().setPreferences(preferences));
  };

  const lookForEngines = () => {
    calls()
      .engines()
      .then(
        (engines) => store.setState({ engines }),
        (error: unknown) => report(toFault(error)),
      );
  };

  return {
    store,
    actions: {
      ...configureActions(store, calls),
      ...createRunActions(store, calls, report),
      ...sharingActions(store, calls, report),
      confirmHost: (host) => settle(calls().confirmHost(host)),
      start: () => settle(calls().start()),
      stop: () => settle(calls().stop()),
      forceHandshakes: () => settle(calls().forceHandshakes()),
      startSuite: (options) => settle(calls().startSuite(options)),
      cancelSuite: () => settle(calls().cancelSuite()),
      startHandshakes: (request) => settle(calls().startHandshakes(request)),
      cancelHandshakes: () => settle(calls().cancelHandshakes()),
      probe: probeAction(store, calls),
      cancelProbe: () => settle(calls().cancelProbe()),
      setPreferences,
      lookForEngines,
      engineConfig: (asked) => calls().engineConfig(asked),
      exportFile: (file) => calls().exportFile(file),
      exportRun: (run, format) => calls().exportRun({ run, format }),
      dismissFault: (id) =>
        store.setState((state) => ({ faults: state.faults.filter((seen) => seen.id !== id) })),
    },
    listener: {
      onSnapshot: (snapshot: Snapshot) => {
        batch.flush();
        store.setState((state) => withSnapshot(state, snapshot));
      },
      onEvent: batch.add,
      onConnection: (connection: Connection) => {
        store.setState({ connection });
        if (connection.phase === 'connected') lookForEngines();
      },
      onFault: report,
    },
  };
}
