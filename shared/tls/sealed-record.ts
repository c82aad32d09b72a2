import { gcm } from '@noble/ciphers/aes.js';
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { concatBytes } from '@noble/hashes/utils.js';
import type { Sealing } from './cipher-suites.ts';
import type { WireRecord } from './record-reader.ts';
import type { TrafficKeys } from './traffic-keys.ts';

const TAG_BYTES = 16;
/** What a TLS 1.2 GCM record carries in the clear of its nonce (RFC 5288 section 3). */
const EXPLICIT_NONCE_BYTES = 8;

/** Content type and content of a record, once it is open. */
export interface Plaintext {
  type: number;
  bytes: Uint8Array;
  /** Where the content's first byte stands in its direction's stream: these ciphers keep every byte in its place. */
  offset: number;
}

/** A record's number as 8 bytes; no capture has 2^32 records. */
function sequenceBytes(sequence: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setUint32(4, sequence);
  return bytes;
}

/** RFC 8446 section 5.3: the record's number, padded on the left, XOR the IV. */
function mixedNonce(iv: Uint8Array, sequence: number): Uint8Array {
  const nonce = iv.slice();
  for (const [index, byte] of sequenceBytes(sequence).entries())
    nonce[index + 4] = (nonce[index + 4] ?? 0) ^ byte;
  return nonce;
}

/** @returns undefined where the tag doesn't fit: another key sealed this, or it was altered */
function unseal(cipher: ReturnType<typeof gcm>, sealed: Uint8Array): Uint8Array | undefined {
  try {
    return cipher.decrypt(sealed);
  } catch {
    // The library throws for a wrong tag; what it leaves closed is told as `unread`.
    return undefined;
  }
}

const cipherOf = ({ aead }: Sealing, key: Uint8Array, nonce: Uint8Array, additional: Uint8Array) =>
  aead === 'aes-gcm' ? gcm(key, nonce, additional) : chacha20poly1305(key, nonce, additional);

/**
 * Opens a record of TLS 1.3 (RFC 8446 section 5.2).
 *
 * @param sequence number of the record under these keys, from 0
 * @returns undefined where these keys and this number don't open it
 */
export function openTls13(
  sealing: Sealing,
  keys: TrafficKeys,
  sequence: number,
  record: WireRecord,
): Plaintext | undefined {
  if (record.payload.length <= TAG_BYTES) return undefined;
  const cipher = cipherOf(sealing, keys.key, mixedNonce(keys.iv, sequence), record.header);
  const inner = unseal(cipher, record.payload);
  // Behind the content stand its type, which is never 0, and zeros as padding (RFC 8446 section 5.4).
  const typeAt = inner?.findLastIndex((byte) => byte !== 0) ?? -1;
  if (inner === undefined || typeAt < 0) return undefined;
  return {
    type: inner[typeAt] ?? 0,
    bytes: inner.subarray(0, typeAt),
    offset: record.offset + record.header.length,
  };
}

/** How many bytes of a record of TLS 1.2 are in front of its ciphertext, and how many the cipher adds in all. */
function tls12Overhead({ aead }: Sealing) {
  const before = aead === 'aes-gcm' ? EXPLICIT_NONCE_BYTES : 0;
  return { before, all: before + TAG_BYTES };
}

/** @returns the bytes of content in a sealed record of application data, by its length alone; padding counts as content */
export function contentBytesOf(sealing: Sealing, isTls13: boolean, record: WireRecord): number {
  const addedBytes = isTls13 ? TAG_BYTES + 1 : tls12Overhead(sealing).all;
  return Math.max(0, record.payload.length - addedBytes);
}

/**
 * Opens a record of TLS 1.2 (RFC 5246 section 6.2.3.3, RFC 5288 section 3, RFC 7905 section 2).
 *
 * @param sequence number of the record in its direction since its ChangeCipherSpec, from 0
 * @returns undefined where these keys and this number don't open it
 */
export function openTls12(
  sealing: Sealing,
  keys: TrafficKeys,
  sequence: number,
  record: WireRecord,
): Plaintext | undefined {
  const { payload, header, type } = record;
  const overhead = tls12Overhead(sealing);
  if (payload.length < overhead.all) return undefined;
  const contentBytes = payload.length - overhead.all;
  const length = Uint8Array.of(contentBytes >> 8, contentBytes & 0xff);
  const additional = concatBytes(sequenceBytes(sequence), header.subarray(0, 3), length);
  const nonce =
    overhead.before > 0
      ? concatBytes(keys.iv, payload.subarray(0, overhead.before))
      : mixedNonce(keys.iv, sequence);
  const bytes = unseal(cipherOf(sealing, keys.key, nonce, additional), payload.subarray(overhead.before));
  return bytes && { type, bytes, offset: record.offset + header.length + overhead.before };
}
