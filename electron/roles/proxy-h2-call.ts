import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  constants,
  type OutgoingHttpHeaders,
} from 'node:http2';
import type { ErrorKind } from '../../shared/words.ts';
import { type Exchange, HIGH_WATER_BYTES } from './proxy-forward.ts';
import { addFields } from './proxy-h2-fields.ts';
import type { ForwardedRequest } from './proxy-headers.ts';

/** Errors of a session that took no notice of the request, so that another session may have it. */
const notTaken: ReadonlySet<string> = new Set([
  'ERR_HTTP2_GOAWAY_SESSION',
  'ERR_HTTP2_INVALID_SESSION',
  'ERR_HTTP2_OUT_OF_STREAMS',
]);

function headersOf(
  { method, path, host, fields }: ForwardedRequest,
  fallbackHost: string,
): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {
    ':method': method,
    ':path': path,
    ':scheme': 'https',
    ':authority': host === '' ? fallbackHost : host,
  };
  addFields(headers, fields);
  return headers;
}

/** What a call needs of the session that carries it. */
export interface CallOwner {
  readonly http2: ClientHttp2Session;
  readonly serverName: string;
  /** Whether the session has carried a response before. */
  readonly isProven: boolean;
  retry(exchange: Exchange): void;
  ended(call: H2Call): void;
}

type Upload = 'none' | 'flowing' | 'blocked';

/** One exchange on one HTTP/2 stream to the app. */
export class H2Call {
  private readonly exchange: Exchange;
  private readonly owner: CallOwner;
  private readonly stream: ClientHttp2Stream;
  private readonly onOldSession: boolean;
  private upload: Upload = 'none';
  private quietSweeps = 0;
  private errorCode = '';
  private endedBy: 'app' | 'reset' | undefined;

  /** @throws Error when the request can't be expressed in HTTP/2, or the session takes no more */
  constructor(exchange: Exchange, owner: CallOwner) {
    this.exchange = exchange;
    this.owner = owner;
    this.onOldSession = owner.isProven;
    const { request, timer } = exchange;
    const headers = headersOf(request, owner.serverName);
    const stream = owner.http2.request(headers, { endStream: !request.hasBody });
    this.stream = stream;
    stream.on('response', (head, _flags, rawFields) => this.respond(Number(head[':status']), rawFields));
    stream.on('error', (error) => {
      this.errorCode = 'code' in error ? String(error.code) : '';
    });
    stream.on('close', () => this.closed());
    exchange.abort = this.reset;
    this.watchEnd();
    if (request.hasBody) this.startUpload();
    timer?.sent();
  }

  /** Counts a sweep without progress. The app isn't silent while the client reads or sends slowly. */
  sweep(maxQuietSweeps: number): void {
    if (this.stream.isPaused() || this.upload === 'flowing') return;
    this.quietSweeps++;
    if (this.quietSweeps > maxQuietSweeps) this.lose('timeout');
  }

  /**
   * Node tells of the head in the next tick but of body bytes at once: listening for these any earlier could show them
   * before the status, when both came in one read.
   */
  private respond(status: number, rawFields: readonly string[]): void {
    const { exchange, stream } = this;
    this.quietSweeps = 0;
    exchange.timer?.received();
    exchange.head(status, rawFields);
    stream.on('data', (chunk: Buffer) => {
      this.quietSweeps = 0;
      if (!exchange.data(chunk, false, this.resume)) stream.pause();
    });
    stream.on('end', () => {
      if (this.endedBy === 'reset' || stream.rstCode !== constants.NGHTTP2_NO_ERROR) exchange.fail('reset');
      else exchange.end();
    });
    exchange.flushHeadSoon();
  }

  private readonly resume = (): void => {
    this.quietSweeps = 0;
    this.stream.resume();
  };

  private startUpload(): void {
    const { exchange, stream } = this;
    this.upload = 'flowing';
    exchange.body.on('data', (chunk: Buffer) => {
      if (!exchange.open || stream.closed || stream.destroyed) return;
      this.quietSweeps = 0;
      stream.write(chunk);
      if (stream.writableLength < HIGH_WATER_BYTES || this.upload === 'blocked') return;
      this.upload = 'blocked';
      exchange.body.pause();
      stream.once('drain', () => {
        this.upload = 'flowing';
        this.quietSweeps = 0;
        exchange.body.resume();
      });
    });
    exchange.body.on('end', () => {
      if (exchange.body.aborted) return;
      this.upload = 'none';
      this.quietSweeps = 0;
      exchange.timer?.sent();
      if (!stream.closed) stream.end();
    });
  }

  private lose(kind: ErrorKind): void {
    this.exchange.fail(kind);
    this.reset();
  }

  private readonly reset = (): void => {
    // `close` would end the stream before it resets it, so that half an upload looked like all of it.
    this.stream.destroy(new Error('The request was taken back.'));
  };

  /**
   * A stream that the app resets without an error ends in Node just like one that is complete. The moment of the end
   * tells them apart: a reset closes the stream first.
   */
  private watchEnd(): void {
    const { stream } = this;
    const push = stream.push.bind(stream);
    stream.push = (chunk, encoding) => {
      if (chunk === null) this.endedBy ??= stream.closed ? 'reset' : 'app';
      return push(chunk, encoding);
    };
  }

  private closed(): void {
    const { exchange, owner, stream } = this;
    owner.ended(this);
    if (!exchange.open) return;
    // RFC 9113 §8.7: a refused stream was not looked at, so any method may be sent again.
    const wasNotTaken = stream.rstCode === constants.NGHTTP2_REFUSED_STREAM || notTaken.has(this.errorCode);
    const mayResend = wasNotTaken && !exchange.answered && !exchange.retried && !exchange.request.hasBody;
    const isStale = this.onOldSession && (owner.http2.closed || owner.http2.destroyed) && exchange.mayRetry;
    if (mayResend || isStale) owner.retry(exchange);
    else exchange.fail(stream.rstCode === constants.NGHTTP2_PROTOCOL_ERROR ? 'protocol' : 'reset');
  }
}
