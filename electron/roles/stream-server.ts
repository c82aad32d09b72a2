import net from 'node:net';
import tls, { TLSSocket } from 'node:tls';
import { LabError } from '../../shared/fault.ts';
import type { StreamFacts, StreamListenSpec } from '../../shared/handshake/stream-api.ts';
import { nowUs } from './counters.ts';
import { listenOnLoopback } from './listener.ts';

/** What Node's file streams send at once. It fills four records (RFC 8446 §5.1), and Node waits for it to leave. */
const chunk = Buffer.alloc(64 * 1024, 'What does TLS cost, and who pays? ');

/** What this end of a connection says was negotiated; undefined without TLS. */
export function factsOf(socket: net.Socket): StreamFacts {
  if (!(socket instanceof TLSSocket)) return undefined;
  return { tlsVersion: socket.getProtocol() ?? 'unknown', cipher: socket.getCipher().standardName };
}

export const lostStream = (linkId: string) =>
  new LabError({
    code: 'connection-lost',
    message: `The ${linkId} stream was closed while it was measured. Measure again.`,
  });

function openServer({ tls: settings }: StreamListenSpec): net.Server {
  if (settings === undefined) return net.createServer({ noDelay: true });
  return tls.createServer({
    cert: settings.certPem,
    key: settings.keyPem,
    ciphers: settings.cipher,
    minVersion: 'TLSv1.3',
    maxVersion: 'TLSv1.3',
    // As of plaintext, so that encryption is all that differs.
    noDelay: true,
  });
}

/** Sends for a bounded time, each chunk when the one before has left. */
function sendFor(linkId: string, socket: net.Socket, durationMs: number) {
  return new Promise<{ startedAtUs: number; bytes: number }>((resolve, reject) => {
    const startedAtUs = nowUs();
    const untilMs = performance.now() + durationMs;
    let bytes = 0;
    const lost = () => reject(lostStream(linkId));
    const pump = () => {
      while (performance.now() < untilMs) {
        bytes += chunk.length;
        if (!socket.write(chunk)) return;
      }
      socket.off('drain', pump);
      socket.off('close', lost);
      resolve({ startedAtUs, bytes });
    };
    socket.on('drain', pump);
    socket.once('close', lost);
    if (socket.destroyed) lost();
    else pump();
  });
}

/** The sending end of streams, one connection to each. */
export class StreamServer {
  private readonly connections = new Map<string, Promise<net.Socket>>();

  /** Opens a listener on an ephemeral port of 127.0.0.1 for the one connection of this link. */
  listen(spec: StreamListenSpec): Promise<{ port: number }> {
    const server = openServer(spec);
    const connection = new Promise<net.Socket>((resolve, reject) => {
      server.once(spec.tls === undefined ? 'connection' : 'secureConnection', (socket: net.Socket) => {
        // 'close' follows and tells whoever is sending.
        socket.on('error', () => {});
        resolve(socket);
      });
      server.once('tlsClientError', reject);
    });
    // The client hears of a failed handshake too; here it is told to whoever asks for the connection.
    connection.catch(() => {});
    this.connections.set(spec.linkId, connection);
    return listenOnLoopback(server);
  }

  async accepted(linkId: string): Promise<StreamFacts> {
    return factsOf(await this.connectionOf(linkId));
  }

  async send(linkId: string, durationMs: number): Promise<{ startedAtUs: number; bytes: number }> {
    return sendFor(linkId, await this.connectionOf(linkId), durationMs);
  }

  private connectionOf(linkId: string): Promise<net.Socket> {
    return this.connections.get(linkId) ?? Promise.reject(lostStream(linkId));
  }
}
