import net, { type OnReadOpts, type Socket } from 'node:net';
import tls, { type ConnectionOptions, type TLSSocket } from 'node:tls';
import type { LoadSpec } from '../../shared/role-api.ts';
import type { ErrorKind } from '../../shared/words.ts';
import type { CaptureRecorder } from '../tap/capture-recorder.ts';
import { TappedStream } from '../tap/tapped-stream.ts';
import { avoidCertificateObject, namedServer } from './server-name.ts';

/** A literal address: a name would cost a lookup in the thread pool per connection. */
const ADDRESS = '127.0.0.1';

const alpnNames = { h1: 'http/1.1', h2: 'h2' } as const;
const httpNames = { h1: 'HTTP/1.1', h2: 'HTTP/2' } as const;

/** Why a connection was lost, or why it was never made. */
export interface Failure {
  readonly kind: ErrorKind;
  readonly reason: string;
  /** Node's code of the system or TLS error, such as `ECONNREFUSED`. */
  readonly code?: string;
}

/** What a socket's `error` event says, as a failure of the given kind. */
export function toFailure(kind: ErrorKind, error: Error): Failure {
  const code: unknown = Reflect.get(error, 'code');
  const reason: unknown = Reflect.get(error, 'reason');
  if (typeof code !== 'string') return { kind, reason: error.message };
  // OpenSSL's message is a line of its internals with its place in the source; its reason is in words.
  const isOpenSsl = code.startsWith('ERR_SSL') && typeof reason === 'string';
  return { kind, reason: isOpenSsl ? `${reason} (${code})` : error.message, code };
}

/** What whoever connects is told. */
export interface ConnectSteps {
  /** TCP is connected. */
  onConnect(): void;
  /** HTTP may be spoken: TCP is connected, and on TLS the handshake is done and the server verified. */
  onReady(secured: TLSSocket | undefined): void;
}

/** The server that a fleet talks to: makes sockets to it, and keeps what they share. */
export class LoadTarget {
  private readonly spec: LoadSpec;
  private readonly port: number;
  private readonly tlsOptions: ConnectionOptions | undefined;
  private readonly resumes: boolean;
  private session: Buffer | undefined;

  constructor(spec: LoadSpec) {
    this.spec = spec;
    this.port = spec.port;
    this.resumes = spec.tls?.resumption === true;
    this.tlsOptions = spec.tls && {
      host: ADDRESS,
      port: spec.port,
      ...namedServer(spec.tls.serverName),
      // One context for all connections: building it parses the CA and costs milliseconds.
      secureContext: tls.createSecureContext({
        ca: spec.tls.caPem,
        minVersion: `TLSv${spec.tls.version}`,
        maxVersion: `TLSv${spec.tls.version}`,
      }),
      ALPNProtocols: [alpnNames[spec.workload.protocol]],
    };
  }

  /** The target in words, for a message. */
  get description(): string {
    const { tls: settings, workload } = this.spec;
    const security = settings === undefined ? 'plaintext' : `TLS ${settings.version}`;
    return `${ADDRESS}:${this.port} (${httpNames[workload.protocol]} over ${security})`;
  }

  /**
   * Begins a connection. With resumption the latest session that the server gave any connection is offered (in TLS 1.3 it
   * comes in a ticket after the handshake, RFC 8446 §4.6.1); without it none is ever kept, so none can be offered.
   * @param steps told of the connection's progress
   * @param onread where reads land; they come as `data` events if absent
   */
  connect(steps: ConnectSteps, onread?: OnReadOpts): Socket {
    if (this.tlsOptions === undefined) {
      const plain = net.connect({ host: ADDRESS, port: this.port, noDelay: true, onread });
      plain.once('connect', () => {
        steps.onConnect();
        steps.onReady(undefined);
      });
      return plain;
    }
    const options = { ...this.tlsOptions, onread, session: this.session };
    const socket = tls.connect(options);
    // `tls.connect` drops `noDelay`; a request just behind the client's Finished would wait for a delayed ACK.
    socket.setNoDelay(true);
    // Before the listener of `tls.connect`, that makes the ClientHello with its key share.
    socket.prependOnceListener('connect', () => steps.onConnect());
    return this.secured(socket, steps);
  }

  /** Begins a connection over TLS whose bytes and secrets are taken down; it is slower than one that `connect` makes. */
  connectTapped(steps: ConnectSteps, recorder: CaptureRecorder): Socket {
    const below = net.connect({ host: ADDRESS, port: this.port, noDelay: true });
    below.once('connect', () => steps.onConnect());
    const socket = tls.connect({
      ...this.tlsOptions,
      socket: new TappedStream(below, recorder, 'client'),
      session: this.session,
    });
    socket.on('keylog', recorder.addSecret);
    return this.secured(socket, steps);
  }

  private secured(socket: TLSSocket, steps: ConnectSteps): TLSSocket {
    avoidCertificateObject(socket);
    socket.once('secureConnect', () => steps.onReady(socket));
    if (this.resumes) {
      socket.on('session', (session: Buffer) => {
        this.session = session;
      });
    }
    return socket;
  }

  /** What ALPN (RFC 7301) must have chosen for the fleet's protocol to be spoken; HTTP/1.1 is also spoken without ALPN. */
  refusesProtocol(socket: TLSSocket): boolean {
    return this.spec.workload.protocol === 'h2' && socket.alpnProtocol !== alpnNames.h2;
  }
}
