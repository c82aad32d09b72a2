import { LoadConnection } from './load-connection.ts';
import { AnswerReader, type HeadMemory, type ReadOutcome } from './load-reader.ts';
import { headBytes, PIECE_BYTES, wrongIn } from './load-request.ts';
import type { FleetSide, OpenConnection } from './load-side.ts';

/** What the connections of one fleet share. */
interface H1Shared {
  readonly memory: HeadMemory;
  /** Every read of every connection lands here; the reader is done with it before its callback returns. */
  readonly readBuffer: Buffer;
  /** A request's head, and with it the upload if that goes out in one piece. */
  readonly request: Buffer;
  readonly lastRequest: Buffer;
  /** Upload that follows in pieces; empty if there is none. */
  readonly pieces: Buffer;
}

const READ_BUFFER_BYTES = 65_536;

/** Prepares what a fleet's HTTP/1.1 connections share. @returns opens one of them */
export function h1Opener(side: FleetSide): OpenConnection {
  const { upload } = side.request;
  const inPieces = upload.length > PIECE_BYTES;
  const bytes = (fields: string[]) => {
    const head = headBytes(side.request, fields);
    return inPieces ? head : Buffer.concat([head, upload]);
  };
  const shared: H1Shared = {
    memory: { last: undefined },
    readBuffer: Buffer.allocUnsafeSlow(READ_BUFFER_BYTES),
    // HTTP/1.1 keeps alive unless told otherwise (RFC 9112 §9.3), so only `close` is said.
    request: bytes([]),
    lastRequest: bytes(['Connection: close']),
    pieces: inPieces ? upload : Buffer.alloc(0),
  };
  return (dueMs) => new H1Connection(side, shared, dueMs);
}

/** One HTTP/1.1 connection: one request in flight, on a raw socket, since `node:http` costs more than what is measured. */
class H1Connection extends LoadConnection {
  waitingSinceMs = this.openedAtMs;
  protected readonly inFlight = 1;
  private readonly shared: H1Shared;
  private readonly reader: AnswerReader;
  private requestsLeft: number;
  private uploadedBytes = 0;
  /** From when the latency of the request in flight counts. */
  private dueAtMs = 0;

  constructor(side: FleetSide, shared: H1Shared, dueMs: number | undefined) {
    super(side, dueMs, { buffer: shared.readBuffer, callback: (length) => this.onRead(length) });
    this.shared = shared;
    this.reader = new AnswerReader(shared.memory);
    this.requestsLeft = side.requestsPerConnection;
    if (shared.pieces.length > 0) this.socket.on('drain', () => this.sendPieces());
  }

  get hasRoom(): boolean {
    return this.phase === 'idle';
  }

  ask(dueMs?: number): void {
    this.waitingSinceMs = performance.now();
    this.dueAtMs = dueMs ?? this.waitingSinceMs;
    this.reader.reset();
    this.write();
  }

  protected askFirst(dueMs: number): void {
    this.dueAtMs = dueMs;
    this.write();
  }

  private write(): void {
    const { request, lastRequest, pieces } = this.shared;
    this.phase = 'waiting';
    this.requestsLeft -= 1;
    this.socket.write(this.requestsLeft > 0 ? request : lastRequest);
    if (pieces.length === 0) return;
    this.uploadedBytes = 0;
    if (!this.socket.writableNeedDrain) this.sendPieces();
  }

  private sendPieces(): void {
    const { pieces } = this.shared;
    while (this.phase === 'waiting' && this.uploadedBytes < pieces.length) {
      const from = this.uploadedBytes;
      this.uploadedBytes = Math.min(pieces.length, from + PIECE_BYTES);
      if (!this.socket.write(pieces.subarray(from, this.uploadedBytes))) return;
    }
  }

  private onRead(length: number): boolean {
    if (this.phase === 'waiting') {
      this.settle(this.reader.read(this.shared.readBuffer, length));
    } else if (this.phase === 'idle') {
      this.side.link.countError('protocol');
      this.fail({ kind: 'protocol', reason: 'bytes came that nobody had asked for' });
    }
    return true;
  }

  private settle(outcome: ReadOutcome): void {
    if (outcome === 'more') return;
    const { reader, side } = this;
    if (outcome === 'fault') {
      this.fail({ kind: 'protocol', reason: reader.fault });
      return;
    }
    const wrong = wrongIn(side.request, reader.status, reader.bodyBytes);
    if (wrong !== undefined) side.link.countError(wrong);
    else side.answered((performance.now() - this.dueAtMs) * 1_000);
    // An answer that outran its upload leaves the connection inside a request.
    const isSpent = this.requestsLeft <= 0 || reader.closes || this.uploadedBytes < this.shared.pieces.length;
    if (isSpent) this.finish();
    else if (side.asksAgain) this.ask();
    else this.rest();
  }

  private finish(): void {
    this.phase = 'closing';
    const isSent = this.uploadedBytes >= this.shared.pieces.length && this.socket.writableLength === 0;
    // Nothing is left to say or hear; waiting for the server's end would cost another turn of the event loop.
    if (isSent) this.socket.destroy();
    else this.socket.end();
  }

  protected override onEnd(): void {
    if (this.phase !== 'waiting') return;
    if (this.reader.end() === 'done') this.settle('done');
    else this.fail({ kind: 'reset', reason: this.reader.fault });
  }
}
