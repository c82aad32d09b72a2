import { expand } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Sealing, SuiteHash } from './cipher-suites.ts';

/** What seals one direction's records for a while. */
export interface TrafficKeys {
  key: Uint8Array;
  iv: Uint8Array;
}

/** HKDF-Expand-Label with an empty context (RFC 8446 section 7.1). */
function expandLabel(hash: SuiteHash, secret: Uint8Array, name: string, byteCount: number): Uint8Array {
  const label = utf8ToBytes(`tls13 ${name}`);
  const info = concatBytes(
    Uint8Array.of(byteCount >> 8, byteCount & 0xff, label.length),
    label,
    Uint8Array.of(0),
  );
  return expand(hash, secret, info, byteCount);
}

/** @returns key and IV that come from a traffic secret of TLS 1.3 (RFC 8446 section 7.3) */
export const trafficKeys = (sealing: Sealing, secret: Uint8Array): TrafficKeys => ({
  key: expandLabel(sealing.hash, secret, 'key', sealing.keyBytes),
  iv: expandLabel(sealing.hash, secret, 'iv', 12),
});

/** @returns the traffic secret that follows a KeyUpdate (RFC 8446 section 7.2) */
export const nextTrafficSecret = ({ hash }: Sealing, secret: Uint8Array): Uint8Array =>
  expandLabel(hash, secret, 'traffic upd', hash.outputLen);

/** P_hash of RFC 5246 section 5, `byteCount` bytes of it. */
function pseudorandom(hash: SuiteHash, secret: Uint8Array, seed: Uint8Array, byteCount: number): Uint8Array {
  const blocks: Uint8Array[] = [];
  let chained = seed;
  for (let made = 0; made < byteCount; made += hash.outputLen) {
    chained = hmac(hash, secret, chained);
    blocks.push(hmac(hash, secret, concatBytes(chained, seed)));
  }
  return concatBytes(...blocks).subarray(0, byteCount);
}

/**
 * Keys of both directions of TLS 1.2 (RFC 5246 section 6.3). AEAD suites take no MAC keys from the block.
 *
 * @param masterSecret the 48 bytes behind CLIENT_RANDOM in a key log
 */
export function keyBlock(
  sealing: Sealing,
  masterSecret: Uint8Array,
  randoms: { client: Uint8Array; server: Uint8Array },
): { client: TrafficKeys; server: TrafficKeys } {
  // The fixed part of a GCM nonce (RFC 5288 section 3); a whole ChaCha20-Poly1305 nonce (RFC 7905 section 2).
  const ivBytes = sealing.aead === 'aes-gcm' ? 4 : 12;
  const { keyBytes } = sealing;
  const seed = concatBytes(utf8ToBytes('key expansion'), randoms.server, randoms.client);
  const block = pseudorandom(sealing.hash, masterSecret, seed, 2 * (keyBytes + ivBytes));
  const cut = (from: number, byteCount: number) => block.subarray(from, from + byteCount);
  const ivs = 2 * keyBytes;
  return {
    client: { key: cut(0, keyBytes), iv: cut(ivs, ivBytes) },
    server: { key: cut(keyBytes, keyBytes), iv: cut(ivs + ivBytes, ivBytes) },
  };
}
