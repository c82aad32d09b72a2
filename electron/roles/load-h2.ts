import http2, { type ClientHttp2Session, constants } from 'node:http2';
import type { Socket } from 'node:net';
import { bounds } from '../../shared/config.ts';
import type { ErrorKind } from '../../shared/words.ts';
import { LoadConnection } from './load-connection.ts';
import { h2Headers, wrongIn } from './load-request.ts';
import type { FleetSide, OpenConnection } from './load-side.ts';
import { toFailure } from './load-target.ts';

/** One request in flight on a stream of its own. */
interface Exchange {
  readonly sentAtMs: number;
  /** From when its latency counts. */
  readonly dueMs: number;
  status: number;
  bodyBytes: number;
}

/** Wide enough that no download ever waits for a WINDOW_UPDATE: it is TLS that is measured, not flow control. */
const sessionOptions = {
  settings: { enablePush: false, initialWindowSize: bounds.bodyBytes.max },
  maxSessionMemory: 1_000,
} as const;
const CONNECTION_WINDOW_BYTES = 2 ** 30;

/** Error codes by which one side says that the other broke the protocol (RFC 9113 §7). */
const protocolCodes: readonly number[] = [
  constants.NGHTTP2_PROTOCOL_ERROR,
  constants.NGHTTP2_FLOW_CONTROL_ERROR,
  constants.NGHTTP2_STREAM_CLOSED,
  constants.NGHTTP2_FRAME_SIZE_ERROR,
  constants.NGHTTP2_COMPRESSION_ERROR,
];

/**
 * Speaks HTTP/2 over a socket that is open (and on TLS secured).
 * @param socket made by the fleet's target
 */
export function openSession(side: FleetSide, socket: Socket): ClientHttp2Session {
  const scheme = side.spec.tls === undefined ? 'http' : 'https';
  const session = http2.connect(`${scheme}://${side.request.authority}`, {
    ...sessionOptions,
    createConnection: () => socket,
  });
  session.setLocalWindowSize(CONNECTION_WINDOW_BYTES);
  // Node adds listeners to both per stream that waits, and would warn from the eleventh.
  session.setMaxListeners(0);
  socket.setMaxListeners(0);
  return session;
}

/**
 * How the loss of a stream or session counts.
 * @param rstCode the stream's error code, if it was a stream
 */
export function kindOfLoss(error: Error, rstCode = 0): ErrorKind {
  // `ERR_HTTP2_ERROR`: nghttp2 could make nothing of what the server sent.
  const isUnreadable = Reflect.get(error, 'code') === 'ERR_HTTP2_ERROR';
  return isUnreadable || protocolCodes.includes(rstCode) ? 'protocol' : 'reset';
}

/** Prepares what a fleet's HTTP/2 connections share. @returns opens one of them */
export function h2Opener(side: FleetSide): OpenConnection {
  const headers = h2Headers(side.request, side.spec.tls === undefined ? 'http' : 'https');
  return (dueMs) => new H2Connection(side, headers, dueMs);
}

/** One HTTP/2 session with as many requests in flight as the workload says. */
class H2Connection extends LoadConnection {
  private readonly headers: Record<string, string>;
  private readonly exchanges = new Set<Exchange>();
  private requestsLeft: number;
  private session: ClientHttp2Session | undefined;

  constructor(side: FleetSide, headers: Record<string, string>, dueMs: number | undefined) {
    super(side, dueMs);
    this.headers = headers;
    this.requestsLeft = side.requestsPerConnection;
  }

  get waitingSinceMs(): number {
    // A Set keeps the order in which requests were sent, so the first is the oldest.
    for (const exchange of this.exchanges) return exchange.sentAtMs;
    return this.openedAtMs;
  }

  protected get inFlight(): number {
    return this.exchanges.size;
  }

  get hasRoom(): boolean {
    const { session } = this;
    const isOpen = session !== undefined && !session.closed && !session.destroyed;
    return isOpen && (this.phase === 'idle' || this.phase === 'waiting') && this.hasFreeStream;
  }

  private get hasFreeStream(): boolean {
    return this.exchanges.size < this.side.spec.workload.streamsPerConnection && this.requestsLeft > 0;
  }

  ask(dueMs?: number): void {
    if (dueMs === undefined) {
      this.fill();
      return;
    }
    this.phase = 'waiting';
    this.send(dueMs, performance.now());
  }

  protected askFirst(dueMs: number): void {
    if (this.side.spec.workload.load.kind === 'closed') {
      this.fill(dueMs);
      return;
    }
    this.ask(dueMs);
    if (this.hasRoom) this.side.offers(this);
  }

  protected override onOpen(): void {
    this.session = openSession(this.side, this.socket);
    this.session.on('error', (error) => this.fail(toFailure(kindOfLoss(error), error)));
  }

  protected override destroy(): void {
    // What is in flight has been counted; its streams will still tell of their end.
    this.exchanges.clear();
    if (this.session === undefined) this.socket.destroy();
    else this.session.destroy();
  }

  private fill(dueMs?: number): void {
    this.phase = 'waiting';
    while (this.phase === 'waiting' && this.hasFreeStream) this.send(dueMs ?? performance.now());
  }

  private send(dueMs: number, sentAtMs = dueMs): void {
    const { session } = this;
    if (session === undefined || session.closed || session.destroyed) {
      this.fail({ kind: 'reset', reason: 'the server ended the session' });
      return;
    }
    const { upload } = this.side.request;
    const exchange: Exchange = { sentAtMs, dueMs, status: 0, bodyBytes: 0 };
    const stream = session.request(this.headers, { endStream: upload.length === 0 });
    this.exchanges.add(exchange);
    this.requestsLeft -= 1;
    stream.on('response', (headers) => {
      exchange.status = headers[':status'] ?? 0;
    });
    stream.on('data', (chunk: Buffer) => {
      exchange.bodyBytes += chunk.length;
    });
    stream.on('end', () => {
      if (!stream.aborted && stream.rstCode === constants.NGHTTP2_NO_ERROR) this.settle(exchange);
    });
    stream.on('error', (error) => this.lose(exchange, kindOfLoss(error, stream.rstCode)));
    stream.on('close', () => this.lose(exchange, 'reset'));
    if (upload.length > 0) stream.end(upload);
  }

  private settle(exchange: Exchange): void {
    if (!this.exchanges.delete(exchange)) return;
    const { side } = this;
    const wrong = wrongIn(side.request, exchange.status, exchange.bodyBytes);
    if (wrong !== undefined) side.link.countError(wrong);
    else side.answered((performance.now() - exchange.dueMs) * 1_000);
    this.goOn();
  }

  private lose(exchange: Exchange, kind: ErrorKind): void {
    if (!this.exchanges.delete(exchange)) return;
    this.side.link.countError(kind);
    this.goOn();
  }

  private goOn(): void {
    if (this.phase !== 'waiting') return;
    if (this.side.asksAgain && this.requestsLeft > 0) this.send(performance.now());
    else if (this.exchanges.size === 0 && this.requestsLeft === 0) this.finish();
    else if (this.exchanges.size === 0) this.rest();
    else if (this.hasRoom) this.side.offers(this);
  }

  private finish(): void {
    this.phase = 'closing';
    this.session?.close();
  }
}
