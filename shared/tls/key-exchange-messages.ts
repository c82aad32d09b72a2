import type { Field } from './anatomy.ts';
import { keyExchangeOf } from './cipher-suites.ts';
import { type Cursor, ShortRead } from './cursor.ts';
import { bytesText } from './field-text.ts';
import { groupNames } from './group-names.ts';
import type { MessageContext } from './handshake-facts.ts';
import { nameOf, shortNameOf } from './number-names.ts';
import { signatureNames } from './signature-names.ts';

/** The only type of ECParameters still in use (RFC 8422 section 5.4). */
const NAMED_CURVE = 3;

function* ellipticKey(cursor: Cursor, { facts }: MessageContext): Generator<Field> {
  const curveType = cursor.number(1);
  if (curveType !== NAMED_CURVE) throw new ShortRead(`curve type ${curveType} is not a named curve`);
  const group = cursor.number(2);
  facts.group = shortNameOf(groupNames, group);
  yield { name: 'Group', value: nameOf(groupNames, group) };
  yield { name: 'Public key', value: bytesText(cursor.vector(1)) };
}

function* finiteFieldKey(cursor: Cursor, { facts }: MessageContext): Generator<Field> {
  const prime = cursor.vector(2);
  facts.group = `DH ${prime.length * 8} bits`;
  yield { name: 'Group', value: facts.group };
  yield { name: 'Generator', value: bytesText(cursor.vector(2)) };
  yield { name: 'Public key', value: bytesText(cursor.vector(2)) };
}

const serverKeys: Readonly<Record<string, (cursor: Cursor, context: MessageContext) => Generator<Field>>> = {
  ECDHE: ellipticKey,
  DHE: finiteFieldKey,
};

/** RFC 8422 section 5.4, RFC 5246 section 7.4.3. */
export function* serverKeyExchange(cursor: Cursor, context: MessageContext): Generator<Field> {
  const kind = keyExchangeOf(context.facts.suite ?? 0) ?? 'unknown';
  yield { name: 'Key exchange', value: kind };
  const readKey = serverKeys[kind];
  if (readKey === undefined) throw new ShortRead('what the cipher suite sends here is not known');
  yield* readKey(cursor, context);
  yield { name: 'Signature algorithm', value: nameOf(signatureNames, cursor.number(2)) };
  yield { name: 'Signature', value: bytesText(cursor.vector(2)) };
}

/** RFC 8422 section 5.7, RFC 5246 section 7.4.7: a point has one byte of length, the others two. */
export function* clientKeyExchange(cursor: Cursor, { facts }: MessageContext): Generator<Field> {
  const kind = keyExchangeOf(facts.suite ?? 0) ?? 'unknown';
  yield { name: 'Key exchange', value: kind };
  const key = cursor.vector(kind === 'ECDHE' ? 1 : 2);
  yield { name: kind === 'RSA' ? 'Encrypted premaster secret' : 'Public key', value: bytesText(key) };
}
