import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { serveClient } from '../../electron/host/serve-client.ts';
import { type Loopback, listenOnLoopback } from '../../electron/loopback/http-server.ts';
import { createFixtureHost, fault } from './fixture-host.ts';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

const host = createFixtureHost();
let folder = '';
let page: Loopback;
let cookie = '';
let entries = 0;

/** Sends exactly this target: an HTTP client that tidies `..` away would test nothing. */
function ask(target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: page.port, path: target, method, headers };
    const sent = request(options, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += String(chunk);
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** The socket once it is open, or the status with which the upgrade was refused. */
function upgrade(headers: Record<string, string>): Promise<WebSocket | number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${page.port}/ws`, { headers });
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.once('error', reject);
  });
}

async function openSocket(): Promise<WebSocket> {
  const socket = await upgrade({ cookie, origin: `http://127.0.0.1:${page.port}` });
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  return socket;
}

const nextMessage = (socket: WebSocket) =>
  new Promise<unknown>((resolve) => {
    socket.once('message', (data) => resolve(JSON.parse(String(data))));
  });

async function until(fact: () => boolean): Promise<void> {
  while (!fact()) await new Promise((resolve) => setTimeout(resolve, 5));
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'loopback-test-'));
  await mkdir(path.join(folder, 'renderer', 'assets'), { recursive: true });
  await writeFile(path.join(folder, 'renderer', 'index.html'), '<!doctype html><title>page</title>');
  await writeFile(path.join(folder, 'renderer', 'assets', 'a.js'), 'export {};');
  await writeFile(path.join(folder, 'renderer', 'assets', 'a.js.map'), '{}');
  await writeFile(path.join(folder, 'secret.txt'), 'secret');
  await symlink(path.join(folder, 'secret.txt'), path.join(folder, 'renderer', 'link.txt'));
  page = await listenOnLoopback({
    filesDir: path.join(folder, 'renderer'),
    port: 0,
    onClient: (channel) => serveClient(host, channel),
    onEntry: () => {
      entries += 1;
    },
  });
  const entry = await ask(new URL(page.address).pathname + new URL(page.address).search);
  cookie = entry.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
});

afterAll(async () => {
  await page.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the way in', () => {
  test('settings in an address stay in it, and end neither a header nor an attribute', async () => {
    const settings = encodeURIComponent('a"\'><script>\r\nX: 1');
    const token = new URL(page.address).searchParams.get('token');
    const exchanged = await ask(`/?token=${token}&c=${settings}`);
    expect(exchanged.headers.location).toBe(`/?c=${settings.replaceAll("'", '%27')}`);
    const asked = await ask(`/?c=${settings}`, { 'sec-fetch-site': 'cross-site' });
    expect(asked.status).toBe(200);
    expect(asked.body).toContain(`href="/?c=${settings.replaceAll("'", '%27')}"`);
    expect(asked.body).not.toContain('<script');
  });

  test('without a cookie there is a page in plain words, and no file', async () => {
    for (const target of ['/', '/assets/a.js', '/ws', '/nothing']) {
      const answer = await ask(target);
      expect(answer.status).toBe(401);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.body).toContain('address that the terminal printed');
    }
  });

  test('the token, of 256 bits, is exchanged for a cookie and leaves the address, as often as it is used', async () => {
    const { search } = new URL(page.address);
    expect(Buffer.from(search.slice('?token='.length), 'base64url')).toHaveLength(32);
    const before = entries;
    for (let n = 0; n < 2; n++) {
      const answer = await ask(`/${search}`);
      expect(answer.status).toBe(303);
      expect(answer.headers.location).toBe('/');
      const attributes = answer.headers['set-cookie']?.[0]?.split('; ') ?? [];
      expect(attributes.slice(1).sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict']);
      expect(attributes[0]).toMatch(new RegExp(`^tls-cost-lab-${page.port}=`));
      expect(attributes[0]).not.toContain(search.slice('?token='.length));
    }
    expect(entries).toBe(before + 2);
  });

  test('a wrong token is refused, and is not repeated in the page', async () => {
    const answer = await ask('/?token=%3Cscript%3E');
    expect(answer.status).toBe(401);
    expect(answer.body).not.toContain('script');
  });

  test('a foreign host name is refused even with the cookie', async () => {
    for (const name of ['attacker.example', `attacker.example:${page.port}`, '127.0.0.1:1']) {
      expect((await ask('/', { cookie, host: name })).status).toBe(421);
    }
    expect((await ask('/', { cookie, host: `localhost:${page.port}` })).status).toBe(200);
  });

  test('other methods than GET and HEAD are refused, a preflight too', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await ask('/', { cookie, origin: 'http://attacker.example' }, method);
      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toBe('GET, HEAD');
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  test('nothing listens on any address of this machine but 127.0.0.1', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ address }) => address !== '127.0.0.1' && !address.startsWith('fe80'));
    for (const { address } of others) {
      const outcome = await new Promise((resolve) => {
        connect(page.port, address)
          .once('connect', () => resolve('open'))
          .once('error', () => resolve('closed'));
      });
      expect([address, outcome]).toEqual([address, 'closed']);
    }
  });
});

