import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Channel } from '../../shared/channel.ts';
import { pageHeaders } from '../host/renderer-files.ts';
import { cookieName, type Door, judge, type Knock } from './admission.ts';
import { askAgainPage, askUserPage, refusalPage, settingsPath } from './refusal-page.ts';
import { readStaticFiles, type StaticFile } from './static-files.ts';
import { wsChannel } from './ws-channel.ts';

/** An exported file (shared/api.ts allows 64 MiB) in JSON, with room for what JSON escapes. */
const maxMessageBytes = 96 * 1024 * 1024;

/** No CORS header is among them: no other origin is to read anything. */
const everyResponse = {
  ...pageHeaders,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
const html = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };

export interface LoopbackOptions {
  /** Folder of the built renderer. */
  readonly filesDir: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** A page has connected; the function that it returns is called when the page has gone. */
  readonly onClient: (channel: Channel) => () => void;
  /** A browser has exchanged the token for a cookie. */
  readonly onEntry?: () => void;
}

export interface Loopback {
  readonly port: number;
  /** The one address, with the token, by which a browser gets in. */
  readonly address: string;
  /** Drops every page and stops listening. */
  close(): Promise<void>;
}

function knockOf({ method = '', url = '', headers }: IncomingMessage, isUpgrade: boolean): Knock {
  const { host, origin, cookie } = headers;
  const site = headers['sec-fetch-site'];
  const secFetchSite = typeof site === 'string' ? site : undefined;
  return { method, target: url, host, origin, cookie, secFetchSite, isUpgrade };
}

function answerFile(request: IncomingMessage, response: ServerResponse, file: StaticFile | undefined): void {
  if (!file) {
    response.writeHead(404, { ...everyResponse, ...html }).end('Not found\n');
    return;
  }
  const headers = { ...everyResponse, 'Cache-Control': 'no-cache', ETag: file.etag };
  if (request.headers['if-none-match'] === file.etag) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, { ...headers, 'Content-Type': file.type, 'Content-Length': file.content.length });
  response.end(request.method === 'HEAD' ? undefined : file.content);
}

type Files = ReadonlyMap<string, StaticFile>;

function answer(request: IncomingMessage, response: ServerResponse, door: Door, files: Files): boolean {
  const verdict = judge(knockOf(request, false), door);
  switch (verdict.kind) {
    case 'admit':
      answerFile(request, response, files.get(verdict.path));
      return false;
    case 'exchange':
      response.writeHead(303, {
        ...everyResponse,
        'Cache-Control': 'no-store',
        Location: verdict.settings === null ? '/' : settingsPath(verdict.settings),
        'Set-Cookie': `${cookieName(door.port)}=${door.session}; HttpOnly; SameSite=Strict; Path=/`,
      });
      response.end();
      return true;
    case 'ask-again':
      response.writeHead(401, { ...everyResponse, ...html }).end(askAgainPage());
      return false;
    case 'ask-user':
      response.writeHead(200, { ...everyResponse, ...html }).end(askUserPage(verdict.settings));
      return false;
    case 'refuse': {
      const allow = verdict.status === 405 ? { Allow: 'GET, HEAD' } : {};
      // A body that nobody reads is not waited for.
      const close = request.method === 'GET' || request.method === 'HEAD' ? {} : { Connection: 'close' };
      response.writeHead(verdict.status, { ...everyResponse, ...html, ...allow, ...close });
      response.end(refusalPage(verdict.reason));
      return false;
    }
  }
}

function refuseUpgrade(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/**
 * Serves the built renderer, and a channel to whoever is let in, on 127.0.0.1 and nothing else.
 * @throws NodeJS.ErrnoException `EADDRINUSE` or `EACCES` when the port can't be had
 */
export async function listenOnLoopback(options: LoopbackOptions): Promise<Loopback> {
  const files = await readStaticFiles(options.filesDir);
  const secret = () => randomBytes(32).toString('base64url');
  const server = createServer();
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  const door: Door = { port: portOf(server.address()), token: secret(), session: secret() };
  const pages = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  });
  const serve = (socket: WebSocket) => {
    socket.on('close', options.onClient(wsChannel(socket)));
  };
  server.on('request', (request, response) => {
    if (answer(request, response, door, files)) options.onEntry?.();
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const verdict = judge(knockOf(request, true), door);
    if (verdict.kind === 'admit') pages.handleUpgrade(request, socket, head, serve);
    else refuseUpgrade(socket, verdict.kind === 'refuse' ? verdict.status : 403);
  });
  return {
    port: door.port,
    address: `http://127.0.0.1:${door.port}/?token=${door.token}`,
    close: async () => {
      for (const page of pages.clients) page.terminate();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}
