import tls, { type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Identity, Pki, serverName } from '../../electron/lab/pki.ts';
import type { ListenSpec } from '../../shared/role-api.ts';
import { eventually } from '../helpers/eventually.ts';
import { forkApp, type ServerUnderTest } from './role-under-test.ts';

let app: ServerUnderTest<ListenSpec>;
let identity: Identity;
beforeAll(async () => {
  [app, identity] = await Promise.all([forkApp(), new Pki().identity('ecdsa-p256')]);
});
afterAll(() => app.stop());

async function listen(linkId: string): Promise<number> {
  const { certPem, keyPem } = identity;
  const settings = { version: '1.3', key: 'ecdsa-p256', resumption: true, certPem, keyPem } as const;
  return app.listen({ linkId, protocol: 'h1', tls: settings });
}

/** @returns the connection, once its ticket says that the server has seen the end of the handshake (RFC 8446 §4.6.1) */
function connect(port: number, alpn: string): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, servername: serverName, ca: identity.caPem };
    const socket = tls.connect({ ...options, ALPNProtocols: [alpn] });
    // Node is in the middle of a read then, and loses what is written from there.
    socket.once('session', () => setImmediate(() => resolve(socket)));
    socket.on('error', reject);
  });
}

it('a link tells the protocol of its latest connection, however soon it follows another', async () => {
  const port = await listen('toggled');
  for (const alpn of ['http/1.1', 'h2', 'http/1.1', 'h2']) {
    const socket = await connect(port, alpn);
    expect((await app.counters('toggled')).negotiated).toMatchObject({ tlsVersion: 'TLSv1.3', alpn });
    socket.destroy();
  }
});

it('a server counts the bytes on its wire, of which a TLS client sees but the cleartext', async () => {
  const port = await listen('wire');
  const socket = await connect(port, 'http/1.1');
  let cleartextBytes = 0;
  socket.on('data', (chunk: Buffer) => {
    cleartextBytes += chunk.length;
  });
  socket.write('GET /1000000 HTTP/1.1\r\nHost: app\r\n\r\n');
  await eventually('the answer', () => cleartextBytes > 1_000_000);
  const { bytesOut } = await app.counters('wire');
  expect(socket.bytesRead).toBe(cleartextBytes);
  // A record carries at most 16 KiB and adds its header and tag (RFC 8446 §5.2): 22 bytes.
  expect(bytesOut).toBeGreaterThanOrEqual(cleartextBytes + 22 * Math.ceil(cleartextBytes / 16_384));
  socket.destroy();
});
