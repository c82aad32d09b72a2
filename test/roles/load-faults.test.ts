import { createServer as createHttpServer, type RequestListener } from 'node:http';
import http2 from 'node:http2';
import net, { type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Counters, LoadSpec } from '../../shared/role-api.ts';
import { eventually } from '../helpers/eventually.ts';
import { FixtureServers } from './load-fixture-servers.ts';
import { forkLoad, type LoadUnderTest, loadSpec } from './role-under-test.ts';

let load: LoadUnderTest;
const servers = new FixtureServers();

beforeAll(async () => {
  load = await forkLoad();
});
afterAll(() => load.stop());
afterEach(async () => {
  await load.keepOnly([]);
  servers.close();
});

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
      const port = await servers.listen(sends(text, isLast));
      const counters = await runFor(loadSpec(port, { bodyBytes: 5 }), 150);
      expect(Object.keys(counters.errors)).toEqual([kind]);
      expect(counters.errors[kind]).toBeGreaterThan(4);
      expect(counters.requests).toBe(0);
    });
  }

  it('a body that ends with the connection is right if its length is', async () => {
    const port = await servers.listen(sends('HTTP/1.0 200 OK\r\n\r\nhello', true));
    const counters = await runFor(loadSpec(port, { bodyBytes: 5 }), 100);
    expect(counters.errors).toEqual({});
    expect(counters.requests).toBeGreaterThan(4);
  });

  it('a pause waits eight seconds for answers, then closes their connections and counts them as timed out', async () => {
    let open = 0;
    const port = await servers.listen(
      net.createServer((socket) => {
        open += 1;
        socket.on('close', () => {
          open -= 1;
        });
        socket.resume();
      }),
    );
    const spec = loadSpec(port);
    await load.start(spec);
    await eventually('all connections', () => open === 4);
    const beganMs = performance.now();
    await load.pause(spec.linkId);
    expect(performance.now() - beganMs).toBeGreaterThan(7_900);
    await eventually('the connections to be closed', () => open === 0);
    await load.start(spec);
    await eventually('new connections', () => open === 4);
    const { errors, connectionsOpened } = await load.counters(spec.linkId);
    expect(errors).toEqual({ timeout: 4 });
    expect(connectionsOpened).toBe(8);
  });

  it('a server that drops every connection is not asked in a spin', async () => {
    let connections = 0;
    const port = await servers.listen(
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
    const port = await servers.listen(createHttpServer(answers));
    const spec = loadSpec(port, { bodyBytes: 5 });
    await load.start(spec);
    await sleep(50);
    servers.close();
    await sleep(150);
    const gone = await load.counters(spec.linkId);
    expect(gone.errors.connect).toBeGreaterThan(0);
    await servers.listen(createHttpServer(answers), port);
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
      const counters = await runFor(
        loadSpec(await servers.listen(server), { bodyBytes: 5, protocol: 'h2' }),
        150,
      );
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
      const spec = loadSpec(await servers.listen(server), { protocol: 'h2', streamsPerConnection: 3 });
      const counters = await runFor(spec, 150);
      expect(Object.keys(counters.errors)).toEqual(['reset']);
      expect(counters.errors.reset).toBeGreaterThanOrEqual(12);
      expect(counters.requests).toBe(0);
    }
  });

  it('bytes that are no frames count as protocol', async () => {
    const port = await servers.listen(sends('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n', true));
    const counters = await runFor(loadSpec(port, { protocol: 'h2' }), 150);
    expect(Object.keys(counters.errors)).toEqual(['protocol']);
    expect(counters.requests).toBe(0);
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
      const spec = loadSpec(await servers.listen(server), { bodyBytes: 3_000_001, method: 'POST' });
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
