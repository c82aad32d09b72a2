import type { KeyObject } from 'node:crypto';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { HandshakeKey } from '../../shared/handshake/cases.ts';
import type { Watched } from '../../shared/handshake/role-calls.ts';
import { CaptureRecorder } from '../tap/capture-recorder.ts';
import { type ByteWitness, TappedStream } from '../tap/tapped-stream.ts';
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

/** Shows the bytes that pass to both of its witnesses. */
const both = (one: ByteWitness, other: ByteWitness): ByteWitness => ({
  add: (from, bytes) => {
    one.add(from, bytes);
    other.add(from, bytes);
  },
});

/** Opens one connection whose bytes are watched on their way; null on TCP alone. @throws LabError `handshake-failed` */
export async function watchOne(target: HandshakeTarget): Promise<Watched | null> {
  const flights = new FlightWatch();
  const recorder = new CaptureRecorder('client');
  let below: Socket | undefined;
  const { secured, connection } = await target.dial(target.takeSession(), {
    over: (socket) => {
      below = socket;
      return new TappedStream(socket, both(flights, recorder), 'client');
    },
    addSecret: recorder.addSecret,
  });
  const watched: Watched | null =
    secured === undefined
      ? null
      : {
          version: secured.getProtocol() ?? 'unknown',
          cipher: secured.getCipher().standardName,
          key: keyProved(secured),
          resumed: secured.isSessionReused(),
          isRetried: flights.isRetried,
          roundTrips: flights.roundTrips,
          capture: recorder.capture(),
        };
  if (target.spec.activity !== 'handshake') connection.end();
  connection.resume();
  // TLS over a stream that isn't a socket doesn't close by itself: its end is that of the socket below.
  await untilClosed(below ?? connection);
  connection.destroy();
  return watched;
}

/** A resumed connection carries no certificate; what Node shows of one is the session's. */
function keyProved(secured: TLSSocket): Watched['key'] {
  const certificate = secured.isSessionReused() ? undefined : secured.getPeerX509Certificate();
  return certificate && keyOf(certificate.publicKey);
}
