import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { LabError } from '../../shared/fault.ts';
import type { HandshakeKey } from '../../shared/handshake/cases.ts';
import type { KeyType } from '../../shared/words.ts';

/** The name that every server certificate carries and every client of the lab checks. */
export const serverName = 'localhost';
/** The name that a tier shows of itself where it is asked for a certificate. */
const clientName = 'sidecar.tls-cost-lab';

/** A server's certificate and key, and the authority that signed it, as PEM. Nothing of it is ever written to disk. */
export interface Identity {
  readonly certPem: string;
  readonly keyPem: string;
  readonly caPem: string;
  /** Of the same authority, for a tier that must show who it is (mutual TLS). */
  readonly client: { readonly certPem: string; readonly keyPem: string };
}

type SigningAlgorithm = (EcKeyGenParams & EcdsaParams) | RsaHashedKeyGenParams;

const rsa = (modulusLength: number): RsaHashedKeyGenParams => ({
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
});

const algorithms: Record<HandshakeKey, SigningAlgorithm | { name: 'Ed25519' }> = {
  'ecdsa-p256': { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  'rsa-2048': rsa(2048),
  'rsa-4096': rsa(4096),
  ed25519: { name: 'Ed25519' },
};

const DAY_MS = 86_400_000;

function serialNumber(): string {
  // RFC 5280 §4.1.2.2: positive and unique for the issuer; the leading byte keeps it positive.
  return `01${Buffer.from(webcrypto.getRandomValues(new Uint8Array(8))).toString('hex')}`;
}

/** Who signs certificates. */
export interface Authority {
  readonly key: HandshakeKey;
  readonly keys: CryptoKeyPair;
  readonly certificate: x509.X509Certificate;
}

const usages: KeyUsage[] = ['sign', 'verify'];
const validity = () => ({
  notBefore: new Date(Date.now() - DAY_MS),
  notAfter: new Date(Date.now() + 30 * DAY_MS),
});

/** A key pair of the given type, to sign with or to be certified. */
export async function makeKeys(key: HandshakeKey): Promise<CryptoKeyPair> {
  const keys = await webcrypto.subtle.generateKey(algorithms[key], true, usages);
  if (!('privateKey' in keys)) throw new TypeError(`${key} is no type of key pair.`);
  return keys;
}

const authorityExtensions = (below: number) => [
  new x509.BasicConstraintsExtension(true, below, true),
  new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
];

/** @param below how many authorities there may be between it and a leaf (RFC 5280 §4.2.1.9) */
export async function makeAuthority(key: HandshakeKey, below = 0): Promise<Authority> {
  const keys = await makeKeys(key);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity(),
    serialNumber: serialNumber(),
    name: `CN=TLS Cost Lab CA (${key})`,
    keys,
    signingAlgorithm: algorithms[key],
    extensions: authorityExtensions(below),
  });
  return { key, keys, certificate };
}

/** An authority with a key of the same type, signed by another one. */
export async function makeIntermediate(issuer: Authority, below: number): Promise<Authority> {
  const { key } = issuer;
  const keys = await makeKeys(key);
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity(),
    serialNumber: serialNumber(),
    subject: `CN=TLS Cost Lab intermediate CA ${below}`,
    issuer: issuer.certificate.subject,
    publicKey: keys.publicKey,
    signingKey: issuer.keys.privateKey,
    signingAlgorithm: algorithms[key],
    extensions: authorityExtensions(below),
  });
  return { key, keys, certificate };
}

/** What a certificate is for: its subject, its extended key usage (RFC 5280 §4.2.1.12) and its names. */
interface Purpose {
  readonly subject: string;
  readonly usage: x509.ExtendedKeyUsage;
  readonly names: readonly x509.JsonGeneralName[];
}

export const serverPurpose: Purpose = {
  subject: `CN=${serverName}`,
  usage: x509.ExtendedKeyUsage.serverAuth,
  names: [
    { type: 'dns', value: serverName },
    { type: 'ip', value: '127.0.0.1' },
  ],
};
const client: Purpose = {
  subject: `CN=${clientName}`,
  usage: x509.ExtendedKeyUsage.clientAuth,
  names: [{ type: 'dns', value: clientName }],
};

/** Signs a certificate for keys of any type. @returns it and its private key as PEM */
export async function issue(
  { key, keys, certificate }: Authority,
  { subject, usage, names }: Purpose,
  leafKeys: CryptoKeyPair,
): Promise<{ certPem: string; keyPem: string }> {
  const leaf = await x509.X509CertificateGenerator.create({
    ...validity(),
    serialNumber: serialNumber(),
    subject,
    issuer: certificate.subject,
    publicKey: leafKeys.publicKey,
    signingKey: keys.privateKey,
    signingAlgorithm: algorithms[key],
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      // BoringSSL refuses a server certificate without digitalSignature (ELECTRON.md §5).
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([usage]),
      new x509.SubjectAlternativeNameExtension([...names]),
    ],
  });
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', leafKeys.privateKey);
  return { certPem: leaf.toString('pem'), keyPem: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY') };
}

async function makeIdentity(key: KeyType): Promise<Identity> {
  const authority = await makeAuthority(key);
  const [own, shown] = await Promise.all([
    issue(authority, serverPurpose, await makeKeys(key)),
    issue(authority, client, await makeKeys(key)),
  ]);
  return { ...own, caPem: authority.certificate.toString('pem'), client: shown };
}

/** @throws LabError `certificate-failed` in the place of what was thrown */
export function certificateFailed(key: HandshakeKey, error: unknown): never {
  throw new LabError(
    { code: 'certificate-failed', message: `A ${key} certificate could not be made: ${String(error)}` },
    { cause: error },
  );
}

/** Certificates of this lab, each made at its first use. */
export class Pki {
  private readonly made = new Map<KeyType, Promise<Identity>>();

  /** @throws LabError `certificate-failed` when the runtime can't make a key of this type */
  async identity(key: KeyType): Promise<Identity> {
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const making = makeIdentity(key).catch((error: unknown) => {
      this.made.delete(key);
      certificateFailed(key, error);
    });
    this.made.set(key, making);
    return making;
  }
}
