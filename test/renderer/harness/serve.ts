import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { WebSocketServer } from 'ws';
import type { Channel } from '../../../shared/channel.ts';
import { createFakeHost, type FakeHost } from '../fake-host.ts';

/** TEST CODE: the built renderer over the fake host, with the policy of the real shells. */

const csp =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'";
const mimeTypes: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

export interface Harness {
  readonly address: string;
  readonly host: FakeHost;
  /** Cuts all sockets, as a restart of the server would. */
  cut(): void;
  close(): void;
}

export async function serveHarness(rendererDir: string, clock: () => number = Date.now): Promise<Harness> {
  const host = createFakeHost();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const file = path === '/' ? '/index.html' : path;
    readFile(join(rendererDir, file)).then(
      (body) => {
        const type = mimeTypes[extname(file)] ?? 'application/octet-stream';
        response.writeHead(200, { 'content-type': type, 'content-security-policy': csp }).end(body);
      },
      () => response.writeHead(404).end(),
    );
  });
  const sockets = new WebSocketServer({ server, path: '/ws' });
  sockets.on('connection', (socket) => {
    const channel: Channel = {
      post: (message) => socket.send(JSON.stringify(message)),
      on: (listener) => socket.on('message', (data) => listener(JSON.parse(String(data)))),
      busy: () => false,
      close: () => socket.close(),
    };
    host.attach(channel);
  });
  const timer = setInterval(() => host.tick(clock()), 250);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const cut = () => {
    for (const socket of sockets.clients) socket.terminate();
  };
  return {
    address: `http://127.0.0.1:${port}/`,
    host,
    cut,
    close: () => {
      clearInterval(timer);
      cut();
      sockets.close();
      server.close();
    },
  };
}
