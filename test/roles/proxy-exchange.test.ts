import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ask,
  askRaw,
  type Fixture,
  type Listener,
  openFixture,
  openProxyRig,
  type ProxyRig,
  routes,
  writeTo,
} from './proxy-rig.ts';

const chunk = Buffer.alloc(100_000, 'c');

/** An app that does what the path says and reports what it was asked. */
function play(
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
): void {
  const isH1 = 'chunkedEncoding' in response;
  switch (request.url) {
    case '/echo':
      request.on('data', (bytes: Buffer) => writeTo(response, bytes));
      request.on('end', () => response.end());
      return;
    case '/fields':
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify([request.method, ...request.rawHeaders]));
      return;
    case '/hop':
      response.setHeader('set-cookie', ['a=1', 'b=2']);
      response.setHeader('x-stays', 'yes');
      if (isH1) {
        response.setHeader('connection', 'keep-alive, X-Gone');
        response.setHeader('x-gone', '1');
        response.setHeader('proxy-connection', 'keep-alive');
      }
      response.end('hop');
      return;
    case '/in-parts':
      writeTo(response, Buffer.from('first'));
      setTimeout(() => response.end(chunk), 30);
      return;
    case '/hints':
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.end('after hints');
      return;
    case '/204':
      response.statusCode = 204;
      response.end();
      return;
    case '/304':
      response.statusCode = 304;
      response.setHeader('etag', '"x"');
      response.end();
      return;
    case '/early':
      response.statusCode = 413;
      response.end('too much');
      return;
    default:
      response.end('ok');
  }
}

describe.each(routes)('the proxy from %s to an app over %s', (protocol, hop) => {
  let fixture: Fixture;
  let rig: ProxyRig;
  let to: Listener;
  beforeAll(async () => {
    fixture = await openFixture(hop, play);
    rig = await openProxyRig();
    to = await rig.listen(fixture);
  });
  afterAll(async () => {
    await rig.stop();
    fixture.close();
  });

  const asked = async (headers: Record<string, string | string[]>, method = 'GET') => {
    const { body } = await ask(protocol, to, { path: '/fields', headers, method });
    const flat: unknown = JSON.parse(body.toString());
    return Array.isArray(flat) ? flat.map(String) : [];
  };

  it('tells the app where the request came from, and nothing that the client made up', async () => {
    const got = await asked({
      'x-forwarded-for': '9.9.9.9',
      'x-forwarded-proto': 'gopher',
      'x-forwarded-host': 'evil.test',
      'X-Kept': 'as is',
      cookie: protocol === 'h2' ? ['a=1', 'b=2'] : 'a=1; b=2',
    });
    const text = got.join('|').toLowerCase();
    const host = `${protocol === 'h1' ? '127.0.0.1' : 'localhost'}:${to.port}`;
    expect(text).toContain('x-forwarded-for|9.9.9.9, 127.0.0.1|x-forwarded-proto|https|');
    expect(text).toContain(`x-forwarded-host|${host}`);
    expect(text).toContain(hop === 'tls h2' ? `:authority|${host}` : `host|${host}`);
    expect(text).toContain('cookie|a=1; b=2');
    expect(text).toContain('x-kept|as is');
    expect(text).not.toMatch(/evil|gopher/);
  });

  it('leaves out of the request what concerns the connection only', async () => {
    const headers: Record<string, string> = { te: 'trailers', 'x-kept': '2' };
    if (protocol === 'h1')
      Object.assign(headers, { connection: 'x-gone, keep-alive', 'x-gone': '1', 'keep-alive': '5' });
    const got = (await asked(headers)).join('|').toLowerCase();
    expect(got).toContain('x-kept|2');
    expect(got).not.toMatch(/x-gone|keep-alive|\|te\|/);
  });

  it('leaves out of the response what concerns the connection only, and keeps repeated fields', async () => {
    const { headers, body } = await ask(protocol, to, { path: '/hop' });
    expect(body.toString()).toBe('hop');
    expect(headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect(headers['x-stays']).toBe('yes');
    expect([headers['x-gone'], headers['proxy-connection']]).toEqual([undefined, undefined]);
  });

  it('passes an upload of known and of unknown length through, byte by byte', async () => {
    const body = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));
    for (const headers of [{ 'content-length': String(body.length) }, unknownLength(protocol)]) {
      const answer = await ask(protocol, to, { method: 'POST', path: '/echo', body, headers });
      expect(answer.status).toBe(200);
      expect(answer.body.equals(body)).toBe(true);
    }
  });

  it('passes a response of unknown length through', async () => {
    const { headers, body } = await ask(protocol, to, { path: '/in-parts' });
    expect(headers['content-length']).toBeUndefined();
    expect(body.equals(Buffer.concat([Buffer.from('first'), chunk]))).toBe(true);
  });

  it('answers HEAD, 204 and 304 without a body, and goes on', async () => {
    expect(await ask(protocol, to, { method: 'HEAD' })).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    expect(await ask(protocol, to, { path: '/204' })).toMatchObject({ status: 204, body: Buffer.alloc(0) });
    expect(await ask(protocol, to, { path: '/304' })).toMatchObject({
      status: 304,
      headers: { etag: '"x"' },
    });
    expect((await ask(protocol, to)).body.toString()).toBe('ok');
  });

  it('drops interim responses', async () => {
    expect(await ask(protocol, to, { path: '/hints' })).toMatchObject({
      status: 200,
      body: Buffer.from('after hints'),
    });
  });

  it('lets a client that waits for 100 Continue send its body', async () => {
    const body = Buffer.from('after all');
    const headers = { expect: '100-continue', 'content-length': String(body.length) };
    const answer = await ask(protocol, to, { method: 'POST', path: '/echo', body, headers });
    expect(answer.body.toString()).toBe('after all');
  });

  it('passes on an answer that comes before the upload has ended', async () => {
    const body = Buffer.alloc(3_000_000);
    expect(
      (await ask(protocol, to, { method: 'POST', path: '/early', body }).catch(() => undefined))?.status ??
        413,
    ).toBe(413);
    expect((await ask(protocol, to)).body.toString()).toBe('ok');
  });

  it('has no errors to its name after all that', async () => {
    expect((await rig.counters(to.linkId)).errors).toEqual({});
  });
});

