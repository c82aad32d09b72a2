import type { Capture, Side } from '../../shared/tls/capture.ts';

/** A handshake with the longest chains has some 20 KB; what follows it need not all be kept. */
const MOST_BYTES = 64 * 1024;
/** Where a ClientHello that is the first message has its random: record header 5, message header 4, version 2 (RFC 8446 §4.1.2). */
const RANDOM_AT = 11;
const RANDOM_BYTES = 32;

/** Takes down what passes on one connection, from its first byte on, and stops at a bound. */
export class CaptureRecorder {
  private readonly seenBy: Side;
  private readonly chunks: Capture['chunks'] = [];
  private readonly keyLog: string[] = [];
  private heldBytes = 0;
  /** The client's first bytes, up to the end of its random. */
  private clientStart = Buffer.alloc(0);

  /** @param seenBy the end that this process plays */
  constructor(seenBy: Side) {
    this.seenBy = seenBy;
  }

  /** The bytes pass now. They are copied: the memory may be written over after the call. */
  add(from: Side, bytes: Uint8Array): void {
    const kept = bytes.subarray(0, MOST_BYTES - this.heldBytes);
    if (kept.length === 0) return;
    this.heldBytes += kept.length;
    const missing = RANDOM_AT + RANDOM_BYTES - this.clientStart.length;
    if (from === 'client' && missing > 0)
      this.clientStart = Buffer.concat([this.clientStart, kept.subarray(0, missing)]);
    const base64 = Buffer.from(kept.buffer, kept.byteOffset, kept.length).toString('base64');
    this.chunks.push({ from, atUs: Number(process.hrtime.bigint() / 100n) / 10, base64 });
  }

  /** Whether a line of the event `keylog` belongs to this connection, by its client random. */
  owns(line: Buffer): boolean {
    const random = this.clientStart.subarray(RANDOM_AT);
    return random.length === RANDOM_BYTES && line.includes(random.toString('hex'));
  }

  /** @param line of Node's event `keylog`: bytes of ASCII with a newline at the end */
  readonly addSecret = (line: Uint8Array): void => {
    this.keyLog.push(Buffer.from(line).toString('latin1').trim());
  };

  /** All that was taken down so far. */
  capture(): Capture {
    return { seenBy: this.seenBy, chunks: [...this.chunks], keyLog: [...this.keyLog] };
  }
}
