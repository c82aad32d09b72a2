import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineCatalogue } from '../../electron/lab/engine-catalogue.ts';
import { type EngineInstance, startEngine } from '../../electron/lab/engine-instance.ts';
import type { RealEngine } from '../../electron/lab/engines/engine.ts';
import { realEngines } from '../../electron/lab/engines/engine-table.ts';
import { Keeper } from '../../electron/lab/keeper.ts';
import { type Identity, Pki, serverName } from '../../electron/lab/pki.ts';
import { pidsOf } from '../../electron/lab/process-tree.ts';
import { defaultConfig } from '../../shared/config.ts';
import { noEngineSettings } from '../../shared/engine-state.ts';
import type { ListenSpec, ProxyListenSpec } from '../../shared/role-api.ts';
import { needsOf, topologyIds } from '../../shared/topologies.ts';
import { variantOf } from '../../shared/variant.ts';
import type { TlsVersion } from '../../shared/words.ts';
import { askTls } from '../helpers/ask-tls.ts';
import { engineSupport } from '../helpers/engines.ts';
import { rolesDir } from '../helpers/live-lab.ts';
import { listeningAddresses } from '../helpers/processes.ts';
import { forkApp, type ServerUnderTest } from '../roles/role-under-test.ts';

const [topology = 'T5'] = topologyIds.filter((id) => needsOf(id).includes('mutual'));
const catalogue = new EngineCatalogue(noEngineSettings);

/** What makes each engine demand a client's certificate, and what would let it be without one. */
const demands: Partial<Record<RealEngine, readonly [strict: string, lax: string]>> = {
  nginx: ['ssl_verify_client on', 'ssl_verify_client optional'],
  haproxy: ['client-ca.pem verify required', 'client-ca.pem verify optional'],
  envoy: ['"require_client_certificate": true', '"require_client_certificate": false'],
};

/** A configuration of one's own that takes clients without a certificate, too. */
async function laxConfig(engine: RealEngine): Promise<string> {
  const { text } = await catalogue.config(engine, variantOf(topology, defaultConfig, engine), 'proxy2');
  const [strict, lax] = demands[engine] ?? ['', ''];
  expect(text).toContain(strict);
  return text.replace(strict, lax);
}

describe.each(await engineSupport('mutual'))('%s as a sidecar%s', (engine, skipped) => {
  describe.skipIf(skipped !== '')('of a mesh', () => {
    const keeper = new Keeper({ rolesDir, execPath: undefined });
    const running: EngineInstance[] = [];
    let app: ServerUnderTest<ListenSpec>;
    let identity: Identity;
    let stranger: Identity;
    beforeAll(async () => {
      const make = () => new Pki().identity('ecdsa-p256');
      [app, identity, stranger] = await Promise.all([forkApp(), make(), make()]);
    });
    afterAll(async () => {
      await Promise.all(running.map((one) => one.stop()));
      await Promise.all([keeper.dispose(), app?.stop()]);
    });

    async function start(spec: ProxyListenSpec, ownConfig?: string): Promise<EngineInstance> {
      const [definition, found] = [realEngines[engine], await catalogue.found(engine, ['mutual'])];
      const instance = await startEngine({ definition, found, keeper, spec, workers: 1, ownConfig });
      running.push(instance);
      return instance;
    }

    async function besideApp(version: TlsVersion): Promise<ProxyListenSpec> {
      const { certPem, keyPem, caPem } = identity;
      const port = await app.listen({ linkId: `app ${version}`, protocol: 'h1' });
      return {
        linkId: `beside the app ${version}`,
        protocol: 'h1',
        layer: 'http',
        tls: { version, key: 'ecdsa-p256', resumption: true, certPem, keyPem, clientCaPem: caPem },
        upstream: { from: 'proxy2', to: 'app', port, silenceMs: 5_000 },
      };
    }

    /** @param caPem whom the app's sidecar is to be certified by. @returns the status that the client gets */
    async function askBesideClient(port: number, caPem: string): Promise<number> {
      const settings = { version: '1.3', key: 'ecdsa-p256', resumption: true } as const;
      const sidecar = await start({
        linkId: 'beside the client',
        protocol: 'h1',
        layer: 'http',
        upstream: {
          from: 'proxy',
          to: 'proxy2',
          port,
          tls: { ...settings, caPem, serverName, own: identity.client },
          silenceMs: 5_000,
        },
      });
      return (await fetch(`http://127.0.0.1:${sidecar.port}/3`)).status;
    }

    it.each(['1.3', '1.2'] as const)(
      'serves clients of the lab alone, and counts the handshakes with them: TLS %s',
      async (version) => {
        const { port, pid, handshakes } = await start(await besideApp(version));
        const only = {
          ca: identity.caPem,
          minVersion: `TLSv${version}`,
          maxVersion: `TLSv${version}`,
        } as const;
        const shown = ({ certPem, keyPem }: Identity['client']) => ({ ...only, cert: certPem, key: keyPem });
        expect(await askTls(port, only)).not.toContain(' 200 ');
        expect(await askTls(port, shown(stranger.client))).not.toContain(' 200 ');
        expect((await app.counters(`app ${version}`)).requests).toBe(0);

        const before = await handshakes?.read();
        let session: Buffer | undefined;
        const own = shown(identity.client);
        const first = await askTls(port, own, (ticket) => {
          session = ticket;
        });
        expect(first).toMatch(/^HTTP\/1.1 200 OK/);
        expect(await askTls(port, { ...own, session })).toMatch(/^HTTP\/1.1 200 OK/);
        const told = await handshakes?.read();
        const made = (kind: 'full' | 'resumed') =>
          (told?.handshakes[kind] ?? 0) - (before?.handshakes[kind] ?? 0);
        expect([made('full'), made('resumed')]).toEqual([1, 1]);
        expect(told?.negotiated).toMatchObject({ tlsVersion: `TLSv${version}`, alpn: expect.any(String) });
        // What it is asked by is no port, and what it serves is on loopback.
        expect(new Set(pidsOf(pid).flatMap(listeningAddresses))).toEqual(new Set(['0100007F']));
      },
    );

    it('is not run with a configuration of one’s own that lets clients be without a certificate', async () => {
      await expect(start(await besideApp('1.3'), await laxConfig(engine))).rejects.toMatchObject({
        fault: { code: 'bad-config', message: expect.stringContaining('showed no certificate') },
      });
    });

    it('forwards to the sidecar that the lab’s authority has certified, and to no other', async () => {
      const { port } = await start(await besideApp('1.3'));
      const asked = [identity, stranger].map(({ caPem }) => askBesideClient(port, caPem));
      const [known, unknown] = await Promise.all(asked);
      expect(known).toBe(200);
      expect(unknown).toBeGreaterThanOrEqual(500);
    });
  });
});
