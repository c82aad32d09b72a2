import { Cursor, ShortRead } from './cursor.ts';
import { type DerValue, derChildren, derTag, oidText, readDer } from './der.ts';
import { printable } from './field-text.ts';

const commonName = '2.5.4.3';

/** Kinds of keys, curves and signatures in certificates, by object identifier (RFC 3279, RFC 4055, RFC 5480, RFC 8410, RFC 9881). */
const oidNames: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.1': 'RSA',
  '1.2.840.113549.1.1.5': 'sha1WithRSAEncryption',
  '1.2.840.113549.1.1.10': 'RSASSA-PSS',
  '1.2.840.113549.1.1.11': 'sha256WithRSAEncryption',
  '1.2.840.113549.1.1.12': 'sha384WithRSAEncryption',
  '1.2.840.113549.1.1.13': 'sha512WithRSAEncryption',
  '1.2.840.10045.2.1': 'EC',
  '1.2.840.10045.3.1.7': 'P-256',
  '1.2.840.10045.4.1': 'ecdsa-with-SHA1',
  '1.2.840.10045.4.3.2': 'ecdsa-with-SHA256',
  '1.2.840.10045.4.3.3': 'ecdsa-with-SHA384',
  '1.2.840.10045.4.3.4': 'ecdsa-with-SHA512',
  '1.3.132.0.34': 'P-384',
  '1.3.132.0.35': 'P-521',
  '1.3.101.112': 'Ed25519',
  '1.3.101.113': 'Ed448',
  '2.16.840.1.101.3.4.3.17': 'ML-DSA-44',
  '2.16.840.1.101.3.4.3.18': 'ML-DSA-65',
  '2.16.840.1.101.3.4.3.19': 'ML-DSA-87',
};

/** What a person wants to know of a certificate. */
export interface CertificateFacts {
  /** The subject's common name; absent where it has none. */
  commonName?: string;
  /** `RSA 2048 bits`, `EC P-256`, `Ed25519` */
  key: string;
  signature: string;
  /** As `2027-01-31 23:59:59 UTC`. */
  notAfter: string;
}

function child(children: readonly DerValue[], index: number, what: string): DerValue {
  const found = children[index];
  if (found === undefined) throw new ShortRead(`the certificate has no ${what}`);
  return found;
}

/** The algorithm of an AlgorithmIdentifier (RFC 5280 section 4.1.1.2). */
function algorithmName(body: Uint8Array): string {
  const oid = oidText(child(derChildren(body), 0, 'algorithm').body);
  return oidNames[oid] ?? oid;
}

function commonNameOf(subject: Uint8Array): string | undefined {
  for (const set of derChildren(subject)) {
    for (const attribute of derChildren(set.body)) {
      const [type, value] = derChildren(attribute.body);
      if (type !== undefined && value !== undefined && oidText(type.body) === commonName) {
        return printable(value.body);
      }
    }
  }
  return undefined;
}

/** RFC 5280 section 4.1.2.5: two digits of the year are 1950 to 2049. */
function timeText({ tag, body }: DerValue): string {
  const digits = printable(body);
  const century = Number(digits.slice(0, 2)) < 50 ? '20' : '19';
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(
    tag === derTag.utcTime ? century + digits : digits,
  );
  if (parts === null) throw new ShortRead('a time of the certificate is not written as RFC 5280 wants');
  const [, year, month, day, hour, minute, second] = parts;
  return `${year}-${month}-${day} ${hour}:${minute}:${second} UTC`;
}

/** Bits of an RSA modulus (RFC 8017 appendix A.1.1); the bit string's first byte says how many bits are unused. */
function modulusBits(bitString: Uint8Array): number {
  const key = readDer(new Cursor(bitString.subarray(1)));
  const modulus = child(derChildren(key.body), 0, 'modulus').body;
  const start = modulus.findIndex((byte) => byte !== 0);
  return start < 0 ? 0 : (modulus.length - start) * 8 - (Math.clz32(modulus[start] ?? 0) - 24);
}

function keyText(publicKeyInfo: Uint8Array): string {
  const parts = derChildren(publicKeyInfo);
  const algorithm = child(parts, 0, 'key algorithm').body;
  const name = algorithmName(algorithm);
  if (name === 'RSA') return `RSA ${modulusBits(child(parts, 1, 'key').body)} bits`;
  const curve = derChildren(algorithm)[1];
  if (name !== 'EC' || curve?.tag !== derTag.objectIdentifier) return name;
  const oid = oidText(curve.body);
  return `EC ${oidNames[oid] ?? oid}`;
}

/**
 * @param der a certificate of RFC 5280
 * @throws ShortRead where it isn't one
 */
export function certificateFacts(der: Uint8Array): CertificateFacts {
  const certificate = derChildren(readDer(new Cursor(der)).body);
  const all = derChildren(child(certificate, 0, 'content').body);
  // The version is left out of certificates of version 1 (RFC 5280 section 4.1.2.1).
  const parts = all[0]?.tag === derTag.version ? all.slice(1) : all;
  const [notBefore, notAfter] = derChildren(child(parts, 3, 'validity').body);
  if (notBefore === undefined || notAfter === undefined)
    throw new ShortRead('the certificate has no validity');
  return {
    commonName: commonNameOf(child(parts, 4, 'subject').body),
    key: keyText(child(parts, 5, 'key').body),
    signature: algorithmName(child(certificate, 1, 'signature algorithm').body),
    notAfter: timeText(notAfter),
  };
}
