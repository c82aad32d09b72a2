import { constants } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import http2, { type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import type { ListenSpec, ServerTls } from '../../shared/role-api.ts';
import type { LinkCounters } from './counters.ts';
import { type HttpServers, ServerTap } from './server-tap.ts';

/** What a server does with a request, in each of the two protocols that it may come in. */
export interface RequestHandlers {
  onRequest(request: IncomingMessage, response: ServerResponse): void;
  onStream(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, rawHeaders: readonly string[]): void;
}

/**
 * Idle connections are the workload's to close, not the server's: every time limit is off. The check interval can't be
 * switched off, so it is put out of the way.
 */
const unlimited = {
  noDelay: true,
  requestTimeout: 0,
  headersTimeout: 0,
  keepAliveTimeout: 0,
  connectionsCheckingInterval: 2 ** 30,
} as const;

/** Room for the workload's largest connection count to arrive at once; the kernel caps it at `somaxconn`. */
const BACKLOG = 10_000;

/**
 * Node counts what waits to be sent and refuses new streams above its 10 MB; the largest body alone has 16. Room for 100
 * streams of it, which all send the same memory.
 */
const SESSION_MEMORY_MB = 4_000;

function tlsOptions(settings: ServerTls): tls.TlsOptions {
  return {
    cert: settings.certPem,
    key: settings.keyPem,
    minVersion: `TLSv${settings.version}`,
    maxVersion: `TLSv${settings.version}`,
    ...(settings.clientCaPem === undefined
      ? {}
      : { ca: settings.clientCaPem, requestCert: true, rejectUnauthorized: true }),
    ALPNProtocols: ['h2', 'http/1.1'],
    // Without tickets nothing can be resumed: Node keeps no session cache of its own on the server.
    secureOptions: settings.resumption ? 0 : constants.SSL_OP_NO_TICKET,
  };
}

function h1Server(handlers: RequestHandlers): http.Server {
  const server = http.createServer(unlimited, handlers.onRequest);
  server.timeout = 0;
  server.on('clientError', (_error, socket) => socket.destroy());
  return server;
}

function h2Server(handlers: RequestHandlers): http2.Http2Server {
  const server = http2.createServer({ settings: { enablePush: false }, maxSessionMemory: SESSION_MEMORY_MB });
  server.setTimeout(0);
  // A client that goes away resets its session; its streams tell whoever serves them.
  server.on('sessionError', () => {});
  server.on('stream', (stream, headers, _flags, rawHeaders) =>
    handlers.onStream(stream, headers, rawHeaders),
  );
  return server;
}

/** Lets a server listen on an ephemeral port of 127.0.0.1. @returns the port */
export async function listenOnLoopback(server: net.Server): Promise<{ port: number }> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0, backlog: BACKLOG }, resolve);
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP listener has a port.');
  return { port: address.port };
}

export interface Listener {
  readonly port: number;
  /** Absent on plaintext. */
  readonly tap: ServerTap | undefined;
}

/**
 * Opens a listener on an ephemeral port of 127.0.0.1. A TLS listener offers both protocols by ALPN (RFC 7301) and hands
 * each connection to the server of the protocol chosen, which costs less than `http2`'s own fallback to HTTP/1.1.
 * @param spec what to listen for; plaintext speaks the one protocol named there, HTTP/2 with prior knowledge (RFC 9113 §3.3)
 * @param link counts connections and handshakes
 */
export async function openListener(
  spec: ListenSpec,
  link: LinkCounters,
  handlers: RequestHandlers,
): Promise<Listener> {
  const servers: HttpServers = { h1: h1Server(handlers), h2: h2Server(handlers) };
  const accept = (socket: net.Socket) => {
    socket.setNoDelay(true);
    link.trackConnection(socket);
  };
  if (spec.tls === undefined) {
    const listener = net.createServer((socket) => {
      accept(socket);
      servers[spec.protocol].emit('connection', socket);
    });
    return { ...(await listenOnLoopback(listener)), tap: undefined };
  }
  const secure = tls.createServer(tlsOptions(spec.tls), (socket) => {
    link.countHandshake(socket);
    servers[socket.alpnProtocol === 'h2' ? 'h2' : 'h1'].emit('connection', socket);
  });
  secure.on('tlsClientError', () => link.countError('tls'));
  const tap = new ServerTap(secure, servers, link);
  const listener = net.createServer((socket) => {
    accept(socket);
    secure.emit('connection', tap.over(socket));
  });
  return { ...(await listenOnLoopback(listener)), tap };
}

/** Opens each link once: a second wish for the same link is answered with the same listener. */
export class Listeners<L> {
  private readonly opened = new Map<string, Promise<L>>();

  /** Answers undefined for a link that was never opened. */
  find(linkId: string): Promise<L> | undefined {
    return this.opened.get(linkId);
  }

  once(linkId: string, open: () => Promise<L>): Promise<L> {
    const known = this.opened.get(linkId) ?? open();
    this.opened.set(linkId, known);
    known.catch(() => this.opened.delete(linkId));
    return known;
  }
}
