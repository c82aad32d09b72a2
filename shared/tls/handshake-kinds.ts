import { bytesToHex } from '@noble/hashes/utils.js';
import type { Field } from './anatomy.ts';
import {
  certificate,
  certificateRequest,
  certificateStatus,
  certificateVerify,
  compressedCertificate,
} from './certificate-messages.ts';
import type { Cursor } from './cursor.ts';
import { readExtensions } from './extensions.ts';
import { bytesText, countText } from './field-text.ts';
import type { MessageContext } from './handshake-facts.ts';
import { clientHello, helloRetryRequest, isRetry, serverHello } from './hello-messages.ts';
import { clientKeyExchange, serverKeyExchange } from './key-exchange-messages.ts';
import { tls13 } from './protocol-names.ts';

/** A handshake message's name and what its body says. */
export interface HandshakeKind {
  name: string;
  fields(cursor: Cursor, context: MessageContext): Iterable<Field>;
}

/** RFC 8446 section 4.3.1. */
const encryptedExtensions = (cursor: Cursor, context: MessageContext) =>
  readExtensions(cursor, 'EncryptedExtensions', context);

/** RFC 8446 section 4.4.4, RFC 5246 section 7.4.9. */
function* finished(cursor: Cursor): Generator<Field> {
  yield { name: 'Verify data', value: bytesToHex(cursor.rest()) };
}

/** RFC 8446 section 4.6.1; RFC 5077 section 3.3 for TLS 1.2, which says no more than lifetime and ticket. */
function* newSessionTicket(cursor: Cursor, context: MessageContext): Generator<Field> {
  const seconds = cursor.number(4);
  const hours = seconds < 3600 ? '' : ` (${(seconds / 3600).toFixed(1)} h)`;
  yield { name: 'Lifetime', value: `${countText(seconds, 'second')}${hours}` };
  const isTls13 = context.facts.version === tls13;
  if (isTls13) {
    // What is added to the ticket's age is random and of no interest.
    cursor.number(4);
    yield { name: 'Nonce', value: bytesText(cursor.vector(1)) };
  }
  yield { name: 'Ticket', value: bytesText(cursor.vector(2)) };
  if (isTls13) yield* readExtensions(cursor, 'NewSessionTicket', context);
}

/** RFC 8446 section 4.6.3. */
function* keyUpdate(cursor: Cursor): Generator<Field> {
  yield { name: 'Asks for the same', value: cursor.number(1) === 1 ? 'yes' : 'no' };
}

/** Sent in full handshakes of TLS 1.2 only (RFC 5246 section 7.3). */
function serverHelloDone(_cursor: Cursor, { facts }: MessageContext): Field[] {
  facts.isResumed = false;
  return [];
}

const empty = () => [];

/** By type (RFC 8446 appendix B.3, RFC 5246 section 7.4). */
const kinds: Readonly<Record<number, HandshakeKind>> = {
  0: { name: 'HelloRequest', fields: empty },
  1: { name: 'ClientHello', fields: clientHello },
  2: { name: 'ServerHello', fields: serverHello },
  4: { name: 'NewSessionTicket', fields: newSessionTicket },
  5: { name: 'EndOfEarlyData', fields: empty },
  8: { name: 'EncryptedExtensions', fields: encryptedExtensions },
  11: { name: 'Certificate', fields: certificate },
  12: { name: 'ServerKeyExchange', fields: serverKeyExchange },
  13: { name: 'CertificateRequest', fields: certificateRequest },
  14: { name: 'ServerHelloDone', fields: serverHelloDone },
  15: { name: 'CertificateVerify', fields: certificateVerify },
  16: { name: 'ClientKeyExchange', fields: clientKeyExchange },
  20: { name: 'Finished', fields: finished },
  22: { name: 'CertificateStatus', fields: certificateStatus },
  24: { name: 'KeyUpdate', fields: keyUpdate },
  25: { name: 'CompressedCertificate', fields: compressedCertificate },
};

const retry: HandshakeKind = { name: 'HelloRetryRequest', fields: helloRetryRequest };

/**
 * @param type number in front of a handshake message
 * @param body what stands behind its header
 */
export function handshakeKind(type: number, body: Uint8Array): HandshakeKind {
  if (type === 2 && isRetry(body)) return retry;
  return kinds[type] ?? { name: `unknown handshake message (${type})`, fields: empty };
}
