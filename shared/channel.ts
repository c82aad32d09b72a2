import { type BirpcReturn, createBirpc } from 'birpc';
import { type Fault, faultSchema, LabError, toFault } from './fault.ts';

/** What carries messages: child-process IPC, Electron IPC, a WebSocket, or memory. Nothing above can tell which. */
export interface Channel {
  post(message: unknown): void;
  on(listener: (message: unknown) => void): void;
  /** True while earlier messages still wait to leave: then what can be replaced should wait. */
  busy(): boolean;
  close(): void;
}

// birpc infers parameter tuples from this shape; `never` lets every typed function be assigned to it.
type AnyCall = (...args: never[]) => unknown;
export type Calls<T> = { [K in keyof T]: AnyCall };

type Reply = { ok: true; value: unknown } | { ok: false; fault: Fault };

function isReply(value: unknown): value is Reply {
  return typeof value === 'object' && value !== null && 'ok' in value;
}

/**
 * Wraps functions so that they can be called from the far side: inherited names are not callable, and what is thrown
 * crosses as a `Fault` (an `Error` loses its message over JSON, its fields over structured clone).
 */
function expose(calls: object): Record<string, (...args: unknown[]) => Promise<Reply>> {
  const own: Record<string, (...args: unknown[]) => Promise<Reply>> = Object.create(null);
  for (const [name, call] of Object.entries(calls)) {
    own[name] = async (...args) => {
      try {
        return { ok: true, value: await Reflect.apply(call, calls, args) };
      } catch (error) {
        return { ok: false, fault: toFault(error) };
      }
    };
  }
  return own;
}

function unwrap(reply: unknown): unknown {
  if (!isReply(reply)) return reply;
  if (reply.ok) return reply.value;
  throw new LabError(faultSchema.parse(reply.fault));
}

/** The far side of a channel. */
export interface Peer {
  /** Calls a function of the far side; rejects with its `LabError`, or when the channel closes first. */
  call(name: string, ...args: unknown[]): Promise<unknown>;
  /** Calls without waiting for an answer. */
  notify(name: string, ...args: unknown[]): void;
  close(): void;
}

/**
 * Opens two-way calls over a channel. A call waits as long as the channel is open: a save dialog may take minutes, and ten
 * thousand connections their time.
 * @param channel carries plain data
 * @param local functions that the far side may call, by their own names only
 */
export function openPeer(channel: Channel, local: object): Peer {
  const rpc: BirpcReturn<Record<string, AnyCall>, object, false> = createBirpc<
    Record<string, AnyCall>,
    object,
    false
  >(expose(local), {
    post: (message) => channel.post(message),
    on: (listener) => channel.on(listener),
    // birpc's word for no limit.
    timeout: -1,
    proxify: false,
  });
  return {
    call: async (name, ...args) => unwrap(await Reflect.apply(rpc.$call, rpc, [name, ...args])),
    notify: (name, ...args) => {
      void Reflect.apply(rpc.$callEvent, rpc, [name, ...args]);
    },
    close: () => {
      rpc.$close(new LabError({ code: 'connection-lost', message: 'The other side has gone away.' }));
      channel.close();
    },
  };
}

/** Two channels, each carrying to the other what it is given; delivery is asynchronous, as on a real one. */
export function memoryChannelPair(): [Channel, Channel] {
  const listeners: [((message: unknown) => void)[], ((message: unknown) => void)[]] = [[], []];
  let open = true;
  const end = (own: 0 | 1, far: 0 | 1): Channel => ({
    post: (message) => {
      const copy = structuredClone(message);
      queueMicrotask(() => {
        if (open) for (const listener of listeners[far]) listener(copy);
      });
    },
    on: (listener) => {
      listeners[own].push(listener);
    },
    busy: () => false,
    close: () => {
      open = false;
    },
  });
  return [end(0, 1), end(1, 0)];
}
