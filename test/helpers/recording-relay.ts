import { once } from 'node:events';
import net from 'node:net';
import type { Capture, Side } from '../../shared/tls/capture.ts';

const portOf = (server: net.Server) => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The relay does not listen.');
  return address.port;
};

/** Passes connections on to a port of this machine and keeps their bytes, as the server's end sees them. */
export class RecordingRelay {
  readonly connections: Capture['chunks'][] = [];
  private readonly server: net.Server;
  private readonly sockets = new Set<net.Socket>();

  private constructor(targetPort: number) {
    this.server = net.createServer((client) => {
      const chunks: Capture['chunks'] = [];
      this.connections.push(chunks);
      const server = net.connect(targetPort, '127.0.0.1');
      this.pass(client, server, 'client', chunks);
      this.pass(server, client, 'server', chunks);
    });
  }

  static async to(targetPort: number): Promise<RecordingRelay> {
    const relay = new RecordingRelay(targetPort);
    relay.server.listen(0, '127.0.0.1');
    await once(relay.server, 'listening');
    return relay;
  }

  get port(): number {
    return portOf(this.server);
  }

  close() {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private pass(socket: net.Socket, other: net.Socket, from: Side, chunks: Capture['chunks']) {
    this.sockets.add(socket);
    socket.on('data', (bytes) => {
      chunks.push({ from, atUs: Number(process.hrtime.bigint() / 1000n), base64: bytes.toString('base64') });
      other.write(bytes);
    });
    socket.on('end', () => other.end());
    // The peer sees it as its connection's end.
    socket.on('error', () => other.destroy());
  }
}
