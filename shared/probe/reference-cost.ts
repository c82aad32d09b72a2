import type { HandshakeCost, HandshakeKind, Span } from './handshake-cost.ts';

interface ReferenceUs {
  readonly full: number;
  readonly resumed: number;
  readonly modelled?: true;
}
type ByVersionAndKey = Readonly<Record<string, Readonly<Record<string, ReferenceUs>>>>;

/** µs of server CPU per new connection: connect, handshake, one byte each way, close (FIELD.md D5). */
const referenceUs: ByVersionAndKey = {
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

/** The same of a server with an ECDSA P-256 key that checks the client's certificate, by the client's key (FIELD.md D5). */
const mutualUs: ByVersionAndKey = {
  '1.3': {
    'ecdsa-p256': { full: 1_296, resumed: 708 },
    'rsa-2048': { full: 1_347, resumed: 590 },
  },
  '1.2': {
    'ecdsa-p256': { full: 1_126, resumed: 495 },
    'rsa-2048': { full: 1_222, resumed: 523 },
  },
};
const mutualServerKey = 'ecdsa-p256';

function knownUs({ version, key, clientKey }: HandshakeKind): ReferenceUs | undefined {
  if (clientKey === undefined) return referenceUs[version]?.[key];
  return key === mutualServerKey ? mutualUs[version]?.[clientKey] : undefined;
}

const where = 'a Node 20 server with OpenSSL 3.0 on one core of an AMD EPYC, ±20 %';
const around = (us: number): Span => [us * 0.8, us * 1.2];

/** The built-in cost of a handshake. @returns undefined where none is known for the kind */
export function referenceCost(kind: HandshakeKind): HandshakeCost | undefined {
  const known = knownUs(kind);
  if (known === undefined) return undefined;
  const { full, resumed, modelled } = known;
  return { full: around(full), resumed: around(resumed), origin: modelled ? 'modelled' : 'reference', where };
}
