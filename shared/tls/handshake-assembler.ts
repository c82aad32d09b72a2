import { concatBytes } from '@noble/hashes/utils.js';
import type { Unread } from './anatomy.ts';
import type { Moment } from './byte-stream.ts';
import { handshakeKind } from './handshake-kinds.ts';
import { type WireRecord, wireBytesOf } from './record-reader.ts';
import type { Plaintext } from './sealed-record.ts';

/** Type and length (RFC 8446 section 4). */
export const MESSAGE_HEADER_BYTES = 4;

/** Longer than any chain of certificates that libraries take: OpenSSL stops at 100 KiB. */
const MAX_MESSAGE_BYTES = 256 * 1024;

/** A handshake message put together. */
export interface HandshakeMessage {
  type: number;
  body: Uint8Array;
  /** Where its first byte stands in its direction's stream. */
  offset: number;
  began: Moment;
  ended: Moment;
  wireBytes: number;
  isEncrypted: boolean;
}

/** A piece of the handshake's stream: what one record carries of it. */
export interface Fragment extends Plaintext {
  record: WireRecord;
  isEncrypted: boolean;
}

/**
 * A fragment's part of the bytes of its record on the wire. Parts that make up the whole have them all; of an empty record,
 * which may not be (RFC 8446 section 5.1), its only part has its header.
 */
function wireShare({ record, bytes }: Fragment, from: number, to: number): number {
  if (bytes.length === 0) return wireBytesOf(record);
  const upTo = (at: number) => Math.round((wireBytesOf(record) * at) / bytes.length);
  return upTo(to) - upTo(from);
}

/** Puts one direction's handshake messages together; records cut them as they like (RFC 8446 section 5.1). */
export class HandshakeAssembler {
  private pending: { bytes: Uint8Array; offset: number; began: Moment; wireBytes: number } | undefined;
  private isLost = false;

  /**
   * @param fragment the next one of the direction
   * @returns the messages that it completes, and what can't become one
   */
  add(fragment: Fragment): { messages: HandshakeMessage[]; unread: Unread[] } {
    const { record, bytes, offset } = fragment;
    const lost = (reason: string): Unread[] => [
      { from: record.stream.from, offset, bytes: bytes.length, reason },
    ];
    const messages: HandshakeMessage[] = [];
    if (this.isLost) return { messages, unread: lost('a handshake message in front of it has no end') };
    // Positions count from the first byte of the fragment, so what was pending stands at negative ones.
    const before = this.pending?.bytes.length ?? 0;
    const joined = this.pending === undefined ? bytes : concatBytes(this.pending.bytes, bytes);
    let at = -before;
    for (let end = endOf(joined, before, at); end !== undefined; end = endOf(joined, before, at)) {
      if (end - at > MAX_MESSAGE_BYTES) {
        this.isLost = true;
        this.pending = undefined;
        return {
          messages,
          unread: lost(`a handshake message of ${end - at} bytes is longer than any in use`),
        };
      }
      if (end > bytes.length) break;
      messages.push(this.message(fragment, joined.subarray(at + before, end + before), at, end));
      this.pending = undefined;
      at = end;
    }
    this.keep(fragment, joined.subarray(at + before), Math.max(at, 0));
    return { messages, unread: [] };
  }

  /** @returns what is left of a message whose end never came */
  leftover(): { offset: number; bytes: number; reason: string } | undefined {
    if (this.pending === undefined) return undefined;
    const { bytes, offset } = this.pending;
    const end = endOf(bytes, 0, 0);
    const name = handshakeKind(bytes[0] ?? 0, bytes.subarray(MESSAGE_HEADER_BYTES)).name;
    const whole = end === undefined ? `a handshake message's header` : `the ${end} bytes of ${name}`;
    return { offset, bytes: bytes.length, reason: `the capture ends after ${bytes.length} of ${whole}` };
  }

  private message(fragment: Fragment, whole: Uint8Array, at: number, end: number): HandshakeMessage {
    const { stream } = fragment.record;
    const offset = this.pending?.offset ?? fragment.offset + at;
    return {
      type: whole[0] ?? 0,
      body: whole.subarray(MESSAGE_HEADER_BYTES),
      offset,
      began: this.pending?.began ?? stream.momentOf(offset),
      ended: stream.momentOf(fragment.offset + end - 1),
      wireBytes: (this.pending?.wireBytes ?? 0) + wireShare(fragment, Math.max(at, 0), end),
      isEncrypted: fragment.isEncrypted,
    };
  }

  private keep(fragment: Fragment, bytes: Uint8Array, from: number) {
    if (bytes.length === 0) return;
    const offset = this.pending?.offset ?? fragment.offset + from;
    this.pending = {
      bytes,
      offset,
      began: this.pending?.began ?? fragment.record.stream.momentOf(offset),
      wireBytes: (this.pending?.wireBytes ?? 0) + wireShare(fragment, from, fragment.bytes.length),
    };
  }
}

/** @returns where the message at a position ends; undefined where not even its header is there */
function endOf(joined: Uint8Array, before: number, at: number): number | undefined {
  const header = joined.subarray(at + before, at + before + MESSAGE_HEADER_BYTES);
  if (header.length < MESSAGE_HEADER_BYTES) return undefined;
  const [, high = 0, middle = 0, low = 0] = header;
  return at + MESSAGE_HEADER_BYTES + ((high << 16) | (middle << 8) | low);
}
