import { sha256, sha384 } from '@noble/hashes/sha2.js';
import type { NumberNames } from './number-names.ts';

/** Cipher suites that today's libraries offer without being asked twice, as IANA writes them. */
export const suiteNames: NumberNames = {
  10: 'TLS_RSA_WITH_3DES_EDE_CBC_SHA',
  47: 'TLS_RSA_WITH_AES_128_CBC_SHA',
  51: 'TLS_DHE_RSA_WITH_AES_128_CBC_SHA',
  53: 'TLS_RSA_WITH_AES_256_CBC_SHA',
  57: 'TLS_DHE_RSA_WITH_AES_256_CBC_SHA',
  60: 'TLS_RSA_WITH_AES_128_CBC_SHA256',
  61: 'TLS_RSA_WITH_AES_256_CBC_SHA256',
  103: 'TLS_DHE_RSA_WITH_AES_128_CBC_SHA256',
  107: 'TLS_DHE_RSA_WITH_AES_256_CBC_SHA256',
  156: 'TLS_RSA_WITH_AES_128_GCM_SHA256',
  157: 'TLS_RSA_WITH_AES_256_GCM_SHA384',
  158: 'TLS_DHE_RSA_WITH_AES_128_GCM_SHA256',
  159: 'TLS_DHE_RSA_WITH_AES_256_GCM_SHA384',
  255: 'TLS_EMPTY_RENEGOTIATION_INFO_SCSV',
  4865: 'TLS_AES_128_GCM_SHA256',
  4866: 'TLS_AES_256_GCM_SHA384',
  4867: 'TLS_CHACHA20_POLY1305_SHA256',
  4868: 'TLS_AES_128_CCM_SHA256',
  4869: 'TLS_AES_128_CCM_8_SHA256',
  22016: 'TLS_FALLBACK_SCSV',
  49160: 'TLS_ECDHE_ECDSA_WITH_3DES_EDE_CBC_SHA',
  49161: 'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA',
  49162: 'TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA',
  49170: 'TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA',
  49171: 'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA',
  49172: 'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA',
  49187: 'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256',
  49188: 'TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384',
  49191: 'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256',
  49192: 'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384',
  49195: 'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256',
  49196: 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384',
  49199: 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
  49200: 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
  49308: 'TLS_RSA_WITH_AES_128_CCM',
  49309: 'TLS_RSA_WITH_AES_256_CCM',
  49310: 'TLS_DHE_RSA_WITH_AES_128_CCM',
  49311: 'TLS_DHE_RSA_WITH_AES_256_CCM',
  49312: 'TLS_RSA_WITH_AES_128_CCM_8',
  49313: 'TLS_RSA_WITH_AES_256_CCM_8',
  49314: 'TLS_DHE_RSA_WITH_AES_128_CCM_8',
  49315: 'TLS_DHE_RSA_WITH_AES_256_CCM_8',
  49324: 'TLS_ECDHE_ECDSA_WITH_AES_128_CCM',
  49325: 'TLS_ECDHE_ECDSA_WITH_AES_256_CCM',
  49326: 'TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8',
  49327: 'TLS_ECDHE_ECDSA_WITH_AES_256_CCM_8',
  52392: 'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256',
  52393: 'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256',
  52394: 'TLS_DHE_RSA_WITH_CHACHA20_POLY1305_SHA256',
};

const hashes = { SHA256: sha256, SHA384: sha384 } as const;
export type SuiteHash = (typeof hashes)[keyof typeof hashes];

/** What it takes to open records of a suite. */
export interface Sealing {
  aead: 'aes-gcm' | 'chacha20-poly1305';
  keyBytes: number;
  /** The hash of the key derivation. */
  hash: SuiteHash;
}

/**
 * A suite's name says all of it (RFC 8446 section B.4, RFC 5288, RFC 7905).
 *
 * @param suite number of a cipher suite
 * @returns undefined for suites whose records this reader doesn't open: CBC and CCM
 */
export function sealingOf(suite: number): Sealing | undefined {
  const name = suiteNames[suite] ?? '';
  const [, aes, keyBits, hashName] =
    /_(?:(AES)_(128|256)_GCM|CHACHA20_POLY1305)_(SHA256|SHA384)$/.exec(name) ?? [];
  if (hashName === undefined) return undefined;
  const hash = hashName === 'SHA384' ? hashes.SHA384 : hashes.SHA256;
  return aes === undefined
    ? { aead: 'chacha20-poly1305', keyBytes: 32, hash }
    : { aead: 'aes-gcm', keyBytes: Number(keyBits) / 8, hash };
}

/** @returns `ECDHE`, `DHE` or `RSA` for a suite of TLS 1.2; undefined for those of TLS 1.3, whose names have none */
export const keyExchangeOf = (suite: number) =>
  /^TLS_([A-Z]+)_(?:\w+_)?WITH_/.exec(suiteNames[suite] ?? '')?.[1];
