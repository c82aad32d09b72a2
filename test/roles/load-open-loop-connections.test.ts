import http2 from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ListenSpec, LoadSpec } from '../../shared/role-api.ts';
import { FixtureServers } from './load-fixture-servers.ts';
import { answerBytes, openSpec, runOf, slowServer } from './load-open-loop-rig.ts';
import { forkApp, forkLoad, type LoadUnderTest, type ServerUnderTest } from './role-under-test.ts';
import { forkWire, type WireUnderTest } from './wire-rig.ts';

let app: ServerUnderTest<ListenSpec>;
let load: LoadUnderTest;
let wire: WireUnderTest;
const servers = new FixtureServers();

beforeAll(async () => {
  [app, load, wire] = await Promise.all([forkApp(), forkLoad(), forkWire()]);
});
afterAll(() => Promise.all([app.stop(), load.stop(), wire.stop()]));
afterEach(async () => {
  await load.keepOnly([]);
  servers.close();
});

const run = (spec: LoadSpec, during: () => Promise<unknown>) => runOf(load, spec, during);

describe('HTTP/2', () => {
  it('has as many requests in flight as are due, up to the streams of all connections', async () => {
    const byConnection = new Map<unknown, number>();
    const server = http2.createServer();
    server.on('stream', (stream) => {
      const { session } = stream;
      byConnection.set(session, (byConnection.get(session) ?? 0) + 1);
      setTimeout(() => {
        stream.respond({ ':status': 200 });
        stream.end('hello');
      }, 100);
    });
    const port = await servers.listen(server);
    const shape = { protocol: 'h2', connections: 2, bodyBytes: answerBytes } as const;
    // 100 ms each: one stream per connection can serve 20 a second, twenty can serve 400.
    const wide = await run(openSpec(port, 100, { ...shape, streamsPerConnection: 20 }), () => sleep(1_000));
    expect(wide.errors).toEqual({});
    expect(wide.requests).toBe(wide.due);
    expect(wide.latency.quantileMs(0.5)).toBeGreaterThan(95);
    expect(wide.latency.quantileMs(0.5)).toBeLessThan(200);
    expect(byConnection.size).toBe(2);
    expect(Math.min(...byConnection.values())).toBeGreaterThan(wide.requests / 4);
    const narrow = await run(openSpec(port, 100, shape), () => sleep(1_000));
    expect(narrow.due).toBeGreaterThanOrEqual(100);
    expect(narrow.requests / (narrow.offeredMs / 1000)).toBeLessThan(25);
    expect(narrow.latency.quantileMs(1)).toBeGreaterThan(400);
  });
});

describe('connections that are spent', () => {
  for (const protocol of ['h1', 'h2'] as const) {
    it(`a new ${protocol} connection per request is opened when it is due, and its connect counts`, async () => {
      const linkId = `new ${protocol}`;
      const targetPort = await app.listen({ linkId, protocol });
      const port = await wire.listen({ linkId, targetPort, delayMs: 10 });
      const shape = { protocol, connections: 16 } as const;
      const kept = await run(openSpec(port, 50, shape), () => sleep(600));
      const before = await app.counters(linkId);
      const fresh = await run(openSpec(port, 50, { ...shape, reuse: 'new' }), () => sleep(600));
      const after = await app.counters(linkId);
      for (const { due, requests, errors } of [kept, fresh]) {
        expect(errors).toEqual({});
        expect(due).toBeGreaterThanOrEqual(30);
        expect(requests).toBe(due);
      }
      expect(after.connectionsOpened - before.connectionsOpened).toBe(fresh.requests);
      // A round trip of the wire is 20 ms, and the connect is one more.
      expect(kept.latency.quantileMs(0)).toBeGreaterThan(19);
      expect(fresh.latency.quantileMs(0)).toBeGreaterThan(39);
    });

    it(`an ${protocol} connection is closed after its three requests, and no sooner`, async () => {
      const linkId = `three ${protocol}`;
      const port = await app.listen({ linkId, protocol });
      const shape = { protocol, reuse: 3, streamsPerConnection: 2 } as const;
      const { due, requests, errors } = await run(openSpec(port, 200, shape), () => sleep(500));
      expect(errors).toEqual({});
      expect(due).toBeGreaterThanOrEqual(100);
      expect(requests).toBe(due);
      const { connectionsOpened } = await app.counters(linkId);
      // Up to one connection per slot rests with requests left.
      expect(connectionsOpened).toBeGreaterThanOrEqual(Math.ceil(requests / 3));
      expect(connectionsOpened).toBeLessThanOrEqual(Math.ceil(requests / 3) + 4);
    });
  }

  it('a start fails when nobody listens, as in a closed loop', async () => {
    const port = await servers.listen(slowServer(0));
    servers.close();
    for (const reuse of ['keep-alive', 'new'] as const) {
      await expect(load.start(openSpec(port, 100, { reuse }))).rejects.toMatchObject({
        fault: { code: 'target-unreachable' },
      });
    }
  });
});
