import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import net, { type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Pki } from '../../electron/lab/pki.ts';
import { defaultConfig } from '../../shared/config.ts';
import type { ListenSpec, ProxyListenSpec } from '../../shared/role-api.ts';
import { eventually } from '../helpers/eventually.ts';
import { answerOf, missing } from '../helpers/programs.ts';
import { forkApp, forkProxy, type ServerUnderTest } from './role-under-test.ts';

const openssl = missing('openssl', 'version');
const body = Buffer.alloc(3 * 2 ** 20, 'forwarded unread ');

/** A TCP server of the test's own behind the forwarder, and the first connection that reaches it. */
async function listenAs(onConnection: (socket: Socket) => void): Promise<{ server: Server; port: number }> {
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    // What goes wrong shows in 'close'.
    socket.on('error', () => {});
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP listener has a port.');
  return { server, port: address.port };
}

describe('a proxy that forwards bytes', () => {
  let proxy: ServerUnderTest<ProxyListenSpec>;
  let app: ServerUnderTest<ListenSpec>;
  const servers: Server[] = [];
  beforeAll(async () => {
    [proxy, app] = await Promise.all([forkProxy(), forkApp()]);
  });
  afterAll(async () => {
    for (const server of servers) server.close();
    await Promise.all([proxy?.stop(), app?.stop()]);
  });

  async function forwardTo(port: number): Promise<{ port: number; linkId: string }> {
    const linkId = `tcp>${port}`;
    const upstream = { from: 'proxy', to: 'app', port, silenceMs: 5_000 };
    return { linkId, port: await proxy.listen({ linkId, protocol: 'h1', layer: 'tcp', upstream }) };
  }

  async function behind(onConnection: (socket: Socket) => void) {
    const { server, port } = await listenAs(onConnection);
    servers.push(server);
    return forwardTo(port);
  }

  const dial = (port: number) => {
    const socket = net.connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    socket.on('error', () => {});
    return socket;
  };

  it('passes on what each side sends, then its end, while the other goes on', async () => {
    const { port, linkId } = await behind((socket) => {
      // It answers only once the client has ended: what was half closed must still carry it.
      const received: Buffer[] = [];
      socket.on('data', (bytes: Buffer) => received.push(bytes));
      socket.on('end', () => {
        const whole = Buffer.concat(received);
        socket.end(`${whole.length} ${whole.toString('latin1', whole.length - 9)}`);
      });
    });
    const client = dial(port);
    client.end(body);
    expect(await text(client)).toBe(`${body.length} ${body.toString('latin1').slice(-9)}`);
    const { bytesIn, connectionsOpened, requests, handshakes } = await proxy.counters(linkId);
    expect(bytesIn).toBe(body.length);
    expect({ connectionsOpened, requests, handshakes }).toEqual({
      connectionsOpened: 1,
      requests: 0,
      handshakes: { full: 0, resumed: 0 },
    });
  });

  it('passes on an abort of the client to the app, and one of the app to the client', async () => {
    const ends: string[] = [];
    const { port } = await behind((socket) => {
      socket.resume();
      socket.on('error', () => ends.push('app was reset'));
      socket.once('data', (bytes) => {
        if (bytes.toString() === 'abort me') socket.resetAndDestroy();
      });
    });
    const leaving = dial(port);
    leaving.write('half a request');
    await once(leaving, 'connect');
    await new Promise((resolve) => setTimeout(resolve, 100));
    leaving.resetAndDestroy();
    await eventually('the reset to reach the app', () => ends.includes('app was reset'));
    const left = dial(port);
    left.on('error', () => ends.push('client was reset'));
    left.write('abort me');
    await eventually('the reset to reach the client', () => ends.includes('client was reset'));
  });

  it('takes no more from the client than the app takes', async () => {
    let stalled: Socket | undefined;
    const { port, linkId } = await behind((socket) => {
      socket.pause();
      stalled = socket;
    });
    const client = dial(port);
    const total = 64 * 2 ** 20;
    client.end(Buffer.alloc(total));
    await eventually('the app to be connected', () => stalled);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { bytesIn } = await proxy.counters(linkId);
    expect(bytesIn).toBeLessThan(total / 2);
    let received = 0;
    stalled?.on('data', (bytes: Buffer) => {
      received += bytes.length;
    });
    stalled?.resume();
    await eventually('all of it to arrive', () => received === total);
    client.destroy();
  });

  it('resets a client whose app is not there, and counts it', async () => {
    const { server, port } = await listenAs(() => {});
    server.close();
    await once(server, 'close');
    const forwarded = await forwardTo(port);
    const client = dial(forwarded.port);
    // `once` of node:events would take the reset that comes before it for a failure.
    await new Promise((resolve) => client.once('close', resolve));
    expect((await proxy.counters(forwarded.linkId)).errors).toEqual({ connect: 1 });
  });

  it.skipIf(openssl !== undefined)(
    `shows openssl the app's own certificate${openssl === undefined ? '' : ` (skipped: ${openssl})`}`,
    async () => {
      const { certPem, keyPem } = await new Pki().identity('ecdsa-p256');
      const tls = { ...defaultConfig.tls, certPem, keyPem };
      const { port } = await forwardTo(await app.listen({ linkId: 'app', protocol: 'h1', tls }));
      const request = 'GET /5 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
      const said = await answerOf(
        'openssl',
        ['s_client', '-connect', `127.0.0.1:${port}`, '-alpn', 'http/1.1', '-ign_eof'],
        request,
      );
      const shown = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(said)?.[0] ?? '';
      expect(new X509Certificate(shown).fingerprint256).toBe(new X509Certificate(certPem).fingerprint256);
      expect(said).toContain('ALPN protocol: http/1.1');
      expect(said).toContain('HTTP/1.1 200 OK');
      const { handshakes, negotiated } = await app.counters('app');
      expect({ handshakes, alpn: negotiated?.alpn }).toEqual({
        handshakes: { full: 1, resumed: 0 },
        alpn: 'http/1.1',
      });
    },
  );
});
