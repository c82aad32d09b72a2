import type { HandshakeCost, HandshakeKind, Span } from './handshake-cost.ts';

/** µs of server CPU per new connection: connect, handshake, one byte each way, close (FIELD.md D5). */
const referenceUs: Record<string, Record<string, { full: number; resumed: number; modelled?: true }>> = {
  '1.3': {
    'ecdsa-p256': { full: 658, resumed: 455 },
    'rsa-2048': { full: 851, resumed: 445 },
    // Not measured themselves: the nearest measured key, and the difference of the signatures (FIELD.md D1).
    'rsa-3072': { full: 2_040, resumed: 445, modelled: true },
    'rsa-4096': { full: 3_716, resumed: 455 },
    ed25519: { full: 667, resumed: 455, modelled: true },
  },
  '1.2': {
    'ecdsa-p256': { full: 627, resumed: 321 },
    'rsa-2048': { full: 834, resumed: 329 },
    'rsa-3072': { full: 2_023, resumed: 329, modelled: true },
    'rsa-4096': { full: 3_855, resumed: 382 },
    ed25519: { full: 636, resumed: 321, modelled: true },
  },
};
const where = 'a Node 20 server with OpenSSL 3.0 on one core of an AMD EPYC, ±20 %';
const around = (us: number): Span => [us * 0.8, us * 1.2];

/** The built-in cost of a handshake. @returns undefined where none is known for the kind */
export function referenceCost({ version, key }: HandshakeKind): HandshakeCost | undefined {
  const known = referenceUs[version]?.[key];
  if (known === undefined) return undefined;
  const { full, resumed, modelled } = known;
  return { full: around(full), resumed: around(resumed), origin: modelled ? 'modelled' : 'reference', where };
}
