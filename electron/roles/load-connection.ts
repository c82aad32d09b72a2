import type { OnReadOpts, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { ErrorKind } from '../../shared/words.ts';
import type { FleetConnection, FleetSide } from './load-side.ts';
import { type Failure, toFailure } from './load-target.ts';

/**
 * `waiting` is for answers; `closing` is between the last answer and the end of the connection, `failed` between a
 * failure and the end.
 */
type Phase = 'connecting' | 'securing' | 'waiting' | 'idle' | 'closing' | 'failed';

/** The life of one connection of a fleet, whatever it speaks. */
export abstract class LoadConnection implements FleetConnection {
  protected readonly side: FleetSide;
  protected readonly socket: Socket;
  protected phase: Phase = 'connecting';
  protected readonly openedAtMs = performance.now();
  private readonly openedForMs: number | undefined;
  private failure: Failure | undefined;

  /**
   * @param dueMs as of OpenConnection
   * @param onread where reads land, if not in `data` events
   */
  constructor(side: FleetSide, dueMs: number | undefined, onread?: OnReadOpts) {
    this.side = side;
    this.openedForMs = dueMs;
    this.socket = side.target.connect(this, onread);
    this.socket.on('end', () => this.onEnd());
    this.socket.on('error', (error) => this.onError(error));
    this.socket.on('close', () => this.onClose());
  }

  abstract readonly waitingSinceMs: number;
  abstract readonly hasRoom: boolean;
  abstract ask(dueMs?: number): void;
  /** HTTP may be spoken: prepares for it. */
  protected onOpen(): void {}
  /** Sends what the connection was opened for. */
  protected abstract askFirst(dueMs: number): void;
  /** Requests that are lost if the connection is lost while it waits. */
  protected abstract readonly inFlight: number;
  protected onEnd(): void {}

  onConnect(): void {
    this.side.link.trackConnection(this.socket);
    this.phase = 'securing';
  }

  onReady(secured: TLSSocket | undefined): void {
    const { side } = this;
    if (secured !== undefined) {
      side.link.countHandshake(secured);
      if (side.target.refusesProtocol(secured)) {
        const chosen = secured.alpnProtocol || 'no protocol';
        this.fail({ kind: 'protocol', reason: `the server chose ${chosen} by ALPN` });
        return;
      }
    }
    this.onOpen();
    side.ready(this);
    // A connection opened on demand has a request to carry, even if asking has stopped since.
    if (this.openedForMs !== undefined) this.askFirst(this.openedForMs);
    else if (side.asksAgain) this.ask();
    else this.rest();
  }

  cutOff(): void {
    if (this.phase === 'closing' || this.phase === 'idle') this.close();
    else this.fail({ kind: 'timeout', reason: 'there was no answer in time' });
  }

  close(): void {
    if (this.phase !== 'failed') this.phase = 'closing';
    this.destroy();
  }

  protected destroy(): void {
    this.socket.destroy();
  }

  protected rest(): void {
    this.phase = 'idle';
    this.side.rests(this);
    this.side.offers(this);
  }

  /** Counts what is lost, and drops the connection; a second failure says nothing new. */
  protected fail(failure: Failure): void {
    if (this.phase === 'failed' || this.phase === 'closing') return;
    const lost = this.phase === 'idle' ? 0 : this.phase === 'waiting' ? this.inFlight : 1;
    for (let request = 0; request < lost; request += 1) this.side.link.countError(failure.kind);
    this.phase = 'failed';
    this.failure = failure;
    this.destroy();
  }

  protected onError(error: Error): void {
    const failure = toFailure(this.lossKind, error);
    const isTls = failure.kind !== 'connect' && failure.code?.startsWith('ERR_SSL');
    this.fail(isTls ? { ...failure, kind: 'tls' } : failure);
  }

  private onClose(): void {
    this.fail({ kind: this.lossKind, reason: 'the server closed the connection' });
    this.side.closed(this, this.failure);
  }

  /** As what a loss of the connection counts at this moment. */
  private get lossKind(): ErrorKind {
    if (this.phase === 'connecting') return 'connect';
    return this.phase === 'securing' ? 'tls' : 'reset';
  }
}
