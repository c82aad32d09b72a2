import type { Figure } from '../result.ts';
import type { TlsVersion } from '../words.ts';
import { type PrimitiveRow, rowOf } from './primitive-rows.ts';
import type { Primitive, SignatureKey } from './primitives-api.ts';

/** Key exchanges, as the handshake lab names them. */
type Group = 'X25519' | 'P-256' | 'X25519MLKEM768';

/** What of a measured handshake says which primitives it needed. */
export interface HandshakeCost {
  readonly version: TlsVersion;
  /** Of the server's own certificate, with which it signs the handshake. */
  readonly key: SignatureKey;
  /** Of the authorities, which have signed every certificate of the chain. */
  readonly authorityKey: SignatureKey;
  readonly group: Group;
  readonly resumed: boolean;
  /** Certificates that the server sends, each signed by the next or by the root. */
  readonly chainLength: number;
  readonly serverCpuUs: Pick<Figure, 'mean'>;
  readonly clientCpuUs: Pick<Figure, 'mean'>;
}

/** How much of a side's CPU its primitives explain. */
export interface Explained {
  readonly primitivesUs: number;
  /** Of the side's CPU; undefined where that was nothing. */
  readonly share: number | undefined;
}

/** A side is absent when one of its primitives wasn't measured. */
export interface ExplainedSides {
  readonly server?: Explained;
  readonly client?: Explained;
}

type Side = 'server' | 'client';

const x25519: readonly Primitive[] = [
  { operation: 'generate', algorithm: 'x25519' },
  { operation: 'agree', algorithm: 'x25519' },
];
const p256: readonly Primitive[] = [
  { operation: 'generate', algorithm: 'p-256' },
  { operation: 'agree', algorithm: 'p-256' },
];

/** In the hybrid the client makes the ML-KEM key and the server encapsulates to it (draft-ietf-tls-ecdhe-mlkem §3). */
const exchanges: Record<Group, Record<Side, readonly Primitive[]>> = {
  X25519: { server: x25519, client: x25519 },
  'P-256': { server: p256, client: p256 },
  X25519MLKEM768: {
    server: [...x25519, { operation: 'encapsulate', algorithm: 'ml-kem-768' }],
    client: [
      ...x25519,
      { operation: 'generate', algorithm: 'ml-kem-768' },
      { operation: 'decapsulate', algorithm: 'ml-kem-768' },
    ],
  },
};

/**
 * A full handshake exchanges keys, the server signs once, and the client verifies that and each certificate. A resumed
 * one of TLS 1.3 exchanges keys anew (`psk_dhe_ke`, RFC 8446 §4.2.9); of TLS 1.2 it needs none of these (RFC 5246 §7.3).
 */
function primitivesOf(handshake: HandshakeCost, side: Side): Primitive[] {
  const { version, key, authorityKey, group, resumed, chainLength } = handshake;
  if (resumed) return version === '1.2' ? [] : [...exchanges[group][side]];
  const signatures: Record<Side, Primitive[]> = {
    server: [{ operation: 'sign', algorithm: key }],
    client: [key, ...Array.from({ length: chainLength }, () => authorityKey)].map((algorithm) => ({
      operation: 'verify',
      algorithm,
    })),
  };
  return [...exchanges[group][side], ...signatures[side]];
}

function explain(rows: readonly PrimitiveRow[], needed: readonly Primitive[], cpuUs: number) {
  const costsUs = needed.map((primitive) => rowOf(rows, primitive)?.cpuUs.mean);
  let primitivesUs = 0;
  for (const costUs of costsUs) {
    if (costUs === undefined) return undefined;
    primitivesUs += costUs;
  }
  return { primitivesUs, share: cpuUs > 0 ? primitivesUs / cpuUs : undefined };
}

/**
 * How much of a handshake's CPU its public-key primitives explain, on each side. What is left is the TLS library's other
 * work, the runtime's and the kernel's. Keys, hashes and records of the handshake itself are not counted: they are small.
 * @param rows primitives measured on the same machine and runtime
 */
export function explainedShare(rows: readonly PrimitiveRow[], handshake: HandshakeCost): ExplainedSides {
  return {
    server: explain(rows, primitivesOf(handshake, 'server'), handshake.serverCpuUs.mean),
    client: explain(rows, primitivesOf(handshake, 'client'), handshake.clientCpuUs.mean),
  };
}
