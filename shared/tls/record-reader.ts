import type { Unread } from './anatomy.ts';
import type { ByteStream, Moment } from './byte-stream.ts';
import { shortNameOf } from './number-names.ts';
import { contentTypeName, versionNames } from './protocol-names.ts';

/** Content type, version and length (RFC 8446 section 5.1). */
export const HEADER_BYTES = 5;

/** The most that a record may carry: 2^14 and what encryption adds, up to 2048 in TLS 1.2 (RFC 5246 section 6.2.3). */
const MAX_PAYLOAD_BYTES = 16_384 + 2_048;

/** A connection's handshake takes about ten; with more than this many in one direction, the rest is counted only. */
const MAX_RECORDS = 500;

/** A record as it is on the wire. */
export interface WireRecord {
  stream: ByteStream;
  /** Where its header begins in its direction's stream. */
  offset: number;
  type: number;
  header: Uint8Array;
  payload: Uint8Array;
  /** When its last byte passed. */
  ended: Moment;
}

export const wireBytesOf = (record: WireRecord) => HEADER_BYTES + record.payload.length;

/** Why what stands at an offset can't be a record's header, in words; undefined if it can. */
function flawOf(type: number, version: number, payloadBytes: number): string | undefined {
  // Every version writes 3 in the high byte, and all content types in use are near 20 (RFC 8446 section 5.1).
  if (version >> 8 !== 3) return `no TLS record begins here: version ${shortNameOf(versionNames, version)}`;
  if (type < 20 || type > 31) return `no TLS record begins here: content type ${contentTypeName(type)}`;
  if (payloadBytes > MAX_PAYLOAD_BYTES) return `a record of ${payloadBytes} bytes, more than TLS allows`;
  return undefined;
}

/**
 * Cuts what one side sent into records.
 *
 * @returns the records up to the first that isn't one or isn't complete, and what stands behind them
 */
export function readRecords(stream: ByteStream): { records: WireRecord[]; unread: Unread[] } {
  const { bytes, from } = stream;
  const view = new DataView(bytes.buffer);
  const records: WireRecord[] = [];
  let offset = 0;
  const stop = (reason: string) => ({
    records,
    unread: [{ from, offset, bytes: bytes.length - offset, reason }],
  });
  while (offset < bytes.length) {
    if (records.length === MAX_RECORDS) return stop(`only the first ${MAX_RECORDS} records are taken apart`);
    const left = bytes.length - offset;
    if (left < HEADER_BYTES) return stop(`the capture ends after ${left} bytes of a record's header`);
    const type = view.getUint8(offset);
    const payloadBytes = view.getUint16(offset + 3);
    const flaw = flawOf(type, view.getUint16(offset + 1), payloadBytes);
    if (flaw !== undefined) return stop(flaw);
    const end = offset + HEADER_BYTES + payloadBytes;
    if (end > bytes.length) return stop(`the capture ends after ${left} of a record's ${end - offset} bytes`);
    records.push({
      stream,
      offset,
      type,
      header: bytes.subarray(offset, offset + HEADER_BYTES),
      payload: bytes.subarray(offset + HEADER_BYTES, end),
      ended: stream.momentOf(end - 1),
    });
    offset = end;
  }
  return { records, unread: [] };
}
