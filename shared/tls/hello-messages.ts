import { bytesToHex } from '@noble/hashes/utils.js';
import type { Field } from './anatomy.ts';
import { suiteNames } from './cipher-suites.ts';
import type { Cursor } from './cursor.ts';
import { readExtensions } from './extensions.ts';
import { bytesText, listText } from './field-text.ts';
import type { HandshakeFacts, MessageContext } from './handshake-facts.ts';
import { nameOf } from './number-names.ts';
import { tls13, versionNames } from './protocol-names.ts';

/** What stands for the random of a ServerHello that is a HelloRetryRequest (RFC 8446 section 4.1.3). */
const retryRandom = 'cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c';

/** @param body of a message of type server_hello */
export const isRetry = (body: Uint8Array) => bytesToHex(body.subarray(2, 34)) === retryRandom;

/** A hello's end has no extensions at all in old versions (RFC 5246 section 7.4.1.2). */
function* extensionsIfAny(
  cursor: Cursor,
  place: 'ClientHello' | 'ServerHello' | 'HelloRetryRequest',
  context: MessageContext,
) {
  if (cursor.left > 0) yield* readExtensions(cursor, place, context);
}

const versionField = (cursor: Cursor): Field => ({
  name: 'Legacy version',
  value: nameOf(versionNames, cursor.number(2)),
});

/** RFC 8446 section 4.1.2, RFC 5246 section 7.4.1.2. */
export function* clientHello(cursor: Cursor, context: MessageContext): Generator<Field> {
  const { facts } = context;
  yield versionField(cursor);
  facts.clientRandom = cursor.take(32);
  yield { name: 'Random', value: bytesToHex(facts.clientRandom) };
  facts.offeredSessionId = cursor.vector(1);
  yield { name: 'Session id', value: bytesText(facts.offeredSessionId) };
  yield {
    name: 'Cipher suites',
    value: listText(cursor.list(2, (each) => nameOf(suiteNames, each.number(2)))),
  };
  // Compression is dead: the one method is null.
  yield { name: 'Compression methods', value: bytesText(cursor.vector(1)) };
  yield* extensionsIfAny(cursor, 'ClientHello', context);
}

/** TLS 1.2 resumes where the server answers with the session id that was offered (RFC 5246 section 7.4.1.3, RFC 5077 section 3.4). */
function noteSessionId(sessionId: Uint8Array, facts: HandshakeFacts): boolean {
  const offered = facts.offeredSessionId ?? new Uint8Array();
  const isSame = sessionId.length > 0 && bytesToHex(sessionId) === bytesToHex(offered);
  if (isSame && facts.version !== tls13) facts.isResumed = true;
  return isSame;
}

/** RFC 8446 section 4.1.3, RFC 5246 section 7.4.1.3. */
export function* serverHello(cursor: Cursor, context: MessageContext): Generator<Field> {
  const { facts } = context;
  facts.version = cursor.number(2);
  yield { name: 'Legacy version', value: nameOf(versionNames, facts.version) };
  facts.serverRandom = cursor.take(32);
  yield { name: 'Random', value: bytesToHex(facts.serverRandom) };
  const sessionId = cursor.vector(1);
  yield { name: 'Session id', value: bytesText(sessionId) };
  facts.suite = cursor.number(2);
  yield { name: 'Cipher suite', value: nameOf(suiteNames, facts.suite) };
  cursor.number(1);
  facts.isResumed = undefined;
  yield* extensionsIfAny(cursor, 'ServerHello', context);
  const isEcho = noteSessionId(sessionId, facts);
  if (facts.version === tls13) facts.isResumed ??= false;
  else if (isEcho) yield { name: 'Resumed by', value: facts.offeredTicketBytes ? 'ticket' : 'session id' };
}

/** A ServerHello in layout; its choices are made again by the ServerHello that follows (RFC 8446 section 4.1.4). */
export function* helloRetryRequest(cursor: Cursor, context: MessageContext): Generator<Field> {
  yield versionField(cursor);
  cursor.take(32);
  yield { name: 'Session id', value: bytesText(cursor.vector(1)) };
  yield { name: 'Cipher suite', value: nameOf(suiteNames, cursor.number(2)) };
  cursor.number(1);
  yield* extensionsIfAny(cursor, 'HelloRetryRequest', context);
}