describe('the files', () => {
  test('come with their type and a validator that saves sending them twice', async () => {
    const answer = await ask('/assets/a.js', { cookie });
    expect(answer).toMatchObject({ status: 200, body: 'export {};' });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': '10',
    });
    const { etag = '' } = answer.headers;
    expect(await ask('/assets/a.js', { cookie, 'if-none-match': etag })).toMatchObject({
      status: 304,
      body: '',
    });
  });

  test('HEAD has the headers of GET and no body', async () => {
    const answer = await ask('/', { cookie }, 'HEAD');
    expect(answer).toMatchObject({ status: 200, body: '' });
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(0);
  });

  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/..\\secret.txt',
    '//etc/passwd',
    '/assets/a.js%00.txt',
    '/link.txt',
    '/assets/a.js.map',
    '/assets',
  ])('%s leads nowhere', async (target) => {
    const answer = await ask(target, { cookie });
    expect(answer.status).toBe(404);
    expect(answer.body).not.toContain('secret');
  });

  test('every answer forbids scripts from elsewhere, frames, sniffing and referrers', async () => {
    for (const answer of [
      await ask('/', { cookie }),
      await ask('/nothing', { cookie }),
      await ask('/'),
      await ask(new URL(page.address).search.replace('?', '/?')),
      await ask('/', { host: 'attacker.example' }),
    ]) {
      expect(answer.headers).toMatchObject({
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(answer.headers['cache-control']).toMatch(/^no-(store|cache)$/);
    }
  });
});

describe('the WebSocket', () => {
  test('is refused without the cookie, from another origin, without origin, and under a foreign host', async () => {
    const origin = `http://127.0.0.1:${page.port}`;
    expect(await upgrade({ origin })).toBe(403);
    expect(await upgrade({ cookie, origin: 'http://attacker.example' })).toBe(403);
    expect(await upgrade({ cookie })).toBe(403);
    const rebound = `attacker.example:${page.port}`;
    expect(await upgrade({ cookie, host: rebound, origin: `http://${rebound}` })).toBe(403);
  });

  test('carries events to every page, and calls from it', async () => {
    const sockets = [await openSocket(), await openSocket()];
    await until(() => host.listenerCount() === 2);
    const heard = Promise.all(sockets.map(nextMessage));
    host.emit(fault('to every page'));
    for (const message of await heard)
      expect(message).toMatchObject({ m: 'onEvent', a: [fault('to every page')] });
    const [first] = sockets;
    if (!first) throw new Error('no socket');
    const answer = nextMessage(first);
    first.send(JSON.stringify({ t: 'q', i: 'x', m: 'exportFile', a: [{}] }));
    expect(await answer).toMatchObject({ t: 's', i: 'x', r: { ok: true, value: { download: true } } });
    for (const socket of sockets) socket.close();
    await until(() => host.listenerCount() === 0);
  });

  test('answers text that is no JSON, and binary data, with a fault and stays open', async () => {
    const socket = await openSocket();
    for (const junk of ['{"t":', Buffer.from([0, 1, 2])]) {
      const answer = nextMessage(socket);
      socket.send(junk);
      expect(await answer).toMatchObject({
        m: 'onEvent',
        a: [{ kind: 'fault', fault: { code: 'bad-message' } }],
      });
    }
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.close();
    await until(() => host.listenerCount() === 0);
  });

  test('that breaks off without a word is forgotten', async () => {
    const socket = await openSocket();
    await until(() => host.listenerCount() === 1);
    socket.terminate();
    await until(() => host.listenerCount() === 0);
  });
});
