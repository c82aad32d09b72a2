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

/** A server may send what it likes: what can't be read of a certificate hides nothing else of it. */
function readOr<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** Node does not tell the algorithm of a certificate's signature before its version 24. */
function signatureOf(raw: Buffer): string {
  const algorithm: unknown = new x509.X509Certificate(Uint8Array.from(raw)).signatureAlgorithm;
  const part = (of: unknown, name: string): unknown =>
    typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;
  const hash = part(part(algorithm, 'hash'), 'name');
  return hash === undefined ? String(part(algorithm, 'name')) : `${part(algorithm, 'name')} with ${hash}`;
}

/** The public key of a certificate, `unknown` where it is of a kind that the library can't read. */
export const keyOf = (certificate: X509Certificate): Certificate['key'] =>
  readOr<Certificate['key']>({ kind: 'unknown' }, () => {
    const { asymmetricKeyType = 'unknown', asymmetricKeyDetails } = certificate.publicKey;
    const { modulusLength, namedCurve } = asymmetricKeyDetails ?? {};
    return { kind: asymmetricKeyType, bits: modulusLength, curve: namedCurve };
  });

/** @returns ms since 1970; undefined for a text that is no date, like OpenSSL's `Bad time value` */
function dateIn(text: string): number | undefined {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}

const isoText = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

function describe(der: Uint8Array, nowMs: number): Certificate {
  const certificate = new X509Certificate(der);
  const notAfterMs = dateIn(certificate.validTo);
  return {
    subject: oneLine(certificate.subject ?? ''),
    issuer: oneLine(certificate.issuer ?? ''),
    notBefore: isoText(dateIn(certificate.validFrom)),
    notAfter: isoText(notAfterMs),
    daysLeft: notAfterMs === undefined ? undefined : Math.floor((notAfterMs - nowMs) / DAY_MS),
    key: keyOf(certificate),
    signature: readOr('unknown', () => signatureOf(certificate.raw)),
    isCa: certificate.ca,
    isSelfSigned: certificate.checkIssued(certificate),
    issuerUrl: /CA Issuers - URI:(\S+)/.exec(certificate.infoAccess ?? '')?.[1],
  };
}

const noCertificate = ({ length }: Uint8Array): Certificate => ({
  subject: `${length} bytes that are no certificate`,
  issuer: 'unknown',
  key: { kind: 'unknown' },
  signature: 'unknown',
  isCa: false,
  isSelfSigned: false,
});

/** @param certificates in DER; what each says of itself */
export const describeChain = (certificates: readonly Uint8Array[], nowMs: number): Certificate[] =>
  certificates
    .slice(0, MOST_CERTIFICATES)
    .map((der) => readOr(noCertificate(der), () => describe(der, nowMs)));

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
