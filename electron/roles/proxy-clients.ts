import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { ProxyListenSpec } from '../../shared/role-api.ts';
import type { LinkCounters } from './counters.ts';
import type { RequestHandlers } from './listener.ts';
import { type ClientBody, Exchange, type Reply } from './proxy-forward.ts';
import type { UpstreamSide } from './proxy-h1-upstream.ts';
import { addFields } from './proxy-h2-fields.ts';
import { type ForwardedRequest, forwardRequest } from './proxy-headers.ts';
import { HopTimer } from './proxy-hop-timer.ts';

/** What an address is called when the client is gone before it was asked for (RFC 7239 §6). */
const NO_ADDRESS = 'unknown';

/** Answers on an HTTP/2 stream; Node's own likeness of a response costs twice as much. */
class StreamReply implements Reply {
  private readonly stream: ServerHttp2Stream;

  constructor(stream: ServerHttp2Stream) {
    this.stream = stream;
  }

  get writableLength(): number {
    return this.stream.writableLength;
  }

  writeHead(status: number, fields: string[]): void {
    if (this.stream.destroyed || this.stream.closed) return;
    const headers: OutgoingHttpHeaders = { ':status': status };
    addFields(headers, fields);
    // Spares an empty DATA frame; where the status or the method says so, Node does the same.
    this.stream.respond(headers, { endStream: headers['content-length'] === '0' });
  }

  flushHeaders(): void {}

  write(chunk: Buffer): boolean {
    return this.stream.write(chunk);
  }

  end(body?: Buffer | string, encoding: 'latin1' = 'latin1'): void {
    if (body === undefined) this.stream.end();
    else if (typeof body === 'string') this.stream.end(body, encoding);
    else this.stream.end(body);
  }

  on(_event: 'close', listener: () => void): void {
    this.stream.on('close', listener);
  }

  once(_event: 'drain', listener: () => void): void {
    this.stream.once('drain', listener);
  }

  destroy(): void {
    // `close` would end the stream before it resets it, so that half a body looked like all of it.
    this.stream.destroy(new Error('The app broke off its response.'));
  }
}

/** Addresses of HTTP/2 clients, by session: asking a session for its socket is slow. */
const addresses = new WeakMap<object, string>();

function addressOf(stream: ServerHttp2Stream): string {
  const { session } = stream;
  if (session === undefined) return NO_ADDRESS;
  const known = addresses.get(session);
  if (known !== undefined) return known;
  const address = session.socket.remoteAddress ?? NO_ADDRESS;
  addresses.set(session, address);
  return address;
}

/** Takes requests from clients, in either protocol, and sends them on their way to the app. */
export function proxyHandlers(
  spec: ProxyListenSpec,
  link: LinkCounters,
  upstream: UpstreamSide,
): RequestHandlers {
  const scheme = spec.tls === undefined ? 'http' : 'https';
  const forward = (request: ForwardedRequest, body: ClientBody, reply: Reply) => {
    const { timelineId } = request;
    const timer = timelineId === undefined ? undefined : new HopTimer(timelineId, spec.upstream, link);
    upstream.forward(new Exchange(request, { body, reply }, link, timer));
  };
  /** Connections on which a request was refused: what follows it in the same read is no request. */
  const distrusted = new WeakSet<object>();
  return {
    onRequest: (received: IncomingMessage, response: ServerResponse) => {
      if (distrusted.has(received.socket)) return;
      link.httpVersion = received.httpVersion;
      const request = forwardRequest({
        method: received.method ?? '',
        target: received.url ?? '',
        version: received.httpVersionMinor === 0 ? '1.0' : '1.1',
        rawFields: received.rawHeaders,
        bodyFollows: false,
        clientAddress: received.socket.remoteAddress ?? NO_ADDRESS,
        scheme,
      });
      if (!('refusedWith' in request)) forward(request, received, response);
      else {
        distrusted.add(received.socket);
        response.writeHead(request.refusedWith, ['connection', 'close', 'content-length', '0']);
        response.end();
        link.requests++;
      }
    },
    onStream: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, rawHeaders: readonly string[]) => {
      link.httpVersion = '2.0';
      // What went wrong shows in 'close'.
      stream.on('error', () => {});
      if (stream.destroyed) return;
      const request = forwardRequest({
        method: headers[':method'] ?? '',
        target: headers[':path'] ?? '',
        version: '2',
        rawFields: rawHeaders,
        bodyFollows: !stream.endAfterHeaders,
        clientAddress: addressOf(stream),
        scheme,
      });
      if ('refusedWith' in request) {
        stream.respond({ ':status': request.refusedWith }, { endStream: true });
        link.requests++;
        return;
      }
      // HTTP/1.1's server has done so by itself (RFC 9110 §10.1.1).
      if (request.expectsContinue) stream.additionalHeaders({ ':status': constants.HTTP_STATUS_CONTINUE });
      forward(request, stream, new StreamReply(stream));
    },
  };
}
