import { createServer as createHttpServer, type RequestListener } from 'node:http';
import http2 from 'node:http2';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, Pki, serverName } from '../../electron/lab/pki.ts';
import { LabError } from '../../shared/fault.ts';
import type { ClientTls, Counters, LoadSpec } from '../../shared/role-api.ts';
import { forkLoad, type LoadUnderTest, loadSpec } from './role-under-test.ts';

let load: LoadUnderTest;
let identity: Identity;
let stranger: Identity;
const closers: (() => void)[] = [];

beforeAll(async () => {
  [load, identity, stranger] = await Promise.all([
    forkLoad(),
    new Pki().identity('ecdsa-p256'),
    new Pki().identity('ecdsa-p256'),
  ]);
});
afterAll(() => load.stop());
afterEach(async () => {
  await load.keepOnly([]);
  for (const close of closers.splice(0)) close();
});

function clientTls(settings: Partial<ClientTls> = {}): ClientTls {
  return {
    version: '1.3',
    key: 'ecdsa-p256',
    resumption: true,
    caPem: identity.caPem,
    serverName,
    ...settings,
  };
}

/** Opens a misbehaving server, and closes it with its connections after the test. */
async function serve(server: Server, port = 0): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  return address.port;
}

/** A server that sends the same text for every read. */
function sends(text: string, isLast: boolean): Server {
  return net.createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () => (isLast ? socket.end(text) : socket.write(text)));
  });
}

async function runFor(spec: LoadSpec, ms: number): Promise<Counters> {
  await load.start(spec);
  await sleep(ms);
  await load.pause(spec.linkId);
  return load.counters(spec.linkId);
}

async function faultOf(start: Promise<void>): Promise<{ code: string; message: string }> {
  const error: unknown = await start.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof LabError)) throw new Error(`no fault, but ${String(error)}`);
  return error.fault;
}

describe('answers of HTTP/1.1 that are not right', () => {
  const good = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello';
  const cases = [
    ['a body of another length', 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhell', false, 'body-length'],
    [
      'a body of another length in chunks',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nh\r\n0\r\n\r\n',
      false,
      'body-length',
    ],
    ['another status', 'HTTP/1.1 503 Busy\r\nContent-Length: 5\r\n\r\nhello', false, 'status'],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n\r\n', false, 'protocol'],
    ['more bytes than announced', `${good}!`, false, 'protocol'],
    ['a body that the connection cuts short', good.slice(0, -1), true, 'reset'],
    ['a head that the connection cuts short', good.slice(0, 20), true, 'reset'],
    ['nothing but the end of the connection', '', true, 'reset'],
  ] as const;
  for (const [what, text, isLast, kind] of cases) {
    it(`${what} counts as ${kind}, and is never a request answered`, async () => {
      const port = await serve(sends(text, isLast));
      const counters = await runFor(loadSpec(port, { bodyBytes: 5 }), 150);
      expect(Object.keys(counters.errors)).toEqual([kind]);
      expect(counters.errors[kind]).toBeGreaterThan(4);
      expect(counters.requests).toBe(0);
    });
  }

  it('a body that ends with the connection is right if its length is', async () => {
    const port = await serve(sends('HTTP/1.0 200 OK\r\n\r\nhello', true));
    const counters = await runFor(loadSpec(port, { bodyBytes: 5 }), 100);
    expect(counters.errors).toEqual({});
    expect(counters.requests).toBeGreaterThan(4);
  });

  it('an answer that never comes is cut off when a pause has waited two seconds', async () => {
    const port = await serve(net.createServer((socket) => socket.resume()));
    const spec = loadSpec(port);
    await load.start(spec);
    const beganMs = performance.now();
    await load.pause(spec.linkId);
    expect(performance.now() - beganMs).toBeGreaterThan(1_900);
    expect((await load.counters(spec.linkId)).errors).toEqual({ timeout: 4 });
  });

  it('a server that drops every connection is not asked in a spin', async () => {
    let connections = 0;
    const port = await serve(
      net.createServer((socket) => {
        connections += 1;
        socket.destroy();
      }),
    );
    await load.start(loadSpec(port, { connections: 100 })).catch(() => {});
    connections = 0;
    await sleep(500);
    expect(connections).toBeLessThan(1_000);
  });

  it('a fleet finds its server again after it was gone', async () => {
    const answers: RequestListener = (_request, response) => response.end('hello');
    const port = await serve(createHttpServer(answers));
    const spec = loadSpec(port, { bodyBytes: 5 });
    await load.start(spec);
    await sleep(50);
    for (const close of closers.splice(0)) close();
    await sleep(150);
    const gone = await load.counters(spec.linkId);
    expect(gone.errors.connect).toBeGreaterThan(0);
    await serve(createHttpServer(answers), port);
    await sleep(300);
    const back = await load.counters(spec.linkId);
    expect(back.requests).toBeGreaterThan(gone.requests);
    expect(back.connectionsOpened).toBe(8);
  });
});

describe('answers of HTTP/2 that are not right', () => {
  const cases = [
    ['another status', 'status', { ':status': 503 }, 'hello'],
    ['a body of another length', 'body-length', { ':status': 200 }, 'hell'],
    ['fewer bytes than announced', 'protocol', { ':status': 200, 'content-length': '5' }, 'hell'],
  ] as const;
  for (const [what, kind, headers, text] of cases) {
    it(`${what} counts as ${kind}`, async () => {
      const server = http2.createServer();
      server.on('sessionError', () => {});
      server.on('stream', (stream) => {
        stream.on('error', () => {});
        stream.respond(headers);
        stream.end(text);
      });
      const counters = await runFor(loadSpec(await serve(server), { bodyBytes: 5, protocol: 'h2' }), 150);
      expect(Object.keys(counters.errors)).toEqual([kind]);
      expect(counters.requests).toBe(0);
    });
  }

  it('streams that the server resets, and sessions that it drops, count as reset', async () => {
    for (const drop of [false, true]) {
      const server = http2.createServer();
      server.on('sessionError', () => {});
      server.on('stream', (stream) => {
        stream.on('error', () => {});
        if (drop) stream.session?.destroy();
        else stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR);
      });
      const spec = loadSpec(await serve(server), { protocol: 'h2', streamsPerConnection: 3 });
      const counters = await runFor(spec, 150);
      expect(Object.keys(counters.errors)).toEqual(['reset']);
      expect(counters.errors.reset).toBeGreaterThanOrEqual(12);
      expect(counters.requests).toBe(0);
    }
  });

  it('bytes that are no frames count as protocol', async () => {
    const port = await serve(sends('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n', true));
    const counters = await runFor(loadSpec(port, { protocol: 'h2' }), 150);
    expect(Object.keys(counters.errors)).toEqual(['protocol']);
    expect(counters.requests).toBe(0);
  });
});

