import type { Channel } from '../../shared/channel.ts';
import { helloWord, seenWord } from './ipc-words.ts';

/** A page with more texts than this still to see doesn't keep up: Electron's IPC queues without a limit of its own. */
const busyAboveTexts = 8;
/** An exported file (shared/api.ts allows 64 MiB) in JSON, with room for what JSON escapes. */
const maxTextLength = 96 * 1024 * 1024;

/** A text that is no JSON stays the text: no message of ours is one, so whoever checks messages refuses it. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** One document's time with the host. */
class Session implements Channel {
  private readonly send: (text: string) => void;
  private readonly listeners: ((message: unknown) => void)[] = [];
  private unseenTexts = 0;
  private isOpen = true;

  constructor(send: (text: string) => void) {
    this.send = send;
  }

  post(message: unknown): void {
    if (!this.isOpen) return;
    this.unseenTexts++;
    this.send(JSON.stringify(message));
  }

  on(listener: (message: unknown) => void): void {
    this.listeners.push(listener);
  }

  busy(): boolean {
    return this.unseenTexts > busyAboveTexts;
  }

  close(): void {
    this.isOpen = false;
  }

  hear(message: unknown): void {
    for (const listener of this.listeners) listener(message);
  }

  seen(): void {
    this.unseenTexts = Math.max(0, this.unseenTexts - 1);
  }
}

/** What a window does with the texts of its page. */
export interface PageLink {
  /** Takes what the page's preload sent, whatever it is. */
  receive(given: unknown): void;
  /** The page is gone: nothing is sent until another says hello. */
  end(): void;
}

/**
 * Electron IPC as channels: each document that a window loads, a reloaded one too, is a client of its own.
 * @param send carries a text to the document that is now loaded
 * @param serve begins to serve a document over its channel; the function that it returns ends that
 */
export function linkPage(send: (text: string) => void, serve: (channel: Channel) => () => void): PageLink {
  let current: { session: Session; stop: () => void } | undefined;
  const end = () => {
    current?.stop();
    current?.session.close();
    current = undefined;
  };
  const begin = () => {
    end();
    const session = new Session(send);
    current = { session, stop: serve(session) };
  };
  return {
    end,
    receive: (given) => {
      if (given === helloWord) return begin();
      if (given === seenWord) return current?.session.seen();
      if (typeof given !== 'string') return current?.session.hear('something other than a text');
      if (given.length > maxTextLength) return current?.session.hear('a text that is too long');
      current?.session.hear(parse(given));
    },
  };
}
