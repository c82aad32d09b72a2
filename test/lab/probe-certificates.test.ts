import type { TlsOptions } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { probeStatements } from '../../shared/probe/probe-sentences.ts';
import { issue, withUnreadableExpiry } from '../helpers/certificates.ts';
import { codes, probed, root, stopServers, tlsServer } from '../helpers/probed.ts';

afterEach(stopServers);

describe('a certificate', () => {
  const certificates: Record<string, () => Promise<{ options: TlsOptions; caFile?: string }>> = {
    expired: async () => pem(await issue({ subject: 'CN=localhost', by: root, fromDays: -9, toDays: -1.5 })),
    'not-yet-valid': async () => pem(await issue({ subject: 'CN=localhost', by: root, fromDays: 1 })),
    'wrong-name': async () =>
      pem(await issue({ subject: 'CN=localhost', by: root, dnsNames: ['other.test'] })),
    'unknown-issuer': async () =>
      pem(await issue({ subject: 'CN=localhost', by: await issue({ subject: 'CN=X', isCa: true }) })),
    'chain-incomplete': async () => {
      const between = await issue({ subject: 'CN=Between', by: root, isCa: true });
      return pem(
        await issue({ subject: 'CN=localhost', by: between, issuerUrl: 'http://ca.test/between.crt' }),
      );
    },
  };
  const pem = ({ certPem, keyPem }: { certPem: string; keyPem: string }) => ({
    options: { cert: certPem, key: keyPem },
  });

  it.each(Object.keys(certificates))(
    'that is %s is told from others, and hides nothing else',
    async (kind) => {
      let asked = '';
      const { options } = (await certificates[kind]?.()) ?? { options: {} };
      const port = await tlsServer(options, (socket) => {
        socket.once('data', (bytes) => {
          asked += bytes;
          socket.end('HTTP/1.1 204 No Content\r\n\r\n');
        });
      });
      const found = await probed(port);
      expect(codes(found)).toEqual([`certificate-${kind}`]);
      expect(found.tls?.verified).toBe(false);
      expect(found.versions).toEqual({ '1.2': true, '1.3': true });
      expect(found.answer?.path).toBe('/');
      expect(asked).toMatch(/^GET \/ HTTP/);
      expect(asked).not.toContain('page');
      expect(found.chain).toHaveLength(1);
    },
  );

  it('that is expired and not needed is told, and is no problem', async () => {
    const own = await issue({ subject: 'CN=localhost', by: root });
    const old = await issue({ subject: 'CN=Old Root', isCa: true, fromDays: -9, toDays: -1.5 });
    const port = await tlsServer({ cert: `${own.certPem}\n${old.certPem}`, key: own.keyPem });
    const found = await probed(port);
    expect(codes(found)).toEqual([]);
    expect(found.tls?.verified).toBe(true);
    expect(probeStatements(found)).toContainEqual(
      expect.objectContaining({ key: 'extraNotValid', values: { subject: 'CN=Old Root' } }),
    );
    const unknown = await probed(port, { caFile: undefined });
    expect(codes(unknown)).toEqual(['certificate-expired', 'certificate-unknown-issuer']);
    expect(probeStatements(unknown).map(({ key }) => key)).not.toContain('extraNotValid');
  });

  it('that signed itself has an unknown issuer', async () => {
    const own = await issue({ subject: 'CN=localhost' });
    const found = await probed(await tlsServer(pem(own).options));
    expect(codes(found)).toEqual(['certificate-unknown-issuer']);
    expect(found.problems[0]?.message).toContain('signed itself');
  });

  it('whose dates can’t be read is a fault of its own, and ends nothing', async () => {
    const own = await issue({ subject: 'CN=localhost', by: root });
    const found = await probed(
      await tlsServer({ cert: `${withUnreadableExpiry(own.certPem)}\n${root.certPem}`, key: own.keyPem }),
    );
    expect(codes(found)).toContain('certificate-unreadable');
    expect(found.chain?.map(({ subject, daysLeft }) => [subject, daysLeft !== undefined])).toEqual([
      ['CN=localhost', false],
      ['CN=Test Root', true],
    ]);
    expect(found.tls?.verified).toBe(false);
    expect(found.answer?.status).toBe(200);
    expect(found.handshakeCpu?.key).toBe('ecdsa-p256');
  });

  it('of a server that is asked by another name is verified for that one', async () => {
    const { options } = pem(await issue({ subject: 'CN=o', by: root, dnsNames: ['other.test'] }));
    const found = await probed(await tlsServer(options), { serverName: 'other.test' });
    expect(codes(found)).toEqual([]);
    expect(found.tls?.serverName).toBe('other.test');
  });
});