describe('a target that can not be reached', () => {
  it('refuses the start and says why', async () => {
    const port = await serve(net.createServer());
    for (const close of closers.splice(0)) close();
    for (const protocol of ['h1', 'h2'] as const) {
      for (const reuse of ['keep-alive', 'new'] as const) {
        const fault = await faultOf(load.start(loadSpec(port, { protocol, reuse })));
        expect(fault.code).toBe('target-unreachable');
        expect(fault.message).toContain(`127.0.0.1:${port}`);
        expect(fault.message).toContain('ECONNREFUSED');
      }
    }
  });

  it('is one whose certificate comes from another authority or is for another name', async () => {
    const port = await serve(
      tls.createServer({ key: identity.keyPem, cert: identity.certPem, ALPNProtocols: ['h2', 'http/1.1'] }),
    );
    for (const protocol of ['h1', 'h2'] as const) {
      const spec = (settings: Partial<ClientTls>) =>
        loadSpec(port, { protocol }, { tls: clientTls(settings) });
      const otherCa = await faultOf(load.start(spec({ caPem: stranger.caPem })));
      expect(otherCa.code).toBe('target-unreachable');
      const otherName = await faultOf(load.start(spec({ serverName: 'example.org' })));
      expect(otherName).toMatchObject({
        code: 'target-unreachable',
        message: expect.stringContaining('example.org'),
      });
      const counters = await load.counters(`load>${port}`);
      expect(Object.keys(counters.errors)).toEqual(['tls']);
      expect(counters.requests).toBe(0);
    }
  });

  it('is one that speaks another TLS version or no HTTP/2', async () => {
    const old = await serve(
      tls.createServer({ key: identity.keyPem, cert: identity.certPem, maxVersion: 'TLSv1.2' }),
    );
    const version = await faultOf(load.start(loadSpec(old, {}, { tls: clientTls() })));
    expect(version.code).toBe('target-unreachable');
    const protocol = await faultOf(
      load.start(loadSpec(old, { protocol: 'h2' }, { tls: clientTls({ version: '1.2' }) })),
    );
    expect(protocol).toMatchObject({ code: 'target-unreachable', message: expect.stringContaining('ALPN') });
    expect((await load.counters(`load>${old}`)).errors).toMatchObject({ tls: 1, protocol: 1 });
  });
});

describe('uploads', () => {
  it('arrive complete and unchanged, and an early answer leaves no torn request behind', async () => {
    for (const isEarly of [false, true]) {
      const bodies = new Set<string>();
      let torn = 0;
      const server = createHttpServer((request, response) => {
        const hash: number[] = [];
        let length = 0;
        request.on('data', (chunk: Buffer) => {
          length += chunk.length;
          hash.push(chunk.length);
        });
        request.on('error', () => {
          torn += 1;
        });
        request.on('end', () => bodies.add(`${request.method} ${request.url} ${length}`));
        if (isEarly) response.writeHead(413).end();
        else request.on('end', () => response.end());
      });
      const spec = loadSpec(await serve(server), { bodyBytes: 3_000_001, method: 'POST' });
      const counters = await runFor(spec, 300);
      if (isEarly) {
        expect(Object.keys(counters.errors)).toEqual(['status']);
      } else {
        expect(counters.errors).toEqual({});
        expect(torn).toBe(0);
        expect([...bodies]).toEqual(['POST /0 3000001']);
      }
      await load.keepOnly([]);
    }
  });
});
