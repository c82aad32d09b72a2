import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, Pki, serverName } from '../../electron/lab/pki.ts';
import { LatencyHistogram } from '../../shared/latency.ts';
import type { ClientTls, Counters, ListenSpec, LoadSpec } from '../../shared/role-api.ts';
import { forkApp, forkLoad, type LoadUnderTest, loadSpec, type ServerUnderTest } from './role-under-test.ts';

let app: ServerUnderTest<ListenSpec>;
let load: LoadUnderTest;
let identity: Identity;

beforeAll(async () => {
  [app, load, identity] = await Promise.all([forkApp(), forkLoad(), new Pki().identity('ecdsa-p256')]);
});
afterAll(() => Promise.all([app.stop(), load.stop()]));

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

let listeners = 0;

/** Opens a listener of its own for one test, so that its counts start from zero. */
async function listen(
  protocol: 'h1' | 'h2',
  tls?: Partial<ClientTls>,
): Promise<{ linkId: string; port: number }> {
  const linkId = `listener ${listeners++}`;
  const settings = tls && ({ version: '1.3', key: 'ecdsa-p256', resumption: true, ...tls } as const);
  const port = await app.listen({
    linkId,
    protocol,
    tls: settings && {
      version: settings.version,
      key: settings.key,
      resumption: settings.resumption,
      certPem: identity.certPem,
      keyPem: identity.keyPem,
    },
  });
  return { linkId, port };
}

/** Asks for a while, then reads both sides once nothing is in flight any more. */
async function run(
  spec: LoadSpec,
  linkId: string,
  ms: number,
): Promise<{ client: Counters; server: Counters }> {
  await load.start(spec);
  await sleep(ms);
  await load.pause(spec.linkId);
  return { client: await load.counters(spec.linkId), server: await app.counters(linkId) };
}

describe('load over sound servers', () => {
  const securities = [
    ['plaintext', undefined],
    ['TLS 1.3', { version: '1.3' }],
    ['TLS 1.2', { version: '1.2' }],
  ] as const;
  for (const protocol of ['h1', 'h2'] as const) {
    for (const [security, tls] of securities) {
      for (const method of ['GET', 'POST'] as const) {
        it(`${method} over ${protocol} and ${security} carries bodies of exactly the asked size`, async () => {
          const { linkId, port } = await listen(protocol, tls);
          for (const bodyBytes of [0, 1, 256, 65_536, 1_000_000]) {
            const spec = loadSpec(port, { bodyBytes, method, protocol }, { tls: tls && clientTls(tls) });
            const before = { client: await load.counters(spec.linkId), server: await app.counters(linkId) };
            const { client, server } = await run(spec, linkId, 80);
            const requests = client.requests - before.client.requests;
            expect(requests).toBeGreaterThan(0);
            expect(client.errors).toEqual({});
            expect(server.requests - before.server.requests).toBe(requests);
            const carried = (now: Counters, then: Counters) =>
              method === 'GET' ? now.bytesOut - then.bytesOut : now.bytesIn - then.bytesIn;
            expect(carried(server, before.server)).toBeGreaterThanOrEqual(requests * bodyBytes);
            if (bodyBytes >= 65_536) {
              // Nothing but heads, frames, records and handshakes comes on top.
              expect(carried(server, before.server)).toBeLessThan(requests * bodyBytes * 1.02 + 20_000);
            }
            expect(new LatencyHistogram(client.latency).count).toBe(requests);
          }
          await load.keepOnly([]);
        });
      }
    }
  }

  it('has as many streams in flight as the workload says', async () => {
    const { linkId, port } = await listen('h2', {});
    const spec = loadSpec(
      port,
      { protocol: 'h2', connections: 2, streamsPerConnection: 50 },
      { tls: clientTls() },
    );
    const { client, server } = await run(spec, linkId, 300);
    expect(client.errors).toEqual({});
    expect(client.requests).toBeGreaterThan(200);
    expect(server.requests).toBe(client.requests);
    expect(server.connectionsOpened).toBe(2);
    expect(server.httpVersion).toBe('2.0');
  });

  it('opens a connection per N requests, no more and no fewer', async () => {
    for (const [protocol, reuse] of [
      ['h1', 3],
      ['h2', 3],
      ['h1', 'new'],
      ['h2', 'new'],
    ] as const) {
      for (const tls of [undefined, clientTls()]) {
        const { linkId, port } = await listen(protocol, tls);
        const { client, server } = await run(loadSpec(port, { protocol, reuse }, { tls }), linkId, 300);
        const perConnection = reuse === 'new' ? 1 : reuse;
        expect(client.errors).toEqual({});
        expect(client.requests).toBeGreaterThan(10);
        // Up to one connection per slot rests with requests left.
        const least = Math.ceil(client.requests / perConnection);
        expect(server.connectionsOpened).toBeGreaterThanOrEqual(least);
        expect(server.connectionsOpened).toBeLessThanOrEqual(reuse === 'new' ? least : least + 4);
        expect(client.connectionsOpened).toBe(server.connectionsOpened);
        expect(server.errors).toEqual({});
        await load.keepOnly([]);
      }
    }
  });

  it('keeps its connections over a pause, and asks nothing in it', async () => {
    for (const protocol of ['h1', 'h2'] as const) {
      const { linkId, port } = await listen(protocol, {});
      const spec = loadSpec(port, { protocol, connections: 16 }, { tls: clientTls() });
      const first = await run(spec, linkId, 100);
      await sleep(50);
      expect((await load.counters(spec.linkId)).requests).toBe(first.client.requests);
      const second = await run(spec, linkId, 100);
      expect(second.client.requests).toBeGreaterThan(first.client.requests);
      expect(second.client.connectionsOpened).toBe(16);
      expect(second.server.connectionsOpened).toBe(16);
    }
  });

  it('lets one fleet ask at a time', async () => {
    const [one, other] = [await listen('h1'), await listen('h1')];
    await load.start(loadSpec(one.port));
    await load.start(loadSpec(other.port));
    await sleep(50);
    const before = await app.counters(one.linkId);
    await sleep(100);
    expect((await app.counters(one.linkId)).requests).toBe(before.requests);
    expect((await app.counters(other.linkId)).requests).toBeGreaterThan(0);
  });

  it('settles a start that a newer call has superseded', async () => {
    const [one, other] = [await listen('h1', {}), await listen('h1')];
    const spec = loadSpec(one.port, { connections: 800 }, { tls: clientTls() });
    const superseded = load.start(spec);
    await load.start(loadSpec(other.port));
    await superseded;
    const dropped = load.start(spec);
    await load.keepOnly([]);
    await dropped;
    await load.start(spec);
    expect((await load.counters(spec.linkId)).errors).toEqual({});
    await load.keepOnly([]);
  });

  it('replaces a fleet whose workload has changed', async () => {
    const { linkId, port } = await listen('h1');
    await run(loadSpec(port, { bodyBytes: 10 }), linkId, 50);
    const { client, server } = await run(loadSpec(port, { bodyBytes: 20, connections: 2 }), linkId, 50);
    expect(client.errors).toEqual({});
    expect(server.connectionsOpened).toBe(6);
  });
});

