import net, { type Socket } from 'node:net';
import tls, { type TLSSocket } from 'node:tls';
import {
  type HandshakeListenSpec,
  roundTripBytes,
  type ServerReading,
} from '../../shared/handshake/role-calls.ts';
import { listenOnLoopback } from './listener.ts';
import { toFailure } from './load-target.ts';

const answer = Buffer.alloc(roundTripBytes, '.');

/** Answers each whole request; requests follow each other, so one is never split among answers. */
function echo(connection: Socket): void {
  let waiting = 0;
  connection.on('data', (chunk: Buffer) => {
    waiting += chunk.length;
    while (waiting >= roundTripBytes) {
      waiting -= roundTripBytes;
      connection.write(answer);
    }
  });
}

/** One listener of the handshake server, and what it has counted. */
export class HandshakeServerLink {
  private readonly spec: HandshakeListenSpec;
  private readonly counts = { full: 0, resumed: 0, closed: 0 };
  private readonly handshakeBytes = { in: 0, out: 0 };
  private readonly connectionBytes = { in: 0, out: 0 };
  private lastFailure: string | undefined;
  private open = 0;
  private readonly waiting = new Set<() => void>();

  constructor(spec: HandshakeListenSpec) {
    this.spec = spec;
  }

  listen(): Promise<{ port: number }> {
    return listenOnLoopback(this.spec.tls === undefined ? this.plainServer() : this.tlsServer(this.spec.tls));
  }

  /** Answers once no more than so many connections are open. */
  async read(openConnections: number): Promise<ServerReading> {
    while (this.open > openConnections) await new Promise<void>((resolve) => this.waiting.add(resolve));
    const { user, system } = process.cpuUsage();
    const { counts, handshakeBytes, connectionBytes, lastFailure } = this;
    return { userUs: user, systemUs: system, ...counts, handshakeBytes, connectionBytes, lastFailure };
  }

  private plainServer(): net.Server {
    return net.createServer({ noDelay: true }, (socket) => {
      this.track(socket);
      this.proceed(socket);
    });
  }

  private tlsServer(settings: NonNullable<HandshakeListenSpec['tls']>): net.Server {
    const server = tls.createServer({
      cert: settings.certPem,
      key: settings.keyPem,
      minVersion: `TLSv${settings.version}`,
      maxVersion: `TLSv${settings.version}`,
      ecdhCurve: settings.groups,
      ciphers: settings.cipher,
    });
    // Connections follow one another, so the one that has just become secure is the newest.
    let newest: Socket | undefined;
    server.on('connection', (socket: Socket) => {
      socket.setNoDelay(true);
      newest = socket;
      this.track(socket);
    });
    server.on('secureConnection', (secured: TLSSocket) => {
      if (newest !== undefined) this.countHandshake(secured, newest);
      this.proceed(secured);
    });
    server.on('tlsClientError', (error: Error) => {
      this.lastFailure = toFailure('tls', error).reason;
    });
    return server;
  }

  /** @param raw the TCP socket under it, which counts the bytes on the wire */
  private countHandshake(secured: TLSSocket, raw: Socket): void {
    if (secured.isSessionReused()) this.counts.resumed++;
    else this.counts.full++;
    this.handshakeBytes.in += raw.bytesRead;
    this.handshakeBytes.out += raw.bytesWritten;
  }

  private proceed(connection: Socket): void {
    // Whoever has dialled reports what ended a connection; here it counts as closed.
    connection.on('error', () => {});
    if (this.spec.onceReady === 'echo') {
      echo(connection);
      return;
    }
    connection.resume();
    // Not at once: Node 20 would put the closing alert before TLS 1.3's tickets, and the client would drop them.
    setImmediate(() => connection.end());
  }

  private track(socket: Socket): void {
    this.open++;
    socket.once('close', () => {
      this.open--;
      this.counts.closed++;
      this.connectionBytes.in += socket.bytesRead;
      this.connectionBytes.out += socket.bytesWritten;
      const waiting = [...this.waiting];
      this.waiting.clear();
      for (const resolve of waiting) resolve();
    });
  }
}
