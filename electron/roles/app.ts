import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import { bounds } from '../../shared/config.ts';
import { type AppCalls, listenSpecSchema } from '../../shared/role-api.ts';
import { type LinkCounters, Links } from './counters.ts';
import { type Listener, Listeners, openListener, type RequestHandlers } from './listener.ts';
import { runRole } from './role.ts';

/** Up to this size a body goes out as text: Node then sends head and body in one buffer, for less than two. */
const TEXT_MAX_BYTES = 4096;

/** Not zeros, so that nothing on the way can profit from them. */
const content = Buffer.alloc(bounds.bodyBytes.max, 'What does TLS cost, and who pays? ');
const texts = new Map<number, string>();

function textOf(bodyBytes: number): string {
  const known = texts.get(bodyBytes);
  if (known !== undefined) return known;
  const text = content.toString('latin1', 0, bodyBytes);
  texts.set(bodyBytes, text);
  return text;
}

/** The length that `/<bytes>` asks for; undefined when the path is none of ours or out of bounds. */
function askedBytes(path: string | undefined): number | undefined {
  const bodyBytes = Number(path?.slice(1) || Number.NaN);
  return Number.isInteger(bodyBytes) && bodyBytes >= 0 && bodyBytes <= bounds.bodyBytes.max
    ? bodyBytes
    : undefined;
}

function answer(link: LinkCounters, path: string | undefined, response: ServerResponse): void {
  const bodyBytes = askedBytes(path);
  link.requests++;
  if (bodyBytes === undefined) {
    response.writeHead(404, ['Content-Length', '0']);
    response.end();
    return;
  }
  response.writeHead(200, ['Content-Type', 'application/octet-stream', 'Content-Length', String(bodyBytes)]);
  if (bodyBytes <= TEXT_MAX_BYTES) response.end(textOf(bodyBytes), 'latin1');
  else response.end(content.subarray(0, bodyBytes));
}

function answerStream(link: LinkCounters, path: string | undefined, stream: ServerHttp2Stream): void {
  if (stream.destroyed) return;
  const bodyBytes = askedBytes(path);
  link.requests++;
  if (bodyBytes === undefined || bodyBytes === 0) {
    stream.respond(
      { ':status': bodyBytes === undefined ? 404 : 200, 'content-length': '0' },
      { endStream: true },
    );
    return;
  }
  stream.respond({
    ':status': 200,
    'content-type': 'application/octet-stream',
    'content-length': String(bodyBytes),
  });
  stream.end(content.subarray(0, bodyBytes));
}

/** The one handler of the lab: answers as many bytes as the path asks for, after an upload has been read to its end. */
function handlersFor(link: LinkCounters): RequestHandlers {
  return {
    onRequest: (request: IncomingMessage, response: ServerResponse) => {
      link.httpVersion = request.httpVersion;
      if (request.method !== 'POST') {
        answer(link, request.url, response);
        return;
      }
      request.resume();
      request.once('end', () => answer(link, request.url, response));
    },
    onStream: (stream, headers) => {
      link.httpVersion = '2.0';
      stream.on('error', () => link.countError('reset'));
      const path = headers[':path'];
      if (headers[':method'] !== 'POST') {
        answerStream(link, path, stream);
        return;
      }
      stream.resume();
      stream.once('end', () => answerStream(link, path, stream));
    },
  };
}

const links = new Links();
const listeners = new Listeners<Listener>();

const calls: Omit<AppCalls, 'hello'> = {
  counters: async (linkId) => links.read(linkId),
  listen: async (input) => {
    const spec = listenSpecSchema.parse(input);
    const link = links.get(spec.linkId);
    const { port } = await listeners.once(spec.linkId, () => openListener(spec, link, handlersFor(link)));
    return { port };
  },
  captureNext: async (linkId) => {
    const listener = await listeners.find(linkId);
    listener?.tap?.captureNext();
  },
};

runRole(calls);
