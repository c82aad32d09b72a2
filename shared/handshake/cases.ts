import { keyTypes, type TlsVersion } from '../words.ts';

/** Keys of a server's certificate that the handshake lab compares. */
export const handshakeKeys = [...keyTypes, 'rsa-4096', 'ed25519'] as const;
export type HandshakeKey = (typeof handshakeKeys)[number];

/** Groups of the key exchange (RFC 8446 §4.2.7), the last one a hybrid with ML-KEM (draft-ietf-tls-ecdhe-mlkem). */
export const handshakeGroups = ['x25519', 'p-256', 'p-384', 'x25519mlkem768'] as const;
export type HandshakeGroup = (typeof handshakeGroups)[number];

/** All authorities of the handshake lab have this key, so that between two keys of a server nothing else differs. */
export const authorityKey = 'ecdsa-p256' as const;

/** The cipher is asked for by both of its names; BoringSSL lets nobody choose in TLS 1.3, so a row tells what it got. */
interface Cipher {
  readonly iana: string;
  readonly openssl: string;
}

/** What is promised of every connection of a TLS case: one that doesn't keep it makes the row an error. */
export interface TlsCase {
  readonly version: TlsVersion;
  readonly key: HandshakeKey;
  /** What the key exchange ends on. */
  readonly group: HandshakeGroup;
  /** In the client's order: a TLS 1.3 client sends a share of the first alone. */
  readonly clientGroups: readonly HandshakeGroup[];
  readonly serverGroups: readonly HandshakeGroup[];
  readonly cipher: Cipher;
  readonly resumed: boolean;
  /** Certificates that the server sends, its own included; the root isn't sent. */
  readonly chainLength: 1 | 2 | 3;
  /** The server answers the first ClientHello with a HelloRetryRequest (RFC 8446 §4.1.4). */
  readonly isRetried: boolean;
  /** Round trips before the client may send its first request, TCP's own apart. */
  readonly roundTrips: 1 | 2;
  /** A runtime without this group leaves the case out; `from` says which would have it. */
  readonly needs?: { readonly group: HandshakeGroup; readonly from: string };
}

export const handshakeCaseIds = [
  'tcp-connect',
  'tls12-ecdsa-p256-full',
  'tls12-ecdsa-p256-resumed',
  'tls12-rsa-2048-full',
  'tls13-ecdsa-p256-full',
  'tls13-ecdsa-p256-resumed',
  'tls13-rsa-2048-full',
  'tls13-rsa-4096-full',
  'tls13-ed25519-full',
  'tls13-ecdsa-p256-group-p256',
  'tls13-ecdsa-p256-group-x25519mlkem768',
  'tls13-ecdsa-p256-chain2',
  'tls13-ecdsa-p256-chain3',
  'tls13-ecdsa-p256-retry',
] as const;
export type HandshakeCaseId = (typeof handshakeCaseIds)[number];

const aes256 = { iana: 'TLS_AES_256_GCM_SHA384', openssl: 'TLS_AES_256_GCM_SHA384' };

const tls13: TlsCase = {
  version: '1.3',
  key: 'ecdsa-p256',
  group: 'x25519',
  // P-256 too, as every client offers it: TLS 1.2 needs it for an ECDSA certificate (RFC 8422 §5.1.1).
  clientGroups: ['x25519', 'p-256'],
  serverGroups: ['x25519', 'p-256'],
  cipher: aes256,
  resumed: false,
  chainLength: 1,
  isRetried: false,
  roundTrips: 1,
};

const tls12: TlsCase = {
  ...tls13,
  version: '1.2',
  cipher: { iana: 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384', openssl: 'ECDHE-ECDSA-AES256-GCM-SHA384' },
  roundTrips: 2,
};

const onlyGroup = (group: HandshakeGroup) => ({ group, clientGroups: [group], serverGroups: [group] });

/** Every case by its id; null is TCP alone. */
export const handshakeCases: Readonly<Record<HandshakeCaseId, TlsCase | null>> = {
  'tcp-connect': null,
  'tls12-ecdsa-p256-full': tls12,
  'tls12-ecdsa-p256-resumed': { ...tls12, resumed: true, roundTrips: 1 },
  'tls12-rsa-2048-full': {
    ...tls12,
    key: 'rsa-2048',
    cipher: { iana: 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384', openssl: 'ECDHE-RSA-AES256-GCM-SHA384' },
  },
  'tls13-ecdsa-p256-full': tls13,
  'tls13-ecdsa-p256-resumed': { ...tls13, resumed: true },
  'tls13-rsa-2048-full': { ...tls13, key: 'rsa-2048' },
  'tls13-rsa-4096-full': { ...tls13, key: 'rsa-4096' },
  'tls13-ed25519-full': { ...tls13, key: 'ed25519' },
  'tls13-ecdsa-p256-group-p256': { ...tls13, ...onlyGroup('p-256') },
  'tls13-ecdsa-p256-group-x25519mlkem768': {
    ...tls13,
    ...onlyGroup('x25519mlkem768'),
    needs: { group: 'x25519mlkem768', from: 'Node.js 24 or newer with OpenSSL 3.5' },
  },
  'tls13-ecdsa-p256-chain2': { ...tls13, chainLength: 2 },
  'tls13-ecdsa-p256-chain3': { ...tls13, chainLength: 3 },
  'tls13-ecdsa-p256-retry': {
    ...tls13,
    group: 'p-384',
    clientGroups: ['x25519', 'p-384'],
    serverGroups: ['p-384'],
    isRetried: true,
    roundTrips: 2,
  },
};

/**
 * Cases whose round trips are compared on new and on open connections, and which are measured over a distance.
 * Keys, groups and chains change neither.
 */
export const roundTripCaseIds = [
  'tcp-connect',
  'tls12-ecdsa-p256-full',
  'tls12-ecdsa-p256-resumed',
  'tls13-ecdsa-p256-full',
  'tls13-ecdsa-p256-resumed',
] as const satisfies readonly HandshakeCaseId[];

/** A group's name to OpenSSL's `groups` setting, and to IANA. */
export const groupNames: Readonly<
  Record<HandshakeGroup, { readonly openssl: string; readonly iana: string }>
> = {
  x25519: { openssl: 'X25519', iana: 'x25519' },
  'p-256': { openssl: 'P-256', iana: 'secp256r1' },
  'p-384': { openssl: 'P-384', iana: 'secp384r1' },
  x25519mlkem768: { openssl: 'X25519MLKEM768', iana: 'X25519MLKEM768' },
};

/** Groups as Node's `ecdhCurve` takes them. */
export const groupList = (groups: readonly HandshakeGroup[]): string =>
  groups.map((group) => groupNames[group].openssl).join(':');
