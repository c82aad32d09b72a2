import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, type IncomingHttpHeaders, type OutgoingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { Readable } from 'node:stream';
import type { ProxyListenSpec } from '../../shared/role-api.ts';
import type { LinkCounters } from './counters.ts';
import type { RequestHandlers } from './listener.ts';
import { Exchange, type Reply } from './proxy-forward.ts';
import { type ForwardedRequest, forwardRequest } from './proxy-headers.ts';
import type { UpstreamSide } from './proxy-h1-upstream.ts';
import { HopTimer } from './proxy-hop-timer.ts';

/** What an address is called when the client is gone before it was asked for (RFC 7239 §6). */
const NO_ADDRESS = 'unknown';

/** Answers on an HTTP/2 stream; Node's own likeness of a response costs twice as much. */
class StreamReply implements Reply {
  private readonly stream: ServerHttp2Stream;
  private headers: OutgoingHttpHeaders | undefined;

  constructor(stream: ServerHttp2Stream) {
    this.stream = stream;
  }

  get writableLength(): number {
    return this.stream.writableLength;
  }

  writeHead(status: number, fields: string[]): void {
    const headers: OutgoingHttpHeaders = { ':status': status };
    for (let at = 0; at + 1 < fields.length; at += 2) {
      const name = (fields[at] ?? '').toLowerCase();
      const value = fields[at + 1] ?? '';
      const before = headers[name];
      if (before === undefined) headers[name] = value;
      else headers[name] = Array.isArray(before) ? [...before, value] : [String(before), value];
    }
    this.headers = headers;
  }

  flushHeaders(): void {
    this.respond(false);
  }

  write(chunk: Buffer): boolean {
    this.respond(false);
    return this.stream.write(chunk);
  }

  end(body?: Buffer | string, encoding?: 'latin1'): void {
    if (body === undefined) {
      this.respond(true);
      this.stream.end();
    } else {
      this.respond(false);
      if (typeof body === 'string') this.stream.end(body, encoding);
      else this.stream.end(body);
    }
  }

  on(_event: 'close', listener: () => void): void {
    this.stream.on('close', listener);
  }

  once(_event: 'drain', listener: () => void): void {
    this.stream.once('drain', listener);
  }

  destroy(): void {
    this.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  }

  private respond(endStream: boolean): void {
    const headers = this.headers;
    this.headers = undefined;
    if (headers !== undefined && !this.stream.destroyed) this.stream.respond(headers, { endStream });
  }
}
