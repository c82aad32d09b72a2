import { refuseMissing } from '../refuse-missing.ts';
import { decode, encode } from '../wire.ts';

type Listener = (event: object, ...args: unknown[]) => void;

/** What the main process sends into the preload's world. */
export type ToPreload =
  | { kind: 'message'; channel: string; args: string }
  | { kind: 'answer'; id: number; value: string }
  | { kind: 'refusal'; id: number; message: string };

declare global {
  /** Put into the preload's world by Chromium's Runtime.addBinding. */
  function standInPost(text: string): void;
  var standInDeliver: (message: ToPreload) => void;
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

function makeListeners() {
  const byChannel = new Map<string, { listener: Listener; once: boolean }[]>();
  const of = (channel: string) => byChannel.get(channel) ?? [];
  return {
    add(channel: string, listener: Listener, once: boolean) {
      byChannel.set(channel, [...of(channel), { listener, once }]);
    },
    remove(channel: string, listener: Listener) {
      const at = of(channel).findIndex((entry) => entry.listener === listener);
      if (at >= 0) byChannel.set(channel, of(channel).toSpliced(at, 1));
    },
    clear(channel: string) {
      byChannel.delete(channel);
    },
    take(channel: string) {
      const all = of(channel);
      byChannel.set(
        channel,
        all.filter((entry) => !entry.once),
      );
      return all.map((entry) => entry.listener);
    },
  };
}

/** ipcRenderer over the binding, and the way to report a preload that threw. */
export function makeIpcRenderer() {
  const listeners = makeListeners();
  const pending = new Map<number, Pending>();
  let lastId = 0;
  const post = (message: object) => standInPost(JSON.stringify(message));

  const ipcRenderer = refuseMissing('ipcRenderer', {
    invoke(channel: string, ...args: unknown[]): Promise<unknown> {
      const encoded = encode(args); // throws at the caller, before a promise exists, as Electron does
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject });
        post({ kind: 'invoke', id, channel, args: encoded });
      });
    },
    send(channel: string, ...args: unknown[]) {
      post({ kind: 'send', channel, args: encode(args) });
    },
    on(channel: string, listener: Listener) {
      listeners.add(channel, listener, false);
      return ipcRenderer;
    },
    once(channel: string, listener: Listener) {
      listeners.add(channel, listener, true);
      return ipcRenderer;
    },
    removeListener(channel: string, listener: Listener) {
      listeners.remove(channel, listener);
      return ipcRenderer;
    },
    off(channel: string, listener: Listener) {
      return ipcRenderer.removeListener(channel, listener);
    },
    removeAllListeners(channel: string) {
      listeners.clear(channel);
      return ipcRenderer;
    },
  });

  globalThis.standInDeliver = (message) => {
    if (message.kind === 'message') {
      const args = decode<unknown[]>(message.args);
      for (const listener of listeners.take(message.channel))
        listener({ sender: ipcRenderer, ports: [] }, ...args);
      return;
    }
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    if (message.kind === 'answer') waiting?.resolve(decode(message.value));
    else waiting?.reject(new Error(message.message));
  };

  return { ipcRenderer, reportFault: (message: string) => post({ kind: 'fault', message }) };
}
