import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import net, { type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls, { type TlsOptions } from 'node:tls';
import type { ProbeOrder } from '../../electron/host/probe.ts';
import { probe } from '../../electron/lab/probe/probe.ts';
import { probeSchema } from '../../shared/probe/probe.ts';
import { issue } from './certificates.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-probed-'));
let files = 0;

/** Puts text into a file of its own. */
export function fileWith(text: string): string {
  files += 1;
  const file = path.join(dir, `${files}.pem`);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

export const root = await issue({ subject: 'CN=Test Root', isCa: true });
export const leaf = await issue({ subject: 'CN=localhost', by: root });
export const caFile = fileWith(root.certPem);
/** The answer of a server that is as it should be. */
export const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello';

const started: { server: Server; sockets: Set<Socket> }[] = [];

/** Lets a server listen until `stopServers`. @returns its port */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => {});
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  started.push({ server, sockets });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A server of plain TCP. @returns its port */
export const plainServer = (talk: (socket: Socket) => void): Promise<number> =>
  listen(net.createServer(talk));

/**
 * A TLS server that answers every first chunk as HTTP/1.1.
 * @param meet is given each connection before its handshake
 * @returns its port
 */
export function tlsServer(
  options: TlsOptions = {},
  talk: (socket: Socket) => void = answerOnce,
  meet: (socket: Socket) => void = () => {},
): Promise<number> {
  const server = tls.createServer({ cert: leaf.certPem, key: leaf.keyPem, ...options }, (socket) => {
    socket.on('error', () => {});
    talk(socket);
  });
  server.prependListener('connection', meet);
  server.on('tlsClientError', () => {});
  return listen(server);
}

function answerOnce(socket: Socket): void {
  socket.once('data', () => socket.end(answer));
}

/** Closes every server that a test has started. */
export function stopServers(): void {
  for (const { server, sockets } of started.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

/** Probes `localhost` on a port, with the test's own authority, and checks the document against its schema. */
export async function probed(port: number, more: Partial<ProbeOrder> = {}) {
  const url = new URL(`https://localhost:${port}/page?q=1`);
  return probeSchema.parse(await probe({ url, caFile, newPerSec: 200, limitMs: 3_000, ...more }));
}

export const codes = ({ problems }: Awaited<ReturnType<typeof probed>>) => problems.map(({ code }) => code);
