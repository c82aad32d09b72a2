import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Lab } from '../../electron/lab/lab.ts';
import { defaultConfig } from '../../shared/config.ts';
import { engineSupport } from '../helpers/engines.ts';
import { rolesDir } from '../helpers/live-lab.ts';
import { measureMesh } from '../helpers/measured-mesh.ts';
import { childrenOf } from '../helpers/processes.ts';

/** The keeper is the only one of this process's children that has some of its own. */
const keptProcesses = () => childrenOf(process.pid).flatMap(childrenOf);

describe.each(await engineSupport('mutual'))('%s as both sidecars%s', (engine, skipped) => {
  describe.skipIf(skipped !== '')('of a mesh', () => {
    let lab: Lab;
    beforeAll(async () => {
      lab = await Lab.open({ rolesDir, onEvent: () => {}, onChange: () => {} }, defaultConfig);
    });
    afterAll(() => lab?.dispose());

    const briefly = { engine, connections: 4, measuredS: 0.5 };

    it.each([
      ['h1', '1.3', 'ecdsa-p256', 'GET', 256],
      ['h2', '1.2', 'rsa-2048', 'POST', 65_536],
    ] as const)('serves exact bytes over %s, with mutual TLS %s between them', async (...asked) => {
      const [protocol, version, key, method, bodyBytes] = asked;
      const before = keptProcesses().length;
      const { hops, tiers, engines } = await measureMesh(
        lab,
        briefly,
        { protocol, method, bodyBytes },
        { version, key },
      );
      const [outer, between, last] = hops;
      expect([outer?.security, last?.security]).toEqual(['plaintext', 'plaintext']);
      expect(between).toMatchObject({ security: 'tls', mutual: true, tlsVersion: `TLSv${version}` });
      // Envoy counts what its clients negotiate, but not who they are.
      expect(between?.clientCertificate).toBe(engine === 'envoy' ? undefined : 'CN=sidecar.tls-cost-lab');
      expect((between?.handshakes?.full ?? 0) + (between?.handshakes?.resumed ?? 0)).toBeGreaterThan(0);
      // Two of it, so that each tier has a CPU of its own.
      expect(keptProcesses().length).toBe(before + 2);
      for (const tier of ['proxy', 'proxy2'] as const) {
        expect(engines[tier]).toMatchObject({ name: engine });
        expect(tiers[tier]?.cpuUsPerRequest?.mean).toBeGreaterThan(1);
      }
    });

    it('keeps its connections: less than one handshake in a hundred requests, none of them resumed if that is off', async () => {
      const { hops, requests } = await measureMesh(lab, briefly, { reuse: 'new' }, { resumption: false });
      const { handshakes, measuredHandshakes } = hops[1] ?? {};
      expect(handshakes?.resumed).toBe(0);
      expect(handshakes?.full).toBeGreaterThan(0);
      expect(measuredHandshakes?.full).toBeLessThan(requests / 100);
    });
  });
});
