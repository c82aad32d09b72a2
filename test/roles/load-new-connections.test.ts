import { createServer as createHttpsServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Identity, Pki, serverName } from '../../electron/lab/pki.ts';
import type { ClientTls, ListenSpec, ProxyListenSpec } from '../../shared/role-api.ts';
import { eventually } from '../helpers/eventually.ts';
import { FixtureServers } from './load-fixture-servers.ts';
import {
  forkApp,
  forkLoad,
  forkProxy,
  type LoadUnderTest,
  loadSpec,
  type ServerUnderTest,
} from './role-under-test.ts';

let app: ServerUnderTest<ListenSpec>;
let proxy: ServerUnderTest<ProxyListenSpec>;
let load: LoadUnderTest;
let identity: Identity;
const servers = new FixtureServers();

beforeAll(async () => {
  [app, proxy, load, identity] = await Promise.all([
    forkApp(),
    forkProxy(),
    forkLoad(),
    new Pki().identity('ecdsa-p256'),
  ]);
});
afterAll(async () => {
  servers.close();
  await Promise.all([app.stop(), proxy.stop(), load.stop()]);
});

function clientTls(version: ClientTls['version']): ClientTls {
  return { version, key: 'ecdsa-p256', resumption: true, caPem: identity.caPem, serverName };
}

const securities = [
  ['plaintext', undefined],
  ['TLS 1.2', '1.2'],
  ['TLS 1.3', '1.3'],
] as const;

for (const [security, version] of securities) {
  for (const method of ['GET', 'POST'] as const) {
    it(`a new connection per ${method} over ${security} is no error for client, proxy and app`, async () => {
      const { certPem, keyPem } = identity;
      const tls = version && ({ version, key: 'ecdsa-p256', resumption: true, certPem, keyPem } as const);
      for (const bodyBytes of [256, 300_000]) {
        const linkId = `${security} ${method} ${bodyBytes}`;
        const appPort = await app.listen({ linkId, protocol: 'h1' });
        const upstream = { from: 'proxy', to: 'app', port: appPort, silenceMs: 5_000 };
        const port = await proxy.listen({ linkId, protocol: 'h1', layer: 'http', tls, upstream });
        const spec = loadSpec(
          port,
          { reuse: 'new', method, bodyBytes, connections: 16 },
          { tls: version && clientTls(version) },
        );
        await load.start(spec);
        await sleep(400);
        await load.pause(spec.linkId);
        const [client, middle, last] = [
          await load.counters(spec.linkId),
          await proxy.counters(linkId),
          await app.counters(linkId),
        ];
        expect([client.errors, middle.errors, last.errors]).toEqual([{}, {}, {}]);
        expect(client.requests).toBeGreaterThan(16);
        expect([middle.requests, last.requests]).toEqual([client.requests, client.requests]);
        expect(middle.connectionsOpened).toBe(client.requests);
        // An app that saw requests taken back would see their connections go, and more than 16 of them come.
        expect(last.connectionsOpened).toBeLessThanOrEqual(16);
      }
    });
  }
}

it('a server sees every spent connection close', async () => {
  let open = 0;
  let opened = 0;
  const server = createHttpsServer(
    { key: identity.keyPem, cert: identity.certPem, ALPNProtocols: ['http/1.1'] },
    (_request, response) => response.end('hello'),
  );
  const handshakeErrors: Error[] = [];
  server.on('tlsClientError', (error) => handshakeErrors.push(error));
  server.on('connection', (socket) => {
    open += 1;
    opened += 1;
    socket.on('close', () => {
      open -= 1;
    });
  });
  const port = await servers.listen(server);
  const spec = loadSpec(port, { reuse: 'new', bodyBytes: 5 }, { tls: clientTls('1.3') });
  await load.start(spec);
  await sleep(300);
  await load.pause(spec.linkId);
  await eventually('all connections to be closed', () => open === 0);
  const { errors, requests } = await load.counters(spec.linkId);
  expect(errors).toEqual({});
  expect(handshakeErrors).toEqual([]);
  expect(opened).toBe(requests);
});
