import type { NumberNames } from './number-names.ts';

/** Content types of records (RFC 8446 section 5.1; heartbeat is RFC 6520). */
export const contentType = {
  changeCipherSpec: 20,
  alert: 21,
  handshake: 22,
  applicationData: 23,
} as const;

const contentTypeNames: NumberNames = {
  [contentType.changeCipherSpec]: 'change_cipher_spec',
  [contentType.alert]: 'alert',
  [contentType.handshake]: 'handshake',
  [contentType.applicationData]: 'application_data',
  24: 'heartbeat',
};

/** @returns `handshake`, or `unknown (99)` for a number of no meaning */
export const contentTypeName = (value: number) => contentTypeNames[value] ?? `unknown (${value})`;

/** Numbers of `ProtocolVersion` (RFC 8446 appendix B.3.1.1). */
export const tls12 = 0x0303;
export const tls13 = 0x0304;

/** As OpenSSL and Node write them, which the rest of the lab does too. */
export const versionNames: NumberNames = {
  768: 'SSLv3',
  769: 'TLSv1',
  770: 'TLSv1.1',
  [tls12]: 'TLSv1.2',
  [tls13]: 'TLSv1.3',
};

/** PSK key exchange modes (RFC 8446 section 4.2.9). */
export const pskModeNames: NumberNames = {
  0: 'psk_ke',
  1: 'psk_dhe_ke',
};

/** RFC 8422 section 5.1.2. */
export const pointFormatNames: NumberNames = {
  0: 'uncompressed',
  1: 'ansiX962_compressed_prime',
  2: 'ansiX962_compressed_char2',
};

/** RFC 8879 section 3. */
export const compressionNames: NumberNames = {
  1: 'zlib',
  2: 'brotli',
  3: 'zstd',
};

/** What a TLS 1.2 server accepts as a client's certificate (RFC 5246 section 7.4.4, RFC 8422 section 5.5). */
export const certificateTypeNames: NumberNames = {
  1: 'rsa_sign',
  2: 'dss_sign',
  3: 'rsa_fixed_dh',
  4: 'dss_fixed_dh',
  64: 'ecdsa_sign',
  65: 'rsa_fixed_ecdh',
  66: 'ecdsa_fixed_ecdh',
};
