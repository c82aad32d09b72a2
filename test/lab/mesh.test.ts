import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Lab } from '../../electron/lab/lab.ts';
import { Pki } from '../../electron/lab/pki.ts';
import { defaultConfig } from '../../shared/config.ts';
import type { ListenSpec, ProxyListenSpec } from '../../shared/role-api.ts';
import { tiersOf } from '../../shared/topologies.ts';
import { askTls } from '../helpers/ask-tls.ts';
import { rolesDir } from '../helpers/live-lab.ts';
import { measureMesh, mesh } from '../helpers/measured-mesh.ts';
import { forkApp, forkProxy, type ServerUnderTest } from '../roles/role-under-test.ts';

describe('a mesh', () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await Lab.open({ rolesDir, onEvent: () => {}, onChange: () => {} }, defaultConfig);
  });
  afterAll(() => lab?.dispose());

  const briefly = { engine: 'builtin', connections: 8, measuredS: 0.75 } as const;

  it.each([
    ['h1', '1.3', 'ecdsa-p256', 'GET', 256],
    ['h2', '1.2', 'rsa-2048', 'POST', 65_536],
  ] as const)(
    'over %s, TLS %s and %s: plaintext outside, mutual TLS between the sidecars',
    async (...asked) => {
      const [protocol, version, key, method, bodyBytes] = asked;
      const { hops, tiers, requests, engines } = await measureMesh(
        lab,
        briefly,
        { protocol, method, bodyBytes },
        { version, key },
      );
      const [outer, between, last] = hops;
      expect(outer).toEqual({ from: 'client', to: 'proxy', security: 'plaintext', rttMs: 0 });
      expect(between).toMatchObject({
        from: 'proxy',
        to: 'proxy2',
        security: 'tls',
        mutual: true,
        tlsVersion: `TLSv${version}`,
        alpn: 'h2',
        clientCertificate: 'CN=sidecar.tls-cost-lab',
      });
      expect((between?.handshakes?.full ?? 0) + (between?.handshakes?.resumed ?? 0)).toBeGreaterThan(0);
      expect(last).toEqual({ from: 'proxy2', to: 'app', security: 'plaintext', rttMs: 0 });
      expect(Object.keys(tiers)).toEqual(tiersOf(mesh));
      expect(Object.keys(engines).toSorted()).toEqual(['app', 'proxy', 'proxy2']);
      for (const tier of ['proxy', 'proxy2', 'app'] as const) {
        expect(tiers[tier]?.cpuUsPerRequest?.mean).toBeGreaterThan(0);
        expect(tiers[tier]?.requests).toBeGreaterThan(requests * 0.9);
      }
    },
  );

  it('has a process of its own for each of its proxies', () => {
    const pids = lab.roles.filter(({ phase }) => phase === 'ready').map(({ role, pid }) => [role, pid]);
    expect(pids.map(([role]) => role)).toEqual(expect.arrayContaining(['proxy', 'proxy2']));
    expect(new Set(pids.map(([, pid]) => pid)).size).toBe(pids.length);
  });
});

describe('the sidecar of the app', () => {
  let proxy: ServerUnderTest<ProxyListenSpec>;
  let app: ServerUnderTest<ListenSpec>;
  beforeAll(async () => {
    [proxy, app] = await Promise.all([forkProxy(), forkApp()]);
  });
  afterAll(() => Promise.all([proxy?.stop(), app?.stop()]));

  it.each(['1.3', '1.2'] as const)(
    'serves a client of the lab, and refuses one without a certificate or with another authority’s: TLS %s',
    async (version) => {
      const { certPem, keyPem, caPem, client } = await new Pki().identity('ecdsa-p256');
      const stranger = await new Pki().identity('ecdsa-p256');
      const linkId = `sidecar ${version}`;
      const upstream = {
        from: 'proxy2',
        to: 'app',
        port: await app.listen({ linkId, protocol: 'h1' }),
        silenceMs: 5_000,
      };
      const settings = { version, key: 'ecdsa-p256', resumption: true } as const;
      const secured = { ...settings, certPem, keyPem, clientCaPem: caPem };
      const port = await proxy.listen({ linkId, protocol: 'h1', layer: 'http', tls: secured, upstream });
      const only = { ca: caPem, minVersion: `TLSv${version}`, maxVersion: `TLSv${version}` } as const;
      const own = { cert: client.certPem, key: client.keyPem };
      expect(await askTls(port, { ...only, ...own })).toMatch(/^HTTP\/1.1 200 OK/);
      expect(await askTls(port, only)).toBe('');
      expect(
        await askTls(port, { ...only, cert: stranger.client.certPem, key: stranger.client.keyPem }),
      ).toBe('');
      // A server's certificate is for no client, whoever signed it (RFC 5280 §4.2.1.12).
      expect(await askTls(port, { ...only, cert: certPem, key: keyPem })).toBe('');
      const { requests } = await proxy.counters(linkId);
      expect(requests).toBe(1);
      expect((await app.counters(linkId)).requests).toBe(1);
    },
  );
});