function unknownLength(protocol: string): Record<string, string> {
  return protocol === 'h1' ? { 'transfer-encoding': 'chunked' } : {};
}

describe('a client that frames its request so that two readers could differ', () => {
  let fixture: Fixture;
  let rig: ProxyRig;
  let to: Listener;
  let seen: string[] = [];
  beforeAll(async () => {
    fixture = await openFixture('plaintext', (request, response) => {
      seen.push(`${request.method} ${request.url}`);
      request.resume();
      request.on('end', () => response.end('ok'));
    });
    rig = await openProxyRig();
    to = await rig.listen(fixture);
  });
  afterAll(async () => {
    await rig.stop();
    fixture.close();
  });

  const hidden = '0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n';
  const requests: [string, string][] = [
    [
      'a length and chunks',
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${hidden}`,
    ],
    [
      'two lengths',
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    ],
    ['a coding in disguise', `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n${hidden}`],
    [
      'a coding behind another',
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n${hidden}`,
    ],
    ['a blank before the colon', `POST / HTTP/1.1\r\nHost: a\r\nContent-Length : 4\r\n\r\n${hidden}`],
    ['chunks in HTTP/1.0', `POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${hidden}`],
    ['two hosts', `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['a bare line feed', `POST / HTTP/1.1\r\nHost: a\r\nX: y\nContent-Length: 4\r\n\r\n${hidden}`],
  ];
  it.each(requests)('is refused: %s', async (_name, bytes) => {
    seen = [];
    const answer = await askRaw(to, bytes);
    expect(answer).not.toMatch(/^HTTP\/1\.1 2/);
    expect(seen).toEqual([]);
  });

  it('is served when there is no doubt: two requests in one write get two answers', async () => {
    seen = [];
    const bytes =
      'GET /one HTTP/1.1\r\nHost: a\r\n\r\nGET /two HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const answer = await askRaw(to, bytes);
    expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    expect(seen).toEqual(['GET /one', 'GET /two']);
  });
});
