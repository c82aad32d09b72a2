import net, { type Socket } from 'node:net';
import tls, { type SecureContext, type TLSSocket } from 'node:tls';
import type { ClientTls, ProxyListenSpec } from '../../shared/role-api.ts';
import type { Lane } from '../../shared/timeline.ts';
import type { ErrorKind } from '../../shared/words.ts';
import type { CaptureRecorder } from '../tap/capture-recorder.ts';
import { TappedStream } from '../tap/tapped-stream.ts';
import { type LinkCounters, nowUs } from './counters.ts';
import { avoidCertificateObject, namedServer } from './server-name.ts';

/**
 * Every read of every connection lands here, and whoever gets it is done with it when it returns. That saves an
 * allocation and the machinery of a stream per read, and takes a 64 KB body with its head in one.
 */
const readBuffer = Buffer.allocUnsafeSlow(256 * 1024);

export type Upstream = ProxyListenSpec['upstream'];

/** What a lane says about the connection that it ran on. */
export type LineFacts = Pick<
  Lane,
  'security' | 'connectStartUs' | 'connectedUs' | 'securedUs' | 'tlsVersion' | 'cipher' | 'alpn' | 'resumed'
>;

/** A connection to the app from its first packet on, with the moments of its making. */
export class Line {
  readonly socket: Socket;
  isOpen = false;
  /** Called once, when bytes may be sent. */
  onOpen: () => void = () => {};
  /** Gets memory that is reused after the call; `false` pauses the socket. */
  onBytes: (bytes: Buffer) => boolean = () => true;
  /** May be called twice: the app sends no more, and the connection is gone. */
  onClosed: () => void = () => {};
  private readonly secure: TLSSocket | undefined;
  private readonly connectStartUs = nowUs();
  private connectedUs = 0;
  private securedUs: number | undefined;

  /**
   * @param connect makes the socket with these options
   * @param below what TCP runs on, where it isn't the socket itself
   */
  constructor(connect: (options: net.TcpNetConnectOpts) => Socket | TLSSocket, port: number, below?: Socket) {
    const callback = (length: number) => this.onBytes(readBuffer.subarray(0, length));
    const socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: { buffer: readBuffer, callback },
    });
    this.socket = socket;
    this.secure = 'getPeerX509Certificate' in socket ? socket : undefined;
    (below ?? socket).once('connect', () => {
      this.connectedUs = nowUs();
      if (this.secure === undefined) this.open();
    });
    this.secure?.once('secureConnect', () => {
      this.securedUs = nowUs();
      this.open();
    });
    // 'close' follows and says what there is to say.
    socket.on('error', () => {});
    socket.on('end', () => this.onClosed());
    socket.on('close', () => this.onClosed());
  }

  /** Protocol chosen by ALPN, or `none`. */
  get alpn(): string {
    return this.secure?.alpnProtocol || 'none';
  }

  /** What it means that the connection is gone: it was refused, not trusted, or broken. */
  get lossKind(): ErrorKind {
    if (this.isOpen) return 'reset';
    return this.connectedUs === 0 ? 'connect' : 'tls';
  }

  /** When bytes could first be sent, µs. */
  get openedUs(): number {
    return this.securedUs ?? this.connectedUs;
  }

  /** Reads as streams do, on a line whose socket can't read into memory given to it; HTTP/2 reads by itself. */
  readByEvents(): void {
    this.socket.on('data', (bytes: Buffer) => {
      if (!this.onBytes(bytes)) this.socket.pause();
    });
  }

  facts(): LineFacts {
    const { connectStartUs, connectedUs, securedUs, secure } = this;
    const made = { connectStartUs, connectedUs };
    if (secure === undefined) return { security: 'plaintext', ...made };
    return {
      security: 'tls',
      ...made,
      securedUs,
      tlsVersion: secure.getProtocol() ?? 'unknown',
      cipher: secure.getCipher().standardName,
      alpn: this.alpn,
      resumed: secure.isSessionReused(),
    };
  }

  private open(): void {
    this.isOpen = true;
    this.onOpen();
  }
}

/** Waits until a connection is open. @returns what went wrong, if anything did; then the connection is gone */
export function whenOpen(line: Line, withinMs: number): Promise<ErrorKind | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve('timeout');
      line.socket.destroy();
    }, withinMs);
    line.onOpen = () => {
      clearTimeout(timer);
      resolve(undefined);
    };
    line.onClosed = () => {
      clearTimeout(timer);
      resolve(line.lossKind);
      line.socket.destroy();
    };
  });
}

/** Opens connections to one app, over TLS with verification when the upstream asks for TLS. */
export class Dialer {
  private readonly upstream: Upstream;
  private readonly link: LinkCounters | undefined;
  private readonly context: SecureContext | undefined;
  /** The newest ticket (RFC 8446 §4.6.1), when tickets are to be used at all. */
  private session: Buffer | undefined;

  /** @param link counts handshakes, if anybody asks for them */
  constructor(upstream: Upstream, link?: LinkCounters) {
    this.upstream = upstream;
    this.link = link;
    this.context = upstream.tls && secureContext(upstream.tls);
  }

  /** @param alpnProtocols what to offer; plaintext has nothing to offer in */
  dial(alpnProtocols: readonly string[]): Line {
    const { port, tls: settings } = this.upstream;
    if (settings === undefined) return new Line((options) => net.connect(options), port);
    return new Line((options) => this.connectTls(options, settings, alpnProtocols), port);
  }

  /**
   * Dials over TLS and takes down every byte and secret, which makes the connection slower than the others.
   * It doesn't read before `readByEvents`.
   */
  dialTapped(settings: ClientTls, alpnProtocols: readonly string[], recorder: CaptureRecorder): Line {
    const { port } = this.upstream;
    const below = net.connect({ host: '127.0.0.1', port, noDelay: true });
    const stream = new TappedStream(below, recorder, 'client');
    const connect = () => {
      const socket = this.connectTls({ socket: stream }, settings, alpnProtocols);
      socket.on('keylog', recorder.addSecret);
      return socket;
    };
    return new Line(connect, port, below);
  }

  private connectTls(
    options: Pick<tls.ConnectionOptions, 'socket' | 'host' | 'port'>,
    settings: ClientTls,
    alpnProtocols: readonly string[],
  ): TLSSocket {
    const socket = tls.connect({
      ...options,
      secureContext: this.context,
      ...namedServer(settings.serverName),
      ALPNProtocols: [...alpnProtocols],
      session: this.session,
    });
    avoidCertificateObject(socket);
    socket.once('secureConnect', () => this.link?.countHandshake(socket));
    if (settings.resumption) {
      socket.on('session', (session) => {
        this.session = session;
      });
    }
    return socket;
  }
}

/** One for all connections of an upstream: making it parses the authority's certificate. */
function secureContext({ caPem, version, own }: ClientTls): SecureContext {
  const only = `TLSv${version}` as const;
  const shown = own && { cert: own.certPem, key: own.keyPem };
  return tls.createSecureContext({ ca: caPem, minVersion: only, maxVersion: only, ...shown });
}
