import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListenSpec } from '../../shared/role-api.ts';
import type { Lane } from '../../shared/timeline.ts';
import { timelineHeader } from '../../shared/timeline.ts';
import { eventually } from '../helpers/eventually.ts';
import {
  ask,
  askSession,
  connectH2,
  identity,
  openFixture,
  openProxyRig,
  openRawFixture,
  type ProxyRig,
  settings,
} from './proxy-rig.ts';
import { forkApp, type ServerUnderTest } from './role-under-test.ts';

let app: ServerUnderTest<ListenSpec>;
let rig: ProxyRig;
beforeAll(async () => {
  app = await forkApp();
  rig = await openProxyRig();
});
afterAll(async () => {
  await rig.stop();
  await app.stop();
});

async function listenOfApp(linkId: string, isSecure: boolean): Promise<number> {
  const { certPem, keyPem } = await identity();
  const tls = isSecure ? { ...settings, certPem, keyPem } : undefined;
  return app.listen({ linkId, protocol: 'h1', tls });
}

describe('the counters of a link', () => {
  it('count what the app counted, and connections and handshakes of the client side', async () => {
    const to = await rig.listen({ port: await listenOfApp('counted', false), hop: 'plaintext' });
    for (let asked = 0; asked < 5; asked++) await ask('h1', to, { path: '/1000' });
    const session = connectH2(to);
    await Promise.all(Array.from({ length: 20 }, () => askSession(session, { path: '/1000' })));
    session.close();
    const [mine, apps] = [await rig.counters(to.linkId), await app.counters('counted')];
    expect([mine.requests, apps.requests]).toEqual([25, 25]);
    expect(mine.connectionsOpened).toBe(6);
    expect(mine.handshakes).toEqual({ full: 6, resumed: 0 });
    expect(mine.bytesOut).toBeGreaterThan(25_000);
    expect(mine.bytesOut).toBeLessThan(50_000);
    expect(mine.errors).toEqual({});
    expect(mine.httpVersion).toBe('2.0');
    // 20 at once need 20 connections at most, and one after the other one.
    expect(apps.connectionsOpened).toBeLessThanOrEqual(20);
  });

  it('are apart for each listener', async () => {
    const port = await listenOfApp('apart', false);
    const [one, two] = [
      await rig.listen({ port, hop: 'plaintext' }),
      await rig.listen({ port, hop: 'plaintext' }),
    ];
    await ask('h1', one, { path: '/1' });
    expect((await rig.counters(one.linkId)).requests).toBe(1);
    expect((await rig.counters(two.linkId)).requests).toBe(0);
  });
});

it('at most 1,000 connections to the app wait for work', async () => {
  let open = 0;
  const asked: (() => void)[] = [];
  const fixture = await openRawFixture((socket) => {
    open++;
    socket.on('close', () => open--);
    socket.on('data', () => asked.push(() => socket.write('HTTP/1.1 204 No Content\r\n\r\n')));
  });
  const to = await rig.listen(fixture);
  const sessions = Array.from({ length: 11 }, () => connectH2(to));
  const all = sessions.flatMap((session) => Array.from({ length: 100 }, () => askSession(session, {})));
  await eventually('all requests at the app', () => asked.length === 1_100);
  expect(open).toBe(1_100);
  for (const answer of asked.splice(0)) answer();
  expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([204]));
  await eventually('the surplus to be closed', () => open === 1_000);
  for (const session of sessions) session.destroy();
  fixture.close();
});

const hops = [
  ['plaintext', false, undefined],
  ['tls', true, 'h2'],
] as const;
describe.each(hops)('a marked request over a hop in %s', (security, isSecure, alpn) => {
  it('has the times of its hop told in order, of a new connection and of one that was open', async () => {
    const port = await listenOfApp(`timed ${security}`, isSecure);
    const to = await rig.listen({ port, hop: isSecure ? 'tls h2' : 'plaintext' });
    const headers = (id: string) => ({ [timelineHeader]: id });
    await ask('h1', to, { path: '/256', headers: headers('one') });
    await ask('h2', to, {
      method: 'POST',
      path: '/70000',
      body: Buffer.alloc(70_000),
      headers: headers('two'),
    });
    await ask('h1', to, { path: '/256' });
    const { lanes } = await rig.counters(to.linkId);
    expect(lanes.map(({ id }) => id)).toEqual(['one', 'two']);
    expect(lanes.map(({ lane }) => lane.reused)).toEqual([false, true]);
    for (const { lane } of lanes) {
      expect(lane).toMatchObject({ from: 'proxy', to: 'app', security });
      expect(lane.alpn).toBe(alpn);
      expect(lane.tlsVersion).toBe(isSecure ? 'TLSv1.3' : undefined);
      const times = timesOf(lane);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(times[0]).toBeGreaterThan(0);
    }
    expect(lanes[1]?.lane.connectStartUs).toBe(lanes[0]?.lane.connectStartUs);
    expect((await rig.counters(to.linkId)).lanes).toEqual([]);
  });
});

function timesOf(lane: Lane): number[] {
  const { connectStartUs, connectedUs, securedUs, requestSentUs, firstByteUs, lastByteUs } = lane;
  return [connectStartUs, connectedUs, securedUs ?? connectedUs, requestSentUs, firstByteUs, lastByteUs];
}

describe('TLS to the app', () => {
  const waves = async (resumption: boolean) => {
    const fixture = await openFixture(
      'tls h1',
      (_request, response) => void setTimeout(() => response.end('ok'), 60),
    );
    const to = await rig.listen(fixture, { resumption });
    await ask('h1', to);
    await Promise.all(Array.from({ length: 5 }, () => ask('h1', to)));
    fixture.close();
    return fixture.handshakes;
  };

  it('resumes nothing when it may not', async () => {
    expect(await waves(false)).toEqual({ full: 5, resumed: 0 });
  });

  it('resumes when it may', async () => {
    expect(await waves(true)).toEqual({ full: 1, resumed: 4 });
  });

  it('speaks the version that it was told, and no other', async () => {
    const port = await listenOfApp('only 1.3', true);
    const wrong = await rig.listen({ port, hop: 'tls h2' }, { upstreamVersion: '1.2' });
    expect((await ask('h1', wrong)).status).toBe(502);
    expect((await rig.counters(wrong.linkId)).errors).toEqual({ tls: 1 });
  });
});
