import { z } from 'zod';
import {
  exportFileSchema,
  type HostCalls,
  type HostEvent,
  hostEventSchema,
  type Snapshot,
  snapshotSchema,
  statusSchema,
} from '../shared/api.ts';
import { openPeer, type Peer } from '../shared/channel.ts';
import { engineConfigSchema, engineStateSchema } from '../shared/engine-state.ts';
import { type Fault, LabError } from '../shared/fault.ts';
import { probeSchema } from '../shared/probe/probe.ts';
import { runSchema } from '../shared/result.ts';
import { openedRunSchema, revealedRunSchema, runListSchema, runSummarySchema } from '../shared/saved-runs.ts';
import { openedSettingsSchema } from '../shared/share/opened-settings.ts';
import { type Link, LinkError, type OpenLink } from './links.ts';

/** Whether the window hears from the host. `refused` is set when the host answers but does not admit this page. */
export type Connection =
  | { readonly phase: 'connecting' }
  | { readonly phase: 'connected' }
  | { readonly phase: 'reconnecting'; readonly attempt: number; readonly refused: boolean };

/** What a connection tells; called in the order in which things happened. */
export interface ConnectionListener {
  onSnapshot(snapshot: Snapshot): void;
  onEvent(event: HostEvent): void;
  onConnection(connection: Connection): void;
  /** A message that is not in the contract; it was dropped. */
  onFault(fault: Fault): void;
}

export interface HostConnection {
  /** Rejects with `connection-lost` while there is no connection. */
  readonly calls: HostCalls;
  close(): void;
}

const firstBackOffMs = 250;
const longestBackOffMs = 5000;

/** How long to wait before a try: 250 ms, then twice as long each time, 5 s at most. */
export function backOffMs(attempt: number): number {
  return Math.min(longestBackOffMs, firstBackOffMs * 2 ** Math.max(0, attempt - 1));
}

const exportAnswerSchema = z.union([
  z.object({ path: z.string() }),
  z.object({ download: z.literal(true) }),
  z.null(),
]);

const runAnswerSchema = z.union([
  z.object({ path: z.string() }),
  z.object({ download: exportFileSchema }),
  z.null(),
]);

const lost: Fault = {
  code: 'connection-lost',
  message: 'There is no connection to the lab just now; the window is trying to reconnect.',
};

function typedCalls(peerOf: () => Peer | undefined): HostCalls {
  const call = async (name: string, ...args: unknown[]) => {
    const peer = peerOf();
    if (!peer) throw new LabError(lost);
    return peer.call(name, ...args);
  };
  const status = async (name: string, ...args: unknown[]) => statusSchema.parse(await call(name, ...args));
  return {
    snapshot: async () => snapshotSchema.parse(await call('snapshot')),
    configure: (config) => status('configure', config),
    openSettings: async (text) => openedSettingsSchema.parse(await call('openSettings', text)),
    start: () => status('start'),
    stop: () => status('stop'),
    forceHandshakes: () => status('forceHandshakes'),
    startSuite: (options) => status('startSuite', options),
    cancelSuite: () => status('cancelSuite'),
    startHandshakes: (request) => status('startHandshakes', request),
    cancelHandshakes: () => status('cancelHandshakes'),
    probe: async (request) => probeSchema.parse(await call('probe', request)),
    cancelProbe: () => status('cancelProbe'),
    engines: async () => z.array(engineStateSchema).parse(await call('engines')),
    engineConfig: async (asked) => engineConfigSchema.parse(await call('engineConfig', asked)),
    confirmHost: (host) => status('confirmHost', host),
    setPreferences: (preferences) => status('setPreferences', preferences),
    exportRun: async (order) => runAnswerSchema.parse(await call('exportRun', order)),
    exportFile: async (file) => exportAnswerSchema.parse(await call('exportFile', file)),
    runs: async () => runListSchema.parse(await call('runs')),
    run: async (id) => runSchema.parse(await call('run', id)),
    labelRun: async (label) => runSummarySchema.parse(await call('labelRun', label)),
    deleteRun: async (id) => runListSchema.parse(await call('deleteRun', id)),
    restoreRun: async (id) => runSummarySchema.parse(await call('restoreRun', id)),
    openRun: async (file) => openedRunSchema.parse(await call('openRun', file)),
    revealRun: async (id) => revealedRunSchema.parse(await call('revealRun', id)),
    keepRun: async (id) => runSummarySchema.parse(await call('keepRun', id)),
    keepLiveRun: async () => runSummarySchema.parse(await call('keepLiveRun')),
  };
}

/** Events are let through once the snapshot has come: what came before is in it. */
function eventDoor(listener: ConnectionListener) {
  let isOpen = false;
  return {
    open: () => {
      isOpen = true;
    },
    onEvent: (message: unknown) => {
      if (!isOpen) return;
      const event = hostEventSchema.safeParse(message);
      if (event.success) listener.onEvent(event.data);
      else listener.onFault({ code: 'bad-message', message: z.prettifyError(event.error).slice(0, 300) });
    },
  };
}

/**
 * Keeps the window connected to the host: opens the link, asks for a snapshot, lets events through, and tries again
 * with growing pauses when the link ends.
 * @param link the way to the host
 * @param listener hears everything in order
 * @param wait the clock; tests give their own
 */
export function connect(
  link: Link,
  listener: ConnectionListener,
  wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
): HostConnection {
  let peer: Peer | undefined;
  let isClosed = false;
  const calls = typedCalls(() => peer);

  const serve = async ({ channel, closed }: OpenLink, onServed: () => void) => {
    const door = eventDoor(listener);
    const opened = openPeer(channel, { onEvent: door.onEvent });
    peer = opened;
    const ended = closed.then(() => opened.close());
    try {
      listener.onSnapshot(await calls.snapshot());
      door.open();
      onServed();
      listener.onConnection({ phase: 'connected' });
      await ended;
    } finally {
      peer = undefined;
      opened.close();
    }
  };

  const keepTrying = async () => {
    let attempt = 0;
    while (!isClosed) {
      let refused = false;
      try {
        await serve(await link.open(), () => {
          attempt = 0;
        });
      } catch (error) {
        refused = error instanceof LinkError && error.reason === 'refused';
      }
      if (isClosed) return;
      attempt += 1;
      listener.onConnection({ phase: 'reconnecting', attempt, refused });
      await wait(backOffMs(attempt));
    }
  };
  void keepTrying();

  return {
    calls,
    close: () => {
      isClosed = true;
      peer?.close();
    },
  };
}
