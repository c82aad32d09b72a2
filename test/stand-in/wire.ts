type Callable = (...args: unknown[]) => unknown;

/** Gives an id to what stays behind when a value crosses: functions and promises. */
export interface ReferenceWriter {
  functionId(callable: Callable): string;
  promiseId(promise: PromiseLike<unknown>): string;
}

/** Makes the proxy on the far side for an id that a ReferenceWriter gave out. */
export interface ReferenceReader {
  toFunction(id: string): Callable;
  toPromise(id: string): Promise<unknown>;
}

interface Tagged {
  $: string;
  v?: unknown;
}

const isCallable = (value: unknown): value is Callable => typeof value === 'function';

function isThenable(value: object): value is PromiseLike<unknown> {
  return 'then' in value && isCallable(value.then);
}

function toBase64(bytes: Uint8Array): string {
  const chunkBytes = 8192; // a longer argument list overflows the stack
  let binary = '';
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    binary += String.fromCharCode(...bytes.subarray(at, at + chunkBytes));
  }
  return btoa(binary);
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

function tagView(view: ArrayBufferView): Tagged {
  if (!(view instanceof Uint8Array)) {
    throw new Error(`electron stand-in: sending ${view.constructor.name} is not implemented`);
  }
  return { $: 'bytes', v: toBase64(view) };
}

function tagObject(value: object, references?: ReferenceWriter): unknown {
  if (Array.isArray(value)) return value;
  if (references && isThenable(value)) return { $: 'promise', v: references.promiseId(value) };
  if (value instanceof Promise) throw new Error('An object could not be cloned.');
  if (value instanceof Date) return { $: 'date', v: value.getTime() };
  if (value instanceof Map) return { $: 'map', v: [...value] };
  if (value instanceof Set) return { $: 'set', v: [...value] };
  if (value instanceof Error) return { $: 'error', v: [value.name, value.message] };
  if (value instanceof ArrayBuffer) return { $: 'buffer', v: toBase64(new Uint8Array(value)) };
  if (ArrayBuffer.isView(value)) return tagView(value);
  return Object.hasOwn(value, '$') ? { $: 'object', v: Object.entries(value) } : value;
}

function tag(value: unknown, references?: ReferenceWriter): unknown {
  if (value === undefined) return { $: 'undefined' };
  if (typeof value === 'bigint') return { $: 'bigint', v: String(value) };
  if (Object.is(value, -0)) return { $: 'number', v: '-0' };
  if (typeof value === 'number' && !Number.isFinite(value)) return { $: 'number', v: String(value) };
  if (isCallable(value) && references) return { $: 'function', v: references.functionId(value) };
  if (isCallable(value) || typeof value === 'symbol') throw new Error('An object could not be cloned.');
  return typeof value === 'object' && value !== null ? tagObject(value, references) : value;
}

/**
 * Text that carries a value as structured clone would; with `references` also functions and promises, as
 * Electron's contextBridge does.
 * @throws Error "An object could not be cloned." for what Electron refuses too
 */
export function encode(value: unknown, references?: ReferenceWriter): string {
  return JSON.stringify({ value }, function (this: Record<string, unknown>, key) {
    return tag(this[key], references); // not the second argument: toJSON has already run on that
  });
}

const isTagged = (value: unknown): value is Tagged =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, '$');

function toError([name, message]: readonly [string, string]): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

function untag(tagged: Tagged, references?: ReferenceReader): unknown {
  const { $: kind, v } = tagged;
  if (kind === 'undefined') return undefined;
  if (kind === 'number' || kind === 'bigint') return kind === 'number' ? Number(v) : BigInt(String(v));
  if (kind === 'date') return new Date(Number(v));
  if (kind === 'bytes') return fromBase64(String(v));
  if (kind === 'buffer') return fromBase64(String(v)).buffer;
  if (kind === 'function' && references) return references.toFunction(String(v));
  if (kind === 'promise' && references) return references.toPromise(String(v));
  if (Array.isArray(v)) {
    if (kind === 'map') return new Map(v);
    if (kind === 'set') return new Set(v);
    if (kind === 'object') return Object.fromEntries(v);
    if (kind === 'error') return toError([String(v[0]), String(v[1])]);
  }
  throw new Error(`electron stand-in: unknown wire tag '${kind}'`);
}

/**
 * The value that `encode` wrote. The type is the caller's trust in the sender: both ends are the stand-in's
 * own, and what an app receives through it is the app's to check.
 */
export function decode<T = unknown>(text: string, references?: ReferenceReader): T {
  return JSON.parse(text, (_key, value: unknown) => (isTagged(value) ? untag(value, references) : value))
    .value;
}
