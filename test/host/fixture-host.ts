import type { Host } from '../../electron/host/host-interface.ts';
import type { HostEvent } from '../../shared/api.ts';
import { LabError } from '../../shared/fault.ts';

/** A host without a lab: it says what it is told to, and records what it is asked. */
export interface FixtureHost extends Host {
  readonly asked: unknown[];
  readonly listenerCount: () => number;
  emit(event: HostEvent): void;
}

export function createFixtureHost(): FixtureHost {
  const listeners = new Set<(event: HostEvent) => void>();
  const asked: unknown[] = [];
  const refuse = async (): Promise<never> => {
    throw new LabError({ code: 'internal', message: 'This host has no lab.' });
  };
  return {
    asked,
    listenerCount: () => listeners.size,
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    calls: {
      snapshot: refuse,
      configure: async (config) => {
        asked.push(config);
        throw new LabError({
          code: 'bad-config',
          message: 'workload.connections: 0 was given; allowed: a whole number from 1 to 10000',
          field: 'workload.connections',
        });
      },
      openSettings: refuse,
      start: refuse,
      stop: refuse,
      forceHandshakes: refuse,
      startSuite: refuse,
      cancelSuite: refuse,
      startHandshakes: refuse,
      cancelHandshakes: refuse,
      probe: refuse,
      cancelProbe: refuse,
      engines: refuse,
      engineConfig: refuse,
      confirmHost: refuse,
      setPreferences: refuse,
      exportFile: async () => ({ download: true }),
      runs: refuse,
      run: refuse,
      labelRun: refuse,
      deleteRun: refuse,
      restoreRun: refuse,
      openRun: refuse,
      revealRun: refuse,
      keepRun: refuse,
      keepLiveRun: refuse,
      exportRun: refuse,
    },
  };
}

export const timeline = (topology: 'T0' | 'T1', lanes = 0): HostEvent => ({
  kind: 'timeline',
  timeline: {
    topology,
    proxy: 'builtin',
    lanes: Array.from({ length: lanes }, () => ({
      from: 'client',
      to: 'app',
      security: 'tls',
      reused: false,
      connectStartUs: 1,
      connectedUs: 2,
      securedUs: 3,
      requestSentUs: 4,
      firstByteUs: 5,
      lastByteUs: 6,
    })),
  },
});

export const fault = (message: string): HostEvent => ({
  kind: 'fault',
  fault: { code: 'internal', message },
  atMs: 0,
});
