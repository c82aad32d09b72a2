import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

/** A certificate with its private key, as PEM, and what is needed to issue others with it. */
export interface Issued {
  readonly certPem: string;
  readonly keyPem: string;
  readonly subject: string;
  readonly keys: CryptoKeyPair;
}

interface Wanted {
  readonly subject: string;
  /** Signs itself without one. */
  readonly by?: Issued;
  readonly isCa?: boolean;
  readonly dnsNames?: readonly string[];
  /** Days from now. */
  readonly fromDays?: number;
  readonly toDays?: number;
  /** Where the issuer's certificate is said to be (RFC 5280 section 4.2.2.1). */
  readonly issuerUrl?: string;
}

/** A certificate bent: the date until which it holds gets a month 13, which breaks its signature too. */
export function withUnreadableExpiry(certPem: string): string {
  const { notAfter } = new x509.X509Certificate(certPem);
  const written = notAfter.toISOString().replace(/\D/g, '').slice(2, 14);
  const der = Buffer.from(x509.PemConverter.decodeFirst(certPem));
  der.write('13', der.lastIndexOf(`${written}Z`) + 2);
  return x509.PemConverter.encode(der, 'CERTIFICATE');
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

/** Issues a certificate that is wrong in whatever way a test wants it. */
export async function issue(wanted: Wanted): Promise<Issued> {
  const {
    subject,
    by,
    isCa = false,
    dnsNames = ['localhost'],
    fromDays = -2,
    toDays = 90,
    issuerUrl,
  } = wanted;
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const names = dnsNames.map((value) => ({ type: 'dns' as const, value }));
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: `01${randomBytes(8).toString('hex')}`,
    subject,
    issuer: by?.subject ?? subject,
    notBefore: inDays(fromDays),
    notAfter: inDays(toDays),
    publicKey: keys.publicKey,
    signingKey: (by?.keys ?? keys).privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(isCa, undefined, true),
      ...(isCa ? [] : [new x509.SubjectAlternativeNameExtension(names)]),
      ...(issuerUrl === undefined ? [] : [new x509.AuthorityInfoAccessExtension({ caIssuers: issuerUrl })]),
    ],
  });
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  const keyPem = x509.PemConverter.encode(pkcs8, 'PRIVATE KEY');
  return { certPem: certificate.toString('pem'), keyPem, subject, keys };
}
