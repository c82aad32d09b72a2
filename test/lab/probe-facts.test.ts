import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createSecureServer } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { accepts } from '../../electron/lab/accepts.ts';
import { freePort } from '../../electron/lab/free-port.ts';
import { Pki } from '../../electron/lab/pki.ts';
import { issue } from '../helpers/certificates.ts';
import {
  answer,
  codes,
  fileWith,
  leaf,
  listen,
  plainServer,
  probed,
  root,
  stopServers,
  tlsServer,
} from '../helpers/probed.ts';
import { missing } from '../helpers/programs.ts';

const noOpenssl = missing('openssl', 'version');

afterEach(stopServers);

describe('a probe', () => {
  it('tells what was negotiated, over at most six connections and one request', async () => {
    let [connections, requests] = [0, ''];
    const port = await tlsServer({}, (socket) => {
      connections += 1;
      socket.once('data', (bytes) => {
        requests += bytes;
        socket.end(answer);
      });
    });
    const found = await probed(port);
    expect(codes(found)).toEqual([]);
    expect(found.tls).toMatchObject({
      version: 'TLSv1.3',
      cipher: 'TLS_AES_256_GCM_SHA384',
      group: 'X25519',
      serverName: 'localhost',
      clientCertificate: 'not-asked',
      ocspStapled: false,
      verified: true,
    });
    // A query may hold a token: the server gets it, the document does not.
    expect(requests).toContain('GET /page?q=1 HTTP/1.1');
    expect(JSON.stringify(found)).not.toContain('q=1');
    expect(found.url).toBe(`https://localhost:${port}/page?…`);
    expect(found.answer).toMatchObject({
      protocol: 'h1',
      path: '/page?…',
      status: 200,
      bodyBytes: 5,
      cut: false,
    });
    expect(found.versions).toEqual({ '1.2': true, '1.3': true });
    expect(found.connections).toBeLessThanOrEqual(6);
    expect(connections).toBeLessThanOrEqual(found.connections);
    expect(requests.match(/GET /g)).toHaveLength(1);
    const { totalMs, ...steps } = found.phases;
    expect(Object.keys(steps).toSorted()).toEqual(['bodyMs', 'dnsMs', 'firstByteMs', 'tcpMs', 'tlsMs']);
    expect(Object.values(steps).reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(totalMs, 6);
  });

  it('takes the handshake of the first connection apart, and keeps no secret of it', async () => {
    const { anatomy, ...rest } = await probed(await tlsServer());
    const names = anatomy?.messages.map(({ name }) => name);
    for (const name of ['ClientHello', 'ServerHello', 'Certificate', 'CertificateVerify', 'Finished'])
      expect(names).toContain(name);
    expect(anatomy?.unread).toEqual([]);
    expect(JSON.stringify({ anatomy, ...rest })).not.toContain('TRAFFIC_SECRET');
  });

  it('shows the chain as sent, not as completed from its own authorities', async () => {
    const between = await issue({ subject: 'CN=Between', by: root, isCa: true });
    const own = await issue({ subject: 'CN=localhost', by: between, toDays: 10.5 });
    const port = await tlsServer({ cert: `${own.certPem}\n${between.certPem}`, key: own.keyPem });
    const { chain, problems } = await probed(port);
    expect(problems).toEqual([]);
    expect(chain).toMatchObject([
      {
        subject: 'CN=localhost',
        issuer: 'CN=Between',
        daysLeft: 10,
        key: { kind: 'ec', curve: 'prime256v1' },
        signature: 'ECDSA with SHA-256',
        isCa: false,
      },
      { subject: 'CN=Between', issuer: 'CN=Test Root', isCa: true, isSelfSigned: false },
    ]);
    expect(chain).toHaveLength(2);
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'shows in %s a stray certificate where it stands, and one that was sent for nothing',
    async (version) => {
      const between = await issue({ subject: 'CN=Between', by: root, isCa: true });
      const own = await issue({ subject: 'CN=localhost', by: between });
      const stray = await issue({ subject: 'CN=Stray' });
      const cert = [own, stray, root, between].map(({ certPem }) => certPem).join('\n');
      const { chain, problems } = await probed(
        await tlsServer({ cert, key: own.keyPem, minVersion: version, maxVersion: version }),
      );
      expect(problems).toEqual([]);
      expect(chain?.map(({ subject }) => subject)).toEqual([
        'CN=localhost',
        'CN=Stray',
        'CN=Test Root',
        'CN=Between',
      ]);
    },
  );

  it('speaks HTTP/2 where ALPN chooses it', async () => {
    const server = createSecureServer({ cert: leaf.certPem, key: leaf.keyPem });
    server.on('stream', (stream) => {
      stream.respond({ ':status': 204 });
      stream.end();
    });
    const found = await probed(await listen(server));
    expect(codes(found)).toEqual([]);
    expect(found.tls?.alpn).toBe('h2');
    expect(found.answer).toMatchObject({ protocol: 'h2', status: 204 });
    expect(found.resumption?.worked).toBe(true);
  });

  it('names a key exchange that the runtime has no name for, as the wire does', async () => {
    const { certPem, keyPem, caPem } = await new Pki().identity('rsa-2048');
    const ciphers = 'DHE-RSA-AES128-GCM-SHA256';
    const port = await tlsServer({
      ...{ cert: certPem, key: keyPem, ciphers, dhparam: 'auto' },
      maxVersion: 'TLSv1.2',
    });
    const found = await probed(port, { caFile: fileWith(caPem) });
    expect(codes(found)).toEqual([]);
    expect(found.tls?.cipher).toBe('TLS_DHE_RSA_WITH_AES_128_GCM_SHA256');
    expect(found.tls?.group).toMatch(/^DH \d{4} bits$/);
  });

  it('finds a server of TLS 1.2 alone', async () => {
    const found = await probed(await tlsServer({ maxVersion: 'TLSv1.2', sessionTimeout: 60 }));
    expect(codes(found)).toEqual([]);
    expect(found.tls?.version).toBe('TLSv1.2');
    expect(found.versions).toEqual({ '1.2': true, '1.3': false });
    expect(found.resumption).toEqual({ offered: true, lifetimeS: 60, worked: true });
    expect(found.handshakeCpu).toMatchObject({ version: '1.2', key: 'ecdsa-p256' });
  });

  it('times plaintext HTTP, and says nothing of TLS', async () => {
    const port = await plainServer((socket) => socket.once('data', () => socket.end(answer)));
    const found = await probed(port, { url: new URL(`http://127.0.0.1:${port}/`), caFile: undefined });
    expect(codes(found)).toEqual([]);
    expect(Object.keys(found.phases).toSorted()).toEqual(['bodyMs', 'firstByteMs', 'tcpMs', 'totalMs']);
    expect(found.answer?.status).toBe(200);
    expect([found.tls, found.chain, found.anatomy, found.handshakeCpu]).toEqual(Array(4).fill(undefined));
    expect(found.connections).toBe(1);
  });

  it('multiplies new connections with what a handshake costs', async () => {
    const { handshakeCpu } = await probed(await tlsServer(), { newPerSec: 1_000 });
    expect(handshakeCpu?.full.lowCores).toBeCloseTo((1_000 * (handshakeCpu?.full.lowUs ?? 0)) / 1e6);
    expect(handshakeCpu?.origin).toBe('reference');
  });
});

describe('resumption', () => {
  it('works where a second connection is resumed', async () => {
    const { resumption } = await probed(await tlsServer({ sessionTimeout: 120 }));
    expect(resumption).toEqual({ offered: true, lifetimeS: 120, worked: true });
  });

  it('is offered but does not work where the next connection has other ticket keys', async () => {
    const server = tls.createServer({ cert: leaf.certPem, key: leaf.keyPem }, (socket) =>
      socket.once('data', () => socket.end(answer)),
    );
    server.on('connection', () => server.setTicketKeys(randomBytes(48)));
    const { resumption } = await probed(await listen(server));
    expect(resumption).toMatchObject({ offered: true, worked: false });
  });

  it.skipIf(noOpenssl)(`is not offered where the server gives no ticket${noOpenssl ?? ''}`, async () => {
    const port = await freePort();
    const files = ['-cert', fileWith(leaf.certPem), '-key', fileWith(leaf.keyPem)];
    const args = [
      's_server',
      '-quiet',
      '-www',
      '-num_tickets',
      '0',
      '-accept',
      `127.0.0.1:${port}`,
      ...files,
    ];
    const server = spawn('openssl', args, { stdio: 'ignore' });
    try {
      for (let tries = 0; tries < 200 && !(await accepts(port)); tries += 1) await sleep(20);
      const found = await probed(port);
      expect(found.tls?.version).toBe('TLSv1.3');
      expect(found.resumption).toEqual({ offered: false });
    } finally {
      server.kill();
      await once(server, 'exit');
    }
  });
});
