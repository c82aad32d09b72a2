import { EventEmitter } from 'node:events';
import { notImplemented, refuseMissing } from '../refuse-missing.ts';
import { protocol } from './protocol.ts';

type Details = Record<string, unknown>;
type Answer = { cancel?: boolean; responseHeaders?: Record<string, string | string[]> };
type WebRequestListener = (details: Details, callback: (answer: Answer) => void) => void;
type Filter = { urls: string[] };

function makeHook(name: string) {
  let listener: WebRequestListener | null = null;
  return {
    set(first: Filter | WebRequestListener | null, second?: WebRequestListener | null) {
      if (first !== null && typeof first !== 'function' && !first.urls.includes('<all_urls>')) {
        throw notImplemented(`a filter other than <all_urls> in webRequest.${name}`);
      }
      listener = typeof first === 'function' ? first : (second ?? null);
    },
    ask: (details: Details) =>
      new Promise<Answer>((resolve) => {
        if (listener) listener(details, resolve);
        else resolve({});
      }),
  };
}

const beforeRequest = makeHook('onBeforeRequest');
const headersReceived = makeHook('onHeadersReceived');

/** Asks the app's webRequest listeners; answers {} where it set none. */
export const askWebRequest = { beforeRequest: beforeRequest.ask, headersReceived: headersReceived.ask };

// Chromium's own answer in a headless window is always "denied", so these are taken and never asked.
const neverAsked = (_handler: unknown) => undefined;

const defaultSession = refuseMissing(
  'session.defaultSession',
  Object.assign(new EventEmitter(), {
    protocol,
    webRequest: refuseMissing('webRequest', {
      onBeforeRequest: beforeRequest.set,
      onHeadersReceived: headersReceived.set,
    }),
    setPermissionRequestHandler: neverAsked,
    setPermissionCheckHandler: neverAsked,
    setDevicePermissionHandler: neverAsked,
    setDisplayMediaRequestHandler: neverAsked,
    setSpellCheckerEnabled: neverAsked,
  }),
);

export const session = refuseMissing('session', { defaultSession });
