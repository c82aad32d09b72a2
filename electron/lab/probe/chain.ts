import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import * as x509 from '@peculiar/x509';
import type { Certificate } from '../../../shared/probe/certificate.ts';

const DAY_MS = 86_400_000;
/** A chain that is longer than any in use; a server may send what it likes. */
const MOST_CERTIFICATES = 10;

/** Distinguished names come with a line for each part. */
const oneLine = (name: string) => name.trim().replaceAll('\n', ', ');

/** Node does not tell the algorithm of a certificate's signature before its version 24. */
function signatureOf(raw: Buffer): string {
  try {
    const algorithm: unknown = new x509.X509Certificate(Uint8Array.from(raw)).signatureAlgorithm;
    const part = (of: unknown, name: string): unknown =>
      typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;
    const hash = part(part(algorithm, 'hash'), 'name');
    return hash === undefined ? String(part(algorithm, 'name')) : `${part(algorithm, 'name')} with ${hash}`;
  } catch {
    // Of an algorithm that the library doesn't know: the rest of the certificate can still be read.
    return 'unknown';
  }
}

function keyOf({ publicKey }: X509Certificate): Certificate['key'] {
  const { modulusLength, namedCurve } = publicKey.asymmetricKeyDetails ?? {};
  return { kind: publicKey.asymmetricKeyType ?? 'unknown', bits: modulusLength, curve: namedCurve };
}

function describe(certificate: X509Certificate, nowMs: number): Certificate {
  const notAfterMs = Date.parse(certificate.validTo);
  return {
    subject: oneLine(certificate.subject ?? ''),
    issuer: oneLine(certificate.issuer ?? ''),
    notBefore: new Date(certificate.validFrom).toISOString(),
    notAfter: new Date(notAfterMs).toISOString(),
    daysLeft: Math.floor((notAfterMs - nowMs) / DAY_MS),
    key: keyOf(certificate),
    signature: signatureOf(certificate.raw),
    isCa: certificate.ca,
    isSelfSigned: certificate.checkIssued(certificate),
    issuerUrl: /CA Issuers - URI:(\S+)/.exec(certificate.infoAccess ?? '')?.[1],
  };
}

/** @param certificates in DER; what each says of itself */
export const describeChain = (certificates: readonly Uint8Array[], nowMs: number): Certificate[] =>
  certificates.slice(0, MOST_CERTIFICATES).map((der) => describe(new X509Certificate(der), nowMs));

/**
 * Checks the server's own certificate for a name or address (RFC 9525).
 * @returns the names that it is for where that isn't one of them; empty where it has none
 */
export function otherNames(socket: TLSSocket, name: string): string | undefined {
  const own = socket.getPeerX509Certificate();
  if (own === undefined) return '';
  const isFor =
    (isIP(name) === 0 ? own.checkHost(name, { subject: 'never' }) : own.checkIP(name)) !== undefined;
  return isFor ? undefined : (own.subjectAltName ?? '');
}
