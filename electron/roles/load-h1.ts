import type { OnReadOpts, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { ErrorKind } from '../../shared/words.ts';
import { type HeadMemory, type ReadOutcome, ResponseReader } from './load-reader.ts';
import { headBytes, PIECE_BYTES } from './load-request.ts';
import type { FleetConnection, FleetSide, OpenConnection } from './load-side.ts';
import { type Failure, toFailure } from './load-target.ts';

/** What the connections of one fleet share. */
interface H1Fleet {
  readonly side: FleetSide;
  readonly memory: HeadMemory;
  /** Every read of every connection lands here; the reader is done with it before its callback returns. */
  readonly readBuffer: Buffer;
  /** A request's head, and with it the upload if that goes out in one piece. */
  readonly request: Buffer;
  readonly lastRequest: Buffer;
  /** Upload that follows in pieces; empty if there is none. */
  readonly pieces: Buffer;
}

/**
 * `waiting` is for an answer; `closing` is between the last answer and the end of the connection; `failed` between the
 * failure and the end.
 */
type Phase = 'connecting' | 'securing' | 'waiting' | 'idle' | 'closing' | 'failed';

const READ_BUFFER_BYTES = 65_536;

/** Prepares what a fleet's HTTP/1.1 connections share. @returns opens one of them */
export function h1Opener(side: FleetSide): OpenConnection {
  const { request } = side;
  const inPieces = request.upload.length > PIECE_BYTES;
  // HTTP/1.1 keeps alive unless told otherwise (RFC 9112 §9.3), so only `close` is said.
  const bytes = (fields: string[]) => {
    const head = headBytes(request, fields);
    return inPieces ? head : Buffer.concat([head, request.upload]);
  };
  const fleet: H1Fleet = {
    side,
    memory: { last: undefined },
    readBuffer: Buffer.allocUnsafeSlow(READ_BUFFER_BYTES),
    request: bytes([]),
    lastRequest: bytes(['Connection: close']),
    pieces: inPieces ? request.upload : Buffer.alloc(0),
  };
  return () => new H1Connection(fleet);
}

/** One connection with at most one request in flight. */
class H1Connection implements FleetConnection {
  waitingSinceMs = performance.now();
  private readonly fleet: H1Fleet;
  private readonly socket: Socket;
  private readonly reader: ResponseReader;
  private requestsLeft: number;
  private uploadedBytes = 0;
  private phase: Phase = 'connecting';
  private failure: Failure | undefined;

  constructor(fleet: H1Fleet) {
    this.fleet = fleet;
    this.reader = new ResponseReader(fleet.memory);
    this.requestsLeft = fleet.side.requestsPerConnection;
    const onread: OnReadOpts = { buffer: fleet.readBuffer, callback: (length) => this.onRead(length) };
    this.socket = fleet.side.target.connect(onread, (secured) => this.onReady(secured));
    this.socket.once('connect', () => this.onConnect());
    this.socket.on('end', () => this.onEnd());
    this.socket.on('error', (error) => this.onError(error));
    this.socket.on('close', () => this.onClose());
    if (fleet.pieces.length > 0) this.socket.on('drain', () => this.sendPieces());
  }

  ask(): void {
    this.waitingSinceMs = performance.now();
    this.reader.reset();
    this.write();
  }

  cutOff(): void {
    const isRequest = this.phase === 'waiting' || this.fleet.side.opensOnDemand;
    if (this.phase === 'closing' || !isRequest) this.close();
    else this.fail({ kind: 'timeout', reason: 'no answer in time' });
  }

  close(): void {
    if (this.phase !== 'failed') this.phase = 'closing';
    this.socket.destroy();
  }

  private onConnect(): void {
    this.fleet.side.link.trackConnection(this.socket);
    if (this.phase === 'connecting') this.phase = 'securing';
  }

  private onReady(secured: TLSSocket | undefined): void {
    const { side } = this.fleet;
    if (secured !== undefined) side.link.countHandshake(secured);
    side.ready(this);
    if (side.opensOnDemand) this.write();
    else if (side.asking) this.ask();
    else this.rest();
  }

  private rest(): void {
    this.phase = 'idle';
    this.fleet.side.rests(this);
  }

  private write(): void {
    this.phase = 'waiting';
    this.requestsLeft -= 1;
    this.socket.write(this.requestsLeft > 0 ? this.fleet.request : this.fleet.lastRequest);
    if (this.fleet.pieces.length === 0) return;
    this.uploadedBytes = 0;
    if (!this.socket.writableNeedDrain) this.sendPieces();
  }

  private sendPieces(): void {
    const { pieces } = this.fleet;
    while (this.phase === 'waiting' && this.uploadedBytes < pieces.length) {
      const from = this.uploadedBytes;
      this.uploadedBytes = Math.min(pieces.length, from + PIECE_BYTES);
      if (!this.socket.write(pieces.subarray(from, this.uploadedBytes))) return;
    }
  }

  private onRead(length: number): boolean {
    if (this.phase === 'waiting') this.settle(this.reader.read(this.fleet.readBuffer, length));
    else if (this.phase === 'idle') this.fail({ kind: 'protocol', reason: 'bytes came that nobody asked for' });
    return true;
  }

  private settle(outcome: ReadOutcome): void {
    if (outcome === 'more') return;
    const { reader } = this;
    const { side, pieces } = this.fleet;
    if (outcome === 'fault') {
      this.fail({ kind: 'protocol', reason: reader.fault });
      return;
    }
    if (reader.status !== 200) side.link.countError('status');
    else if (reader.bodyBytes !== side.request.answerBytes) side.link.countError('body-length');
    else side.answered((performance.now() - this.waitingSinceMs) * 1_000);
    if (this.requestsLeft <= 0 || reader.closes || this.uploadedBytes < pieces.length) this.finish();
    else if (side.asking) this.ask();
    else this.rest();
  }

  private finish(): void {
    this.phase = 'closing';
    this.socket.end();
  }

  private onEnd(): void {
    if (this.phase !== 'waiting') return;
    if (this.reader.end() === 'done') this.settle('done');
    else this.fail({ kind: 'reset', reason: this.reader.fault });
  }

  private onError(error: Error): void {
    this.fail(toFailure(this.lossKind, error));
  }

  private onClose(): void {
    if (this.phase === 'idle') this.failure = { kind: 'reset', reason: 'the server closed an idle connection' };
    else if (this.phase !== 'closing') this.fail({ kind: this.lossKind, reason: 'the connection was closed' });
    this.fleet.side.closed(this, this.failure);
  }

  /** As what a loss of the connection counts at this moment. */
  private get lossKind(): ErrorKind {
    if (this.phase === 'connecting') return 'connect';
    return this.phase === 'securing' ? 'tls' : 'reset';
  }

  private fail(failure: Failure): void {
    if (this.failure !== undefined || this.phase === 'closing') return;
    // The loss of an idle connection has cost no request.
    if (this.phase !== 'idle') this.fleet.side.link.countError(failure.kind);
    this.phase = 'failed';
    this.failure = failure;
    this.socket.destroy();
  }
}
