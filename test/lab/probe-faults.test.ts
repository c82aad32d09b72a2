import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../electron/lab/free-port.ts';
import { issue } from '../helpers/certificates.ts';
import {
  caFile,
  codes,
  fileWith,
  leaf,
  plainServer,
  probed,
  root,
  stopServers,
  tlsServer,
} from '../helpers/probed.ts';

afterEach(stopServers);

const impatient = { limitMs: 600 };
const forEver = (socket: Socket) => {
  const more = () => void (socket.writable && socket.write(Buffer.alloc(65_536, 'x'), more));
  more();
};

describe('a server that can’t be spoken to', () => {
  it('has a name that nobody knows', async () => {
    const found = await probed(443, { url: new URL('https://nonexistent.invalid/') });
    expect(codes(found)).toEqual(['name-not-found']);
    expect(found.connections).toBe(0);
  });

  it('refuses the connection', async () => {
    const found = await probed(await freePort());
    expect(codes(found)).toEqual(['connection-refused']);
    expect(found.tls).toBeUndefined();
  });

  it.each<[string, string, (socket: Socket) => void]>([
    ['says nothing', 'handshake-timed-out', () => {}],
    ['closes at once', 'handshake-failed', (socket) => socket.end()],
    [
      'answers in plaintext',
      'not-tls',
      (socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad\r\n\r\n')),
    ],
    ['greets in plaintext', 'not-tls', (socket) => socket.write('SSH-2.0-x\r\n')],
    ['sends endless bytes', 'not-tls', forEver],
    [
      'sends a TLS record without an end',
      'handshake-timed-out',
      (socket) => socket.write(Buffer.from([22, 3, 3, 64, 0, 2])),
    ],
    ['accepts no version', 'no-common-version', (socket) => socket.once('data', () => socket.end(alert(70)))],
    [
      'knows no such name',
      'server-name-refused',
      (socket) => socket.once('data', () => socket.end(alert(112))),
    ],
    [
      'ends with another alert',
      'handshake-failed',
      (socket) => socket.once('data', () => socket.end(alert(80))),
    ],
  ])('%s: %s', async (_what, code, talk) => {
    const found = await probed(await plainServer(talk), impatient);
    expect(codes(found)).toEqual([code]);
    expect(found.tls).toBeUndefined();
    expect(found.connections).toBe(1);
  });

  it('speaks only versions that are too old', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    expect(codes(await probed(await tlsServer(old)))).toEqual(['no-common-version']);
  });

  it('has no cipher suite in common', async () => {
    const psk = { maxVersion: 'TLSv1.2', ciphers: 'PSK-AES128-GCM-SHA256' } as const;
    expect(codes(await probed(await tlsServer(psk)))).toEqual(['no-common-cipher']);
  });
});

const alert = (number: number) => Buffer.from([21, 3, 3, 0, 2, 2, number]);

describe('a server that wants a client certificate', () => {
  const client = async () => {
    const own = await issue({ subject: 'CN=me', by: root });
    return { certFile: fileWith(own.certPem), keyFile: fileWith(own.keyPem) };
  };
  const wants = { requestCert: true, ca: root.certPem } as const;

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('is told from others in %s', async (version) => {
    const port = await tlsServer({ ...wants, minVersion: version, maxVersion: version });
    const found = await probed(port);
    expect(codes(found)).toEqual(['client-certificate-wanted']);
  });

  it('and closes silently is too', async () => {
    const port = await tlsServer({ ...wants, rejectUnauthorized: false }, (socket) => socket.end());
    const found = await probed(port);
    expect(codes(found)).toEqual(['client-certificate-wanted']);
    expect(found.tls?.clientCertificate).toBe('asked');
    expect(found.resumption).toBeUndefined();
  });

  it('is fully probed where none is needed, and where one is shown', async () => {
    const optional = await probed(await tlsServer({ ...wants, rejectUnauthorized: false }));
    expect([codes(optional), optional.tls?.clientCertificate]).toEqual([[], 'asked']);
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
      const shown = await probed(await tlsServer({ ...wants, maxVersion }), { client: await client() });
      expect([codes(shown), shown.tls?.clientCertificate]).toEqual([[], 'shown']);
      expect(shown.handshakeCpu?.clientKey).toBe('ecdsa-p256');
      expect(shown.handshakeCpu?.full.lowUs).toBeGreaterThan(
        1.5 * (optional.handshakeCpu?.full.lowUs ?? 1e9),
      );
      expect(shown.connections).toBeLessThanOrEqual(6);
    }
  });

  it('refuses one of another authority', async () => {
    const stranger = await issue({ subject: 'CN=you', by: await issue({ subject: 'CN=X', isCa: true }) });
    const files = { certFile: fileWith(stranger.certPem), keyFile: fileWith(stranger.keyPem) };
    expect(codes(await probed(await tlsServer(wants), { client: files }))).toEqual([
      'client-certificate-refused',
    ]);
  });

  it('does not get to see it while it can’t be verified itself', async () => {
    const subjects: unknown[] = [];
    const port = await tlsServer({ ...wants, rejectUnauthorized: false }, (socket) => {
      subjects.push(Reflect.get(socket, 'getPeerCertificate')?.call(socket)?.subject);
      socket.once('data', () => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
    });
    const stranger = await issue({ subject: 'CN=X', isCa: true });
    const found = await probed(port, { client: await client(), caFile: fileWith(stranger.certPem) });
    expect(codes(found)).toEqual(['certificate-unknown-issuer']);
    expect(subjects.length).toBeGreaterThan(0);
    expect(subjects.filter((subject) => subject !== undefined)).toEqual([]);
  });
});

