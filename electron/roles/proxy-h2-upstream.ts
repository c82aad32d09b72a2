import http2, { type ClientHttp2Session } from 'node:http2';
import type { ErrorKind } from '../../shared/words.ts';
import { type Dialer, type Line, whenOpen } from './proxy-dial.ts';
import type { Exchange } from './proxy-forward.ts';
import { SWEEPS_PER_SILENCE, type UpstreamSide } from './proxy-h1-upstream.ts';
import { type CallOwner, H2Call } from './proxy-h2-call.ts';

/**
 * One session serves as many as this before another is opened. Measured on two cores, 64 requests in flight: one session
 * costs the proxy as much per request as eight or less, and the app a quarter less.
 */
const MAX_STREAMS = 100;
/** A stream's window bounds what waits here for a slow client; a 64 KB body still fits at once. */
const STREAM_WINDOW_BYTES = 512 * 1024;
const SESSION_WINDOW_BYTES = 16 * 1024 * 1024;
/** In MB. Node refuses streams above it; what may wait here is bounded by each stream's high water. */
const SESSION_MEMORY_MB = 1024;

/** Whoever has opened a session. */
export interface SessionOwner {
  /** The session takes no more. */
  retire(session: H2Session): void;
  /** Sends an exchange again, over another session. */
  forward(exchange: Exchange): void;
  /** A call has ended, and there is room for another. */
  serveWaiting(): void;
}

/** One HTTP/2 connection to the app. */
export class H2Session implements CallOwner {
  readonly http2: ClientHttp2Session;
  readonly serverName: string;
  isProven = false;
  private readonly line: Line;
  private readonly owner: SessionOwner;
  private readonly calls = new Set<H2Call>();
  private maxStreams = MAX_STREAMS;

  constructor(line: Line, owner: SessionOwner, serverName: string) {
    this.line = line;
    this.owner = owner;
    this.serverName = serverName;
    const session = http2.connect(`https://${serverName}`, {
      createConnection: () => line.socket,
      settings: { enablePush: false, initialWindowSize: STREAM_WINDOW_BYTES },
      maxSessionMemory: SESSION_MEMORY_MB,
    });
    this.http2 = session;
    // Each waiting request adds a listener to its session.
    session.setMaxListeners(0);
    session.once('connect', () => session.setLocalWindowSize(SESSION_WINDOW_BYTES));
    session.on('remoteSettings', ({ maxConcurrentStreams }) => {
      this.maxStreams = Math.min(MAX_STREAMS, maxConcurrentStreams ?? MAX_STREAMS);
    });
    // 'close' follows, and its streams tell their exchanges.
    session.on('error', () => {});
    session.on('close', () => owner.retire(this));
  }

  /** A session that the app is about to close (GOAWAY) counts as closed, and stays listed until its last stream is done. */
  get hasRoom(): boolean {
    return this.calls.size < this.maxStreams && !this.http2.closed && !this.http2.destroyed;
  }

  forward(exchange: Exchange): void {
    exchange.timer?.begin(this.line);
    try {
      this.calls.add(new H2Call(exchange, this));
    } catch {
      exchange.fail('protocol');
    }
  }

  retry(exchange: Exchange): void {
    exchange.retried = true;
    this.owner.forward(exchange);
  }

  ended(call: H2Call): void {
    this.isProven = true;
    this.calls.delete(call);
    this.owner.serveWaiting();
  }

  sweep(): void {
    for (const call of this.calls) call.sweep(SWEEPS_PER_SILENCE);
  }
}

/** Sessions with one app over HTTP/2; a further one is opened when all are full. */
export class H2Upstream implements UpstreamSide, SessionOwner {
  private readonly dialer: Dialer;
  private readonly serverName: string;
  private readonly silenceMs: number;
  private sessions: readonly H2Session[] = [];
  private waiting: Exchange[] = [];
  private isOpening = false;

  /** @param silenceMs how long the app may stay silent; found out at most an eighth later */
  constructor(dialer: Dialer, serverName: string, silenceMs: number) {
    this.dialer = dialer;
    this.serverName = serverName;
    this.silenceMs = silenceMs;
    setInterval(() => {
      for (const session of this.sessions) session.sweep();
    }, silenceMs / SWEEPS_PER_SILENCE).unref();
  }

  forward(exchange: Exchange): void {
    if (!exchange.open) return;
    const session = this.sessions.find((candidate) => candidate.hasRoom);
    if (session !== undefined) session.forward(exchange);
    else {
      this.waiting.push(exchange);
      if (!this.isOpening) void this.openAnother();
    }
  }

  /** Takes a connection that is open already and has agreed on HTTP/2. */
  adopt(line: Line): void {
    this.sessions = [...this.sessions, new H2Session(line, this, this.serverName)];
    this.serveWaiting();
  }

  retire(session: H2Session): void {
    this.sessions = this.sessions.filter((other) => other !== session);
  }

  serveWaiting(): void {
    while (this.waiting.length > 0) {
      const session = this.sessions.find((candidate) => candidate.hasRoom);
      if (session === undefined) break;
      const exchange = this.waiting.shift();
      if (exchange?.open) session.forward(exchange);
    }
  }

  private async openAnother(): Promise<void> {
    this.isOpening = true;
    const line = this.dialer.dial(['h2']);
    const loss = (await whenOpen(line, this.silenceMs)) ?? (line.alpn === 'h2' ? undefined : 'protocol');
    this.isOpening = false;
    if (loss === undefined) this.adopt(line);
    else this.failWaiting(loss, line);
    if (this.waiting.length > 0 && !this.isOpening) void this.openAnother();
  }

  private failWaiting(loss: ErrorKind, line: Line): void {
    line.socket.destroy();
    for (const exchange of this.waiting.splice(0)) exchange.fail(loss);
  }
}
