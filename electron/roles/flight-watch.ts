import { createHash } from 'node:crypto';
import type { Side } from '../../shared/tls/capture.ts';
import type { ByteWitness } from '../tap/tapped-stream.ts';

/** A ServerHello with this random is a HelloRetryRequest (RFC 8446 §4.1.3). */
const retryRandom = createHash('sha256').update('HelloRetryRequest').digest();
/** Record header (RFC 8446 §5.1), handshake header (§4), legacy_version (§4.1.3): the random follows them. */
const RANDOM_AT = 5 + 4 + 2;
const HANDSHAKE_RECORD = 22;
const SERVER_HELLO = 2;

/** Sees the bytes of one connection pass, and keeps whose turn it was and how the server began. */
export class FlightWatch implements ByteWitness {
  private lastFrom: Side | undefined;
  private serverTurns = 0;
  private serverStart = Buffer.alloc(0);

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

  add(from: Side, bytes: Uint8Array): void {
    if (from === 'server') {
      if (this.lastFrom === 'client') this.serverTurns++;
      const missing = RANDOM_AT + retryRandom.length - this.serverStart.length;
      if (missing > 0) this.serverStart = Buffer.concat([this.serverStart, bytes.subarray(0, missing)]);
    }
    this.lastFrom = from;
  }
}
