import type { Readable } from 'node:stream';
import type { ErrorKind } from '../../shared/words.ts';
import type { LinkCounters } from './counters.ts';
import { type ForwardedRequest, type ForwardedResponse, forwardResponse } from './proxy-headers.ts';
import type { HopTimer } from './proxy-hop-timer.ts';

/** Up to this size a copy as text is cheaper than a second buffer in the write. */
const TEXT_MAX_BYTES = 4096;
/** Bytes that may wait for a slow receiver. Node's own 16 KB would stop and start the sender on every 64 KB body. */
export const HIGH_WATER_BYTES = 256 * 1024;

/** The client's side of an exchange: what `ServerResponse` has of it, so that HTTP/1.1 needs no wrapper. */
export interface Reply {
  readonly writableLength: number;
  /** @throws Error when a field can't be sent */
  writeHead(status: number, fields: string[]): unknown;
  flushHeaders(): void;
  write(chunk: Buffer): boolean;
  end(): unknown;
  end(text: string, encoding: 'latin1'): unknown;
  end(chunk: Buffer): unknown;
  on(event: 'close', listener: () => void): unknown;
  once(event: 'drain', listener: () => void): unknown;
  destroy(): unknown;
}

/** The request's body; HTTP/2 ends it also when the client resets the stream, and says so here. */
export interface ClientBody extends Readable {
  readonly aborted: boolean;
}

/** One request and its response on their way through: whatever sends it to the app tells it what came back. */
export class Exchange {
  readonly request: ForwardedRequest;
  readonly body: ClientBody;
  readonly timer: HopTimer | undefined;
  /** False when the client has all that it will get, or is gone. */
  open = true;
  /** A request is sent a second time at most. */
  retried = false;
  /** Takes the request back from the app; set by whoever has sent it there. */
  abort: () => void = () => {};
  private readonly reply: Reply;
  private readonly link: LinkCounters;
  private response: ForwardedResponse | undefined;
  private headSent = false;
  private passedBytes = 0;
  private waiting = false;

  constructor(
    request: ForwardedRequest,
    client: { body: ClientBody; reply: Reply },
    link: LinkCounters,
    timer: HopTimer | undefined,
  ) {
    this.request = request;
    this.body = client.body;
    this.reply = client.reply;
    this.link = link;
    this.timer = timer;
    this.reply.on('close', () => {
      if (!this.open) return;
      this.open = false;
      this.abort();
    });
  }

  /** Whether the app has begun to answer. */
  get answered(): boolean {
    return this.response !== undefined;
  }

  /** Whether another attempt does no harm: nothing came back, nothing was used up, nothing is done twice (RFC 9110 §9.2.2). */
  get mayRetry(): boolean {
    const { method, hasBody } = this.request;
    const safe = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
    return this.open && !this.retried && !this.answered && safe && !hasBody;
  }

  /** Takes the app's head and holds it, so that it leaves in one write with the bytes that follow it. */
  head(status: number, rawFields: readonly string[]): void {
    this.response = forwardResponse(status, rawFields);
  }

  /** Lets go of a held head after this round of reads: the body may be long in coming. */
  flushHeadSoon(): void {
    if (this.open && !this.headSent && this.answered && held.push(this) === 1) setImmediate(flushHeld);
  }

  flushHead(): void {
    if (this.open && !this.headSent && this.sendHead()) this.reply.flushHeaders();
  }

  /**
   * Takes bytes of the app's body.
   * @param isReused whether the memory is written over after this call
   * @param resume called when the client can take more, after it couldn't
   * @returns false when the client is slow
   */
  data(chunk: Buffer, isReused: boolean, resume: () => void): boolean {
    if (!this.open) return true;
    this.passedBytes += chunk.length;
    if (!this.headSent && chunk.length === this.response?.contentLength) {
      if (this.sendHead()) this.endWith(chunk, isReused);
      return true;
    }
    if (!this.sendHead()) return true;
    const goesOn = this.reply.write(isReused ? Buffer.from(chunk) : chunk);
    if (goesOn || this.reply.writableLength < HIGH_WATER_BYTES) return true;
    if (!this.waiting) {
      // Bytes may still come after a pause; one listener is enough.
      this.waiting = true;
      this.reply.once('drain', () => {
        this.waiting = false;
        resume();
      });
    }
    return false;
  }

  /** The app has sent all. A body shorter than its length is cut off, so that it doesn't look complete. */
  end(): void {
    if (!this.open) return;
    const length = this.response?.contentLength ?? -1;
    const isShort = this.passedBytes > 0 && length >= 0 && this.passedBytes !== length;
    if (isShort) this.fail('reset');
    else if (this.sendHead()) {
      this.timer?.end();
      this.finish();
      this.reply.end();
    }
  }

  /** The app has failed: 504 when it was silent, 502 otherwise; too late for a status, the client's connection is cut. */
  fail(kind: ErrorKind): void {
    if (!this.open) return;
    this.link.countError(kind);
    if (this.headSent) {
      this.close();
      this.reply.destroy();
      return;
    }
    this.headSent = true;
    this.reply.writeHead(kind === 'timeout' ? 504 : 502, ['content-length', '0']);
    this.finish();
    this.reply.end();
  }

  private endWith(chunk: Buffer, isReused: boolean): void {
    this.timer?.end();
    this.finish();
    if (chunk.length <= TEXT_MAX_BYTES) this.reply.end(chunk.toString('latin1'), 'latin1');
    else this.reply.end(isReused ? Buffer.from(chunk) : chunk);
  }

  private sendHead(): boolean {
    if (this.headSent) return true;
    if (this.response === undefined) return false;
    try {
      this.reply.writeHead(this.response.status, this.response.fields);
      this.headSent = true;
      return true;
    } catch {
      this.fail('protocol');
      this.abort();
      return false;
    }
  }

  private finish(): void {
    this.link.requests++;
    this.close();
  }

  private close(): void {
    this.open = false;
    // Nobody reads the rest of an upload that was answered early; unread, it would block the client's next request.
    if (this.request.hasBody) this.body.resume();
  }
}

const held: Exchange[] = [];

function flushHeld(): void {
  for (const exchange of held.splice(0)) exchange.flushHead();
}
