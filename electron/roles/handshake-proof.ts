import type { KeyObject } from 'node:crypto';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import {
  groupNames,
  type HandshakeGroup,
  type HandshakeKey,
  handshakeGroups,
} from '../../shared/handshake/cases.ts';
import type { Proof } from '../../shared/handshake/role-calls.ts';
import { TappedStream } from '../tap/tapped-stream.ts';
import { FlightWatch } from './flight-watch.ts';
import { type HandshakeTarget, untilClosed } from './handshake-dial.ts';

function keyOf(publicKey: KeyObject): HandshakeKey | 'other' {
  const { modulusLength, namedCurve } = publicKey.asymmetricKeyDetails ?? {};
  const name = [publicKey.asymmetricKeyType, namedCurve, modulusLength].filter(Boolean).join('-');
  const keys: Record<string, HandshakeKey> = {
    'ec-prime256v1': 'ecdsa-p256',
    'rsa-2048': 'rsa-2048',
    'rsa-4096': 'rsa-4096',
    ed25519: 'ed25519',
  };
  return keys[name] ?? 'other';
}

/** @returns our name of the group, the runtime's where we have none, undefined where it tells none */
function groupOf(secured: TLSSocket): HandshakeGroup | string | undefined {
  const told: unknown = Reflect.get(secured.getEphemeralKeyInfo() ?? {}, 'name');
  if (typeof told !== 'string') return undefined;
  return handshakeGroups.find((group) => groupNames[group].told.toLowerCase() === told.toLowerCase()) ?? told;
}

/** Opens one connection whose bytes are watched on their way. @throws LabError `handshake-failed` */
export async function proofOf(target: HandshakeTarget): Promise<Proof | null> {
  const watch = new FlightWatch();
  let below: Socket | undefined;
  const { secured, connection } = await target.dial(target.takeSession(), (socket) => {
    below = socket;
    return new TappedStream(socket, watch, 'client');
  });
  const proof: Proof | null =
    secured === undefined
      ? null
      : {
          version: secured.getProtocol() ?? 'unknown',
          cipher: secured.getCipher().standardName,
          group: groupOf(secured),
          key: keyProved(secured),
          resumed: secured.isSessionReused(),
          isRetried: watch.isRetried,
          roundTrips: watch.roundTrips,
        };
  if (target.spec.activity !== 'handshake') connection.end();
  connection.resume();
  // TLS over a stream that isn't a socket doesn't close by itself: its end is that of the socket below.
  await untilClosed(below ?? connection);
  connection.destroy();
  return proof;
}

/** A resumed connection carries no certificate; what Node shows of one is the session's. */
function keyProved(secured: TLSSocket): Proof['key'] {
  const certificate = secured.isSessionReused() ? undefined : secured.getPeerX509Certificate();
  return certificate && keyOf(certificate.publicKey);
}
