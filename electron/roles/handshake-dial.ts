import net, { type Socket } from 'node:net';
import tls, { type ConnectionOptions, type TLSSocket } from 'node:tls';
import { LabError } from '../../shared/fault.ts';
import { type HandshakeDialSpec, roundTripBytes } from '../../shared/handshake/role-calls.ts';
import { nowUs } from './counters.ts';
import { toFailure } from './load-target.ts';
import { avoidCertificateObject, namedServer } from './server-name.ts';

/** A literal address: a name would cost a lookup in the thread pool per connection. */
const ADDRESS = '127.0.0.1';
/** Far more than four round trips of the farthest distance and the slowest key. */
const PATIENCE_MS = 10_000;

const request = Buffer.alloc(roundTripBytes, '?');

/** A connection whose handshake is done. */
export interface Dialled {
  readonly connection: Socket;
  /** Absent on TCP alone. */
  readonly secured: TLSSocket | undefined;
  readonly dialledUs: number;
  readonly connectedUs: number;
  /** When the ClientHello had been made; absent on TCP alone, and of a connection that is watched. */
  readonly helloUs?: number | undefined;
  /** When the first request could leave. */
  readonly readyUs: number;
}

function failed(what: string, reason: string, cause?: Error): LabError {
  const message = `${what} did not succeed: ${reason}.`;
  return new LabError({ code: 'handshake-failed', message }, { cause });
}

/** Between two waits nobody else listens, and an error that nobody hears ends the process. */
const heard = <T extends Socket>(connection: T): T => connection.on('error', () => {});

/** Whoever watches a connection on its way. */
interface Watcher {
  /** @returns what the TLS goes over in the socket's place */
  over(socket: Socket): ConnectionOptions['socket'];
  /** @param line of Node's event `keylog` */
  readonly addSecret: (line: Uint8Array) => void;
}

/** Waits for one of a connection's events. @throws LabError `handshake-failed` when it fails or ends first, or stays silent */
function reached(connection: Socket, event: string, what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: LabError) => {
      settle();
      connection.destroy();
      reject(error);
    };
    const onEvent = () => {
      settle();
      resolve();
    };
    const onError = (error: Error) => fail(failed(what, toFailure('tls', error).reason, error));
    const onClose = () => fail(failed(what, 'the connection was closed'));
    const timer = setTimeout(() => fail(failed(what, `nothing came within ${PATIENCE_MS} ms`)), PATIENCE_MS);
    const settle = () => {
      clearTimeout(timer);
      connection.off(event, onEvent).off('close', onClose);
      connection.off('error', onError);
    };
    connection.once(event, onEvent).once('error', onError);
    if (event !== 'close') connection.once('close', onClose);
  });
}

/** The server that one case dials: what its connections share, and the session that the next one may resume. */
export class HandshakeTarget {
  readonly spec: HandshakeDialSpec;
  private readonly options: ConnectionOptions | undefined;
  private readonly sessions: Buffer[] = [];

  constructor(spec: HandshakeDialSpec) {
    this.spec = spec;
    this.options = spec.tls && {
      ...namedServer(spec.tls.serverName),
      // One context for all connections: building it parses the CA and costs milliseconds.
      secureContext: tls.createSecureContext({
        ca: spec.tls.caPem,
        minVersion: `TLSv${spec.tls.version}`,
        maxVersion: `TLSv${spec.tls.version}`,
        ecdhCurve: spec.tls.groups,
        ciphers: spec.tls.cipher,
      }),
    };
  }

  /** Sessions that are there for connections to resume. */
  get sessionCount(): number {
    return this.sessions.length;
  }

  /**
   * Sets up one connection.
   * @param session to resume; see `takeSession`
   * @param watcher of a connection that is watched; dialled directly if absent
   * @throws LabError `handshake-failed`
   */
  async dial(session?: Buffer, watcher?: Watcher): Promise<Dialled> {
    const dialledUs = nowUs();
    const { port } = this.spec;
    if (this.options === undefined || watcher !== undefined) {
      const socket = heard(net.connect({ host: ADDRESS, port, noDelay: true }));
      await reached(socket, 'connect', 'A TCP connection');
      const connectedUs = nowUs();
      if (this.options === undefined)
        return { connection: socket, secured: undefined, dialledUs, connectedUs, readyUs: connectedUs };
      return this.secure({ session, socket: watcher?.over(socket) }, dialledUs, watcher);
    }
    return this.secure({ session, host: ADDRESS, port }, dialledUs);
  }

  private async secure(how: ConnectionOptions, dialledUs: number, watcher?: Watcher): Promise<Dialled> {
    const secured = heard(tls.connect({ ...this.options, ...how }));
    if (watcher !== undefined) secured.on('keylog', watcher.addSecret);
    let connectedUs = dialledUs;
    // `tls.connect` has a listener already, that makes the ClientHello with its key share: that belongs to the handshake.
    secured.prependOnceListener('connect', () => {
      connectedUs = nowUs();
    });
    let helloUs: number | undefined;
    secured.once('connect', () => {
      helloUs = nowUs();
    });
    // `tls.connect` drops `noDelay`; a request just behind the client's Finished would wait for a delayed ACK.
    secured.setNoDelay(true);
    avoidCertificateObject(secured);
    if (this.spec.tls?.resumed) {
      // Never `getSession()` at the end of the handshake: TLS 1.3's ticket comes after it (RFC 8446 §4.6.1).
      secured.on('session', (session: Buffer) => {
        this.sessions.push(session);
      });
    }
    await reached(secured, 'secureConnect', 'A TLS handshake');
    const readyUs = nowUs();
    return { connection: secured, secured, dialledUs, connectedUs, helloUs, readyUs };
  }

  /** For a connection to resume; undefined where none shall. A TLS 1.3 ticket is given out once (RFC 8446 §C.4). */
  takeSession(): Buffer | undefined {
    return this.spec.tls?.version === '1.3' ? this.sessions.shift() : this.sessions.at(-1);
  }
}

/** Waits until both sides have closed. @throws LabError `handshake-failed` */
export async function untilClosed(connection: Socket): Promise<void> {
  // What nobody reads would keep the end from coming.
  connection.resume();
  if (!connection.closed) await reached(connection, 'close', 'The close of a connection');
}

/** Sends one request and waits for its answer. @throws LabError `handshake-failed` */
export async function roundTrip(connection: Socket): Promise<void> {
  let missing = roundTripBytes;
  const onData = (chunk: Buffer) => {
    missing -= chunk.length;
    if (missing <= 0) connection.emit('answered');
  };
  connection.on('data', onData);
  const answered = reached(connection, 'answered', 'A round trip');
  connection.write(request);
  await answered;
  connection.off('data', onData);
}