describe('session resumption', () => {
  for (const protocol of ['h1', 'h2'] as const) {
    for (const version of ['1.3', '1.2'] as const) {
      it(`resumes nearly every new ${protocol} connection over TLS ${version} when it is on`, async () => {
        const { linkId, port } = await listen(protocol, { version });
        const tls = clientTls({ version });
        const { client, server } = await run(
          loadSpec(port, { protocol, reuse: 'new' }, { tls }),
          linkId,
          400,
        );
        expect(client.errors).toEqual({});
        expect(server.handshakes.resumed).toBeGreaterThan(10);
        expect(server.handshakes.full).toBeLessThanOrEqual(4);
        expect(client.handshakes).toEqual(server.handshakes);
      });

      it(`resumes no ${protocol} connection over TLS ${version} when it is off`, async () => {
        // The server would resume: it is the client that must not ask for it.
        const { linkId, port } = await listen(protocol, { version, resumption: true });
        const tls = clientTls({ version, resumption: false });
        const { client, server } = await run(
          loadSpec(port, { protocol, reuse: 'new' }, { tls }),
          linkId,
          400,
        );
        expect(client.errors).toEqual({});
        expect(server.handshakes.full).toBeGreaterThan(10);
        expect(server.handshakes.resumed).toBe(0);
        expect(server.negotiated?.tlsVersion).toBe(`TLSv${version}`);
      });
    }
  }
});

describe('the timeline', () => {
  for (const protocol of ['h1', 'h2'] as const) {
    for (const tls of [undefined, {}]) {
      it(`times every step of one extra ${protocol} connection over ${tls ? 'TLS' : 'plaintext'}`, async () => {
        const { linkId, port } = await listen(protocol, tls);
        const spec = loadSpec(port, { protocol }, { tls: tls && clientTls(), timeline: true });
        const { client, server } = await run(spec, linkId, 1_300);
        expect(client.errors).toEqual({});
        expect(client.lanes).toHaveLength(2);
        expect(client.requests).toBe(server.requests);
        expect(new LatencyHistogram(client.latency).count).toBe(client.requests - 2);
        for (const { lane } of client.lanes) {
          const secured = lane.securedUs === undefined ? [] : [lane.securedUs];
          const steps = [
            lane.connectStartUs,
            lane.connectedUs,
            ...secured,
            lane.requestSentUs,
            lane.firstByteUs,
            lane.lastByteUs,
          ];
          expect(steps).toEqual([...steps].sort((a, b) => a - b));
          expect(lane.reused).toBe(false);
          expect(lane.security).toBe(tls ? 'tls' : 'plaintext');
          expect(lane.alpn).toBe(tls && (protocol === 'h2' ? 'h2' : 'http/1.1'));
        }
        // The first may set out before a ticket has come.
        expect(client.lanes[1]?.lane.resumed).toBe(tls && true);
      });
    }
  }
});
