import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** A ServerHello with this random is a HelloRetryRequest (RFC 8446 §4.1.3). */
const retryRandom = createHash('sha256').update('HelloRetryRequest').digest();
/** Record header (RFC 8446 §5.1), handshake header (§4), legacy_version (§4.1.3): the random follows them. */
const RANDOM_AT = 5 + 4 + 2;
const HANDSHAKE_RECORD = 22;
const SERVER_HELLO = 2;

type From = 'client' | 'server';

/** Passes bytes of one connection on unchanged, and keeps whose turn it was and how the server began. */
export class HandshakeTap extends Duplex {
  /** Its end is the connection's: TLS over a stream that isn't a socket doesn't close by itself. */
  readonly socket: Socket;
  private lastFrom: From | undefined;
  private serverTurns = 0;
  private serverStart = Buffer.alloc(0);

  /** @param socket connected */
  constructor(socket: Socket) {
    super();
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.note('server', chunk);
      if (!this.push(chunk)) socket.pause();
    });
    socket.on('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
  }

  /** How often the server has answered so far. */
  get roundTrips(): number {
    return this.serverTurns;
  }

  get isRetried(): boolean {
    const start = this.serverStart;
    return (
      start[0] === HANDSHAKE_RECORD &&
      start[5] === SERVER_HELLO &&
      start.subarray(RANDOM_AT, RANDOM_AT + retryRandom.length).equals(retryRandom)
    );
  }

  override _read(): void {
    this.socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.note('client', chunk);
    this.socket.write(chunk, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.socket.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }

  private note(from: From, chunk: Buffer): void {
    if (from === 'server') {
      if (this.lastFrom === 'client') this.serverTurns++;
      const missing = RANDOM_AT + retryRandom.length - this.serverStart.length;
      if (missing > 0) this.serverStart = Buffer.concat([this.serverStart, chunk.subarray(0, missing)]);
    }
    this.lastFrom = from;
  }
}