describe('a server that closes every connection after the first ones', () => {
  /** Breaks off without an alert, as limits of rate do. */
  const limited = (options: TlsOptions, most: number) => {
    let connections = 0;
    return tlsServer(options, undefined, (socket) => {
      connections += 1;
      if (connections > most) socket.destroy();
    });
  };

  it.each([
    ['1.3', 2],
    ['1.2', 2],
  ] as const)('is known to accept TLS %s, which it has spoken, and no more', async (version, most) => {
    const found = await probed(await limited({ maxVersion: `TLSv${version}` }, most));
    expect(found.versions).toEqual({ [version]: true });
    expect(found.resumption?.worked).toBe(true);
    expect(codes(found)).toEqual(['handshake-failed']);
    expect(found.problems[0]?.message).toMatch(/^Whether TLS 1\.[23] is accepted could not be seen: /);
  });

  it('is not said to resume nothing', async () => {
    const found = await probed(await limited({}, 1));
    expect(found.resumption).toMatchObject({ offered: true });
    expect(found.resumption?.worked).toBeUndefined();
    expect(found.problems.map(({ message }) => message.split(':')[0])).toEqual([
      'Whether resumption works could not be seen',
      'Whether TLS 1.2 is accepted could not be seen',
    ]);
  });
});

describe('a server of TLS that does not answer', () => {
  it.each<[string, string, (socket: Socket) => void]>([
    ['is silent', 'answer-timed-out', () => {}],
    ['closes', 'no-answer', (socket) => socket.once('data', () => socket.destroy())],
    ['speaks no HTTP', 'not-http', (socket) => socket.once('data', () => socket.write('220 mail\r\n'))],
    ['sends an endless head', 'not-http', forEver],
    ['drips its head', 'answer-timed-out', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nA: ')],
    ['drips its body', 'answer-timed-out', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n\r\n')],
  ])('%s: %s, and is probed all the same', async (_what, code, talk) => {
    const found = await probed(await tlsServer({}, talk), impatient);
    expect(codes(found)).toEqual([code]);
    expect(found.tls?.verified).toBe(true);
    expect(found.versions).toEqual({ '1.2': true, '1.3': true });
  });

  it('has an endless body of which no more than a part is read', async () => {
    const port = await tlsServer({}, (socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        forEver(socket);
      });
    });
    const found = await probed(port);
    expect(codes(found)).toEqual([]);
    expect(found.answer?.cut).toBe(true);
    expect(found.answer?.bodyBytes).toBeLessThan(200_000);
  });
});

function drip(socket: Socket, head: string): void {
  socket.write(head);
  const timer = setInterval(() => socket.write('x'), 50);
  socket.on('close', () => clearInterval(timer));
}

it('a file that can’t be used ends a probe before anything is sent', async () => {
  let connections = 0;
  const port = await plainServer(() => {
    connections += 1;
  });
  const mixed = { certFile: fileWith(leaf.certPem), keyFile: fileWith(root.keyPem) };
  for (const wrong of [
    { caFile: '/none' },
    { caFile: fileWith('no PEM') },
    { client: mixed },
    { client: { ...mixed, keyFile: caFile } },
  ]) {
    await expect(probed(port, wrong)).rejects.toMatchObject({ fault: { code: 'bad-service' } });
  }
  expect(connections).toBe(0);
});
