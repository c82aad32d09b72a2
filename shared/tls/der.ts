import { Cursor, ShortRead } from './cursor.ts';

/** Tags of X.690 that certificates use. */
export const derTag = {
  objectIdentifier: 0x06,
  utcTime: 0x17,
  version: 0xa0,
} as const;

/** One value of DER (X.690 section 8.1): its tag and what is in it. */
export interface DerValue {
  tag: number;
  body: Uint8Array;
}

/**
 * @param cursor stands in front of a value
 * @throws ShortRead where the value is cut off, or its length is none that DER writes
 */
export function readDer(cursor: Cursor): DerValue {
  const tag = cursor.number(1);
  const first = cursor.number(1);
  if (first < 0x80) return { tag, body: cursor.take(first) };
  const lengthBytes = first & 0x7f;
  if (lengthBytes === 0 || lengthBytes > 3) throw new ShortRead('a length of DER that no certificate has');
  return { tag, body: cursor.take(cursor.number(lengthBytes)) };
}

/** @returns the values inside of a sequence or set */
export function derChildren(body: Uint8Array): DerValue[] {
  const cursor = new Cursor(body);
  const children: DerValue[] = [];
  while (cursor.left > 0) children.push(readDer(cursor));
  return children;
}

/** @returns an object identifier as `1.2.840.113549` (X.690 section 8.19) */
export function oidText(body: Uint8Array): string {
  const parts: number[] = [];
  let part = 0;
  for (const byte of body) {
    part = part * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    parts.push(part);
    part = 0;
  }
  const [first = 0, ...others] = parts;
  // The first number holds two: 40 times the first arc, and the second arc.
  const arc = Math.min(2, Math.floor(first / 40));
  return [arc, first - arc * 40, ...others].join('.');
}
