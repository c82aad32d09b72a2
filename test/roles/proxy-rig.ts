import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { type Identity, Pki, serverName } from '../../electron/lab/pki.ts';
import type { Counters, ProxyListenSpec } from '../../shared/role-api.ts';
import type { Protocol } from '../../shared/words.ts';
import { forkProxy } from './role-under-test.ts';

export const settings = { version: '1.3', key: 'ecdsa-p256', resumption: true } as const;
const pki = new Pki();

/** The same certificate for all servers of a test file. */
export function identity(): Promise<Identity> {
  return pki.identity(settings.key);
}

/** How the app is reached in a test: in plaintext, or over TLS with either protocol chosen. */
export type Hop = 'plaintext' | 'tls h1' | 'tls h2';
export const routes: readonly [Protocol, Hop][] = [
  ['h1', 'plaintext'],
  ['h1', 'tls h1'],
  ['h1', 'tls h2'],
  ['h2', 'plaintext'],
  ['h2', 'tls h1'],
  ['h2', 'tls h2'],
];

export interface Question {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

async function portOf(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('No port.');
  return address.port;
}

/** A server of the test's own that plays the app. */
export interface Fixture {
  readonly port: number;
  readonly hop: Hop;
  /** TLS handshakes that it has done. */
  readonly handshakes: { full: number; resumed: number };
  close(): void;
}

export type FixtureHandler = (
  request: http.IncomingMessage | http2.Http2ServerRequest,
  response: http.ServerResponse | http2.Http2ServerResponse,
) => void;

/** Writes without ending; the two kinds of response have no common type that can. */
export function writeTo(response: Parameters<FixtureHandler>[1], bytes: Buffer): boolean {
  return 'chunkedEncoding' in response ? response.write(bytes) : response.write(bytes);
}

export async function openFixture(hop: Hop, handler: FixtureHandler): Promise<Fixture> {
  const { certPem: cert, keyPem: key } = await identity();
  const server =
    hop === 'plaintext'
      ? http.createServer(handler)
      : hop === 'tls h1'
        ? https.createServer({ cert, key }, handler)
        : http2.createSecureServer({ cert, key }, handler);
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => sockets.add(socket));
  const handshakes = { full: 0, resumed: 0 };
  server.on('secureConnection', (socket: tls.TLSSocket) => {
    if (socket.isSessionReused()) handshakes.resumed++;
    else handshakes.full++;
  });
  if (server instanceof http.Server || server instanceof https.Server) server.keepAliveTimeout = 0;
  const port = await portOf(server);
  return {
    port,
    hop,
    handshakes,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A plaintext server that speaks raw bytes. */
export async function openRawFixture(serve: (socket: net.Socket) => void): Promise<Fixture> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    serve(socket);
  });
  const port = await portOf(server);
  return {
    port,
    hop: 'plaintext',
    handshakes: { full: 0, resumed: 0 },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A real proxy in a process of its own. */
export interface ProxyRig {
  /** Opens a TLS listener that forwards to the fixture. */
  listen(fixture: Pick<Fixture, 'port' | 'hop'>, change?: Change): Promise<Listener>;
  counters(linkId: string): Promise<Counters>;
  stop(): Promise<void>;
}

interface Change {
  readonly silenceMs?: number;
  readonly resumption?: boolean;
  readonly upstreamServerName?: string;
  readonly upstreamCaPem?: string;
  readonly upstreamVersion?: '1.3' | '1.2';
}

export interface Listener {
  readonly linkId: string;
  readonly port: number;
  readonly caPem: string;
}

export async function openProxyRig(): Promise<ProxyRig> {
  const proxy = await forkProxy();
  const { certPem, keyPem, caPem } = await identity();
  let links = 0;
  return {
    listen: async ({ port, hop }, change = {}) => {
      links++;
      const linkId = `link-${links}`;
      const upstreamTls = {
        ...settings,
        version: change.upstreamVersion ?? settings.version,
        resumption: change.resumption ?? true,
        caPem: change.upstreamCaPem ?? caPem,
        serverName: change.upstreamServerName ?? serverName,
      };
      const spec: ProxyListenSpec = {
        linkId,
        protocol: 'h1',
        layer: 'http',
        tls: { ...settings, certPem, keyPem },
        upstream: {
          from: 'proxy',
          to: 'app',
          port,
          silenceMs: change.silenceMs ?? 5_000,
          ...(hop === 'plaintext' ? {} : { tls: upstreamTls }),
        },
      };
      return { linkId, port: await proxy.listen(spec), caPem };
    },
    counters: (linkId) => proxy.counters(linkId),
    stop: () => proxy.stop(),
  };
}

/** Asks once, on a connection of its own. Rejects when the answer is cut off. */
export function ask(protocol: Protocol, to: Listener, question: Question = {}): Promise<Answer> {
  return protocol === 'h1' ? askH1(to, question) : askH2(to, question);
}

function askH1({ port, caPem }: Listener, question: Question): Promise<Answer> {
  const { method = 'GET', path = '/', headers = {}, body } = question;
  return new Promise((resolve, reject) => {
    const request = https.request(
      { host: '127.0.0.1', port, servername: serverName, ca: caPem, method, path, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

export function connectH2({ port, caPem }: Listener): http2.ClientHttp2Session {
  const session = http2.connect(`https://127.0.0.1:${port}`, { ca: caPem, servername: serverName });
  session.on('error', () => {});
  return session;
}

async function askH2(to: Listener, question: Question): Promise<Answer> {
  const session = connectH2(to);
  try {
    return await askSession(session, question);
  } finally {
    session.close();
  }
}

/** Asks on a session that is open. */
export function askSession(session: http2.ClientHttp2Session, question: Question): Promise<Answer> {
  const { method = 'GET', path = '/', headers = {}, body } = question;
  return new Promise((resolve, reject) => {
    const stream = session.request(
      { ':method': method, ':path': path, ...headers },
      { endStream: body === undefined },
    );
    const chunks: Buffer[] = [];
    let head: http2.IncomingHttpHeaders & http2.IncomingHttpStatusHeader = {};
    stream.on('response', (received) => {
      head = received;
    });
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', reject);
    stream.on('close', () => {
      if (stream.rstCode !== 0) reject(new Error(`The stream was reset with ${stream.rstCode}.`));
      resolve({ status: head[':status'] ?? 0, headers: head, body: Buffer.concat(chunks) });
    });
    if (body !== undefined) stream.end(body);
  });
}

/** Sends raw bytes over TLS and collects all that comes until the proxy closes, or until `enough`. */
export function askRaw(
  to: Listener,
  bytes: string,
  enough: (received: string) => boolean = () => false,
): Promise<string> {
  return new Promise((resolve) => {
    const socket = tls.connect({ host: '127.0.0.1', port: to.port, servername: serverName, ca: to.caPem });
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      received += text;
      if (enough(received)) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
    socket.write(bytes, 'latin1');
  });
}
