import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListenSpec } from '../../shared/role-api.ts';
import {
  ask,
  askSession,
  connectH2,
  identity,
  type Listener,
  openProxyRig,
  type ProxyRig,
  settings,
} from './proxy-rig.ts';
import { forkApp, type ServerUnderTest } from './role-under-test.ts';

const sizes = [0, 1, 256, 65_536, 1_048_576, 16_777_216];

describe('the proxy in front of the real app', () => {
  let app: ServerUnderTest<ListenSpec>;
  let rig: ProxyRig;
  const listeners = new Map<string, Listener>();
  const to = (topology: string): Listener => {
    const listener = listeners.get(topology);
    if (listener === undefined) throw new Error(topology);
    return listener;
  };

  beforeAll(async () => {
    app = await forkApp();
    rig = await openProxyRig();
    const { certPem, keyPem } = await identity();
    const plain = await app.listen({ linkId: 'plain', protocol: 'h1' });
    const secure = await app.listen({
      linkId: 'secure',
      protocol: 'h1',
      tls: { ...settings, certPem, keyPem },
    });
    listeners.set('T2', await rig.listen({ port: plain, hop: 'plaintext' }));
    listeners.set('T3', await rig.listen({ port: secure, hop: 'tls h2' }));
  });
  afterAll(async () => {
    await rig.stop();
    await app.stop();
  });

  describe.each(['T2', 'T3'])('%s', (topology) => {
    it.each(sizes)('a body of %i bytes comes exactly, over both protocols', async (size) => {
      for (const protocol of ['h1', 'h2'] as const) {
        const { status, headers, body } = await ask(protocol, to(topology), { path: `/${size}` });
        expect(status).toBe(200);
        expect(headers['content-length']).toBe(String(size));
        expect(body.length).toBe(size);
        expect(body.equals(Buffer.alloc(size, 'What does TLS cost, and who pays? '))).toBe(true);
      }
    });

    it.each(sizes)('an upload of %i bytes is taken, over both protocols', async (size) => {
      for (const protocol of ['h1', 'h2'] as const) {
        const body = Buffer.alloc(size, 'u');
        const answer = await ask(protocol, to(topology), { method: 'POST', path: '/3', body });
        expect([protocol, answer.status, answer.body.toString()]).toEqual([protocol, 200, 'Wha']);
      }
    });

    it('carries large bodies side by side on one session', async () => {
      const session = connectH2(to(topology));
      const asked = Array.from({ length: 12 }, () => askSession(session, { path: '/16777216' }));
      const lengths = (await Promise.all(asked)).map(({ status, body }) => `${status} ${body.length}`);
      session.close();
      expect(new Set(lengths)).toEqual(new Set(['200 16777216']));
    });

    it('answers thousands of requests at once, all with 200', async () => {
      const sessions = Array.from({ length: 8 }, () => connectH2(to(topology)));
      const asked = sessions.flatMap((session) =>
        Array.from({ length: 300 }, (_, at) => askSession(session, { path: `/${at % 2 ? 256 : 65_536}` })),
      );
      const statuses = (await Promise.all(asked)).map(({ status, body }) => `${status} ${body.length}`);
      for (const session of sessions) session.close();
      expect(new Set(statuses)).toEqual(new Set(['200 256', '200 65536']));
      expect((await rig.counters(to(topology).linkId)).errors).toEqual({});
    });
  });

  it('speaks HTTP/2 to the app that offers it and HTTP/1.1 in plaintext, with fewer connections than requests', async () => {
    const [plain, secure] = [await app.counters('plain'), await app.counters('secure')];
    expect([plain.httpVersion, secure.httpVersion]).toEqual(['1.1', '2.0']);
    expect(secure.negotiated?.alpn).toBe('h2');
    expect(plain.connectionsOpened).toBeLessThan(plain.requests);
    // 2,400 requests were in flight at once; a session carries at most 100 of them.
    expect(secure.connectionsOpened).toBeGreaterThan(1);
    expect(secure.connectionsOpened).toBeLessThanOrEqual(25);
  });
});
