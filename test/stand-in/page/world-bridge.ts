import { decode, encode } from '../wire.ts';

type Callable = (...args: unknown[]) => unknown;

type BridgeMessage =
  | { kind: 'call'; id: string; args: string }
  | { kind: 'returned'; value: string }
  | { kind: 'thrown'; message: string }
  | { kind: 'settled'; id: string; ok: boolean; value: string }
  | { kind: 'expose'; name: string; value: string };

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function freezeDeep<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) freezeDeep(member);
    Object.freeze(value);
  }
  return value;
}

/**
 * One end of the passage between the page's world and the preload's isolated world. Both see the same DOM
 * but no object of each other, so messages travel as text on synchronous DOM events whose name holds a
 * secret nonce; calls return at once, as they do through Electron's contextBridge.
 */
export function openWorldBridge(own: 'page' | 'preload', nonce: string) {
  const peer = own === 'page' ? 'preload' : 'page';
  const functions = new Map<string, Callable>();
  const pending = new Map<string, Pending>();
  const answers: BridgeMessage[] = []; // a stack: the far side may call back before it answers
  let lastId = 0;

  const post = (message: BridgeMessage) => {
    document.dispatchEvent(new CustomEvent(`${nonce}-${peer}`, { detail: JSON.stringify(message) }));
  };
  const newId = () => `${own}${++lastId}`;
  const writer = {
    functionId(callable: Callable) {
      const id = newId();
      functions.set(id, callable);
      return id;
    },
    promiseId(promise: PromiseLike<unknown>) {
      const id = newId();
      promise.then(
        (value) => post({ kind: 'settled', id, ok: true, value: encode(value, writer) }),
        (error: unknown) => post({ kind: 'settled', id, ok: false, value: encode(messageOf(error)) }),
      );
      return id;
    },
  };
  const reader = {
    toFunction:
      (id: string) =>
      (...args: unknown[]) =>
        call(id, args),
    toPromise: (id: string) =>
      new Promise<unknown>((resolve, reject) => {
        pending.set(id, { resolve, reject });
      }),
  };

  function call(id: string, args: unknown[]): unknown {
    post({ kind: 'call', id, args: encode(args, writer) });
    const answer = answers.pop();
    if (answer?.kind === 'returned') return decode(answer.value, reader);
    throw new Error(answer?.kind === 'thrown' ? answer.message : 'electron stand-in: no far world answered');
  }

  function serve(id: string, args: string): BridgeMessage {
    try {
      const result = functions.get(id)?.(...decode<unknown[]>(args, reader));
      return { kind: 'returned', value: encode(result, writer) };
    } catch (error) {
      return { kind: 'thrown', message: messageOf(error) };
    }
  }

  function settle(id: string, ok: boolean, value: string): void {
    const waiting = pending.get(id);
    pending.delete(id);
    if (ok) waiting?.resolve(decode(value, reader));
    else waiting?.reject(new Error(decode<string>(value)));
  }

  document.addEventListener(`${nonce}-${own}`, (event) => {
    if (!(event instanceof CustomEvent)) return;
    const message: BridgeMessage = JSON.parse(event.detail);
    if (message.kind === 'call') post(serve(message.id, message.args));
    else if (message.kind === 'settled') settle(message.id, message.ok, message.value);
    else if (message.kind === 'expose') {
      const value = freezeDeep(decode(message.value, reader));
      Object.defineProperty(window, message.name, { value, enumerable: true });
    } else answers.push(message);
  });

  return {
    /** Defines a frozen copy of `api` on the far world's window. */
    expose: (name: string, api: unknown) => post({ kind: 'expose', name, value: encode(api, writer) }),
  };
}
