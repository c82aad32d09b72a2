import type { Field } from './anatomy.ts';
import { certificateFacts } from './certificate-facts.ts';
import { Cursor, ShortRead } from './cursor.ts';
import { readExtensions } from './extensions.ts';
import { bytesText, countText, listText } from './field-text.ts';
import type { MessageContext } from './handshake-facts.ts';
import { nameOf } from './number-names.ts';
import { certificateTypeNames, compressionNames, tls13 } from './protocol-names.ts';
import { signatureNames } from './signature-names.ts';

function certificateText(der: Uint8Array, context: MessageContext): string {
  const size = bytesText(der);
  try {
    const { commonName, key, signature, notAfter } = certificateFacts(der);
    return `${size}: ${commonName ?? 'no common name'}; key ${key}; signed with ${signature}; valid until ${notAfter}`;
  } catch (error) {
    if (!(error instanceof ShortRead)) throw error;
    context.flaws.push({ bytes: der.length, reason: `a certificate: ${error.message}` });
    return `${size}, not readable`;
  }
}

/** RFC 8446 section 4.4.2; without context and extensions in TLS 1.2 (RFC 5246 section 7.4.2). */
export function* certificate(cursor: Cursor, context: MessageContext): Generator<Field> {
  const isTls13 = context.facts.version === tls13;
  if (isTls13) yield { name: 'Request context', value: bytesText(cursor.vector(1)) };
  const chain = new Cursor(cursor.vector(3));
  const certificates: Uint8Array[] = [];
  if (context.from === 'server') context.facts.serverCertificates ??= certificates;
  while (chain.left > 0) {
    const der = chain.vector(3);
    certificates.push(der);
    yield { name: `Certificate ${certificates.length}`, value: certificateText(der, context) };
    if (isTls13) yield* readExtensions(chain, 'Certificate', context);
  }
  yield { name: 'Chain', value: countText(certificates.length, 'certificate') };
}

/** RFC 8879 section 4; it stays compressed. */
export function* compressedCertificate(cursor: Cursor): Generator<Field> {
  yield { name: 'Algorithm', value: nameOf(compressionNames, cursor.number(2)) };
  yield { name: 'Uncompressed', value: countText(cursor.number(3), 'byte') };
  yield { name: 'Compressed', value: bytesText(cursor.vector(3)) };
}

/** RFC 8446 section 4.3.2, RFC 5246 section 7.4.4. */
export function* certificateRequest(cursor: Cursor, context: MessageContext): Generator<Field> {
  if (context.facts.version === tls13) {
    yield { name: 'Request context', value: bytesText(cursor.vector(1)) };
    yield* readExtensions(cursor, 'CertificateRequest', context);
    return;
  }
  const types = cursor.list(1, (each) => nameOf(certificateTypeNames, each.number(1), 1));
  yield { name: 'Certificate types', value: listText(types) };
  const schemes = cursor.list(2, (each) => nameOf(signatureNames, each.number(2)));
  yield { name: 'Signature algorithms', value: listText(schemes) };
  const authorities = cursor.list(2, (each) => each.vector(2));
  yield { name: 'Certificate authorities', value: countText(authorities.length, 'name') };
}

/** RFC 8446 section 4.4.3, RFC 5246 section 7.4.8. */
export function* certificateVerify(cursor: Cursor): Generator<Field> {
  yield { name: 'Signature algorithm', value: nameOf(signatureNames, cursor.number(2)) };
  yield { name: 'Signature', value: bytesText(cursor.vector(2)) };
}

/** RFC 6066 section 8. */
export function* certificateStatus(cursor: Cursor): Generator<Field> {
  yield { name: 'Type', value: cursor.number(1) === 1 ? 'ocsp' : 'unknown' };
  yield { name: 'Response', value: bytesText(cursor.vector(3)) };
}
