import type { Channel } from '../shared/channel.ts';

/** A channel that has just been opened, and the moment at which it ends. */
export interface OpenLink {
  readonly channel: Channel;
  readonly closed: Promise<void>;
}

/** A way to the host that can be tried again. `open` rejects with `LinkError` when there is no way just now. */
export interface Link {
  open(): Promise<OpenLink>;
}

/** `refused`: somebody answers but does not admit this page. `unreachable`: nobody answers. */
export class LinkError extends Error {
  readonly reason: 'refused' | 'unreachable';
  constructor(reason: 'refused' | 'unreachable') {
    super(`The host could not be reached: ${reason}.`);
    this.name = 'LinkError';
    this.reason = reason;
  }
}

/** What the preload script of the desktop window offers: JSON texts in both directions. */
export interface PreloadBridge {
  post(text: string): void;
  on(listener: (text: string) => void): void;
}

declare global {
  interface Window {
    readonly tlsCostLab?: PreloadBridge;
  }
}

/** Whether this is the desktop window and no page in a browser. */
export const isDesktop = (): boolean => window.tlsCostLab !== undefined;

/** The desktop window's way: always open, for as long as the window is. */
export function bridgeLink(bridge: PreloadBridge): Link {
  return {
    open: async () => ({
      channel: {
        post: (message) => bridge.post(JSON.stringify(message)),
        on: (listener) => bridge.on((text) => listener(JSON.parse(text))),
        busy: () => false,
        close: () => undefined,
      },
      closed: new Promise<void>(() => undefined),
    }),
  };
}

/** Above this much unsent data a socket counts as busy. */
const busyBytes = 256 * 1024;

function socketChannel(socket: WebSocket): Channel {
  return {
    post: (message) => socket.send(JSON.stringify(message)),
    on: (listener) => {
      socket.addEventListener('message', (event: MessageEvent<unknown>) => {
        if (typeof event.data === 'string') listener(JSON.parse(event.data));
      });
    },
    busy: () => socket.bufferedAmount > busyBytes,
    close: () => socket.close(),
  };
}

/** A browser hides why an upgrade failed; whether the same server still answers, and admits us, tells it. */
async function reasonOfRefusal(page: string): Promise<LinkError> {
  try {
    const answer = await fetch(page, { method: 'HEAD', cache: 'no-store' });
    return new LinkError(answer.ok ? 'unreachable' : 'refused');
  } catch {
    return new LinkError('unreachable');
  }
}

/** The page's way: a WebSocket to the server that served the page, which admits it by its cookie. */
export function webSocketLink(location: Location): Link {
  const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
  return {
    open: () =>
      new Promise<OpenLink>((resolve, reject) => {
        const socket = new WebSocket(address);
        let end: () => void = () => undefined;
        const closed = new Promise<void>((done) => {
          end = done;
        });
        let opened = false;
        socket.addEventListener('open', () => {
          opened = true;
          resolve({ channel: socketChannel(socket), closed });
        });
        socket.addEventListener('close', () => {
          end();
          if (!opened) void reasonOfRefusal(location.href).then(reject);
        });
      }),
  };
}

/** The way that this window has: the preload bridge in the desktop app, the WebSocket in a page. */
export function linkOfThisWindow(): Link {
  return window.tlsCostLab ? bridgeLink(window.tlsCostLab) : webSocketLink(window.location);
}
