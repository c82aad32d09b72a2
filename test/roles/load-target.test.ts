import { execFileSync } from 'node:child_process';
import net from 'node:net';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, Pki, serverName } from '../../electron/lab/pki.ts';
import { LabError } from '../../shared/fault.ts';
import type { ClientTls } from '../../shared/role-api.ts';
import { FixtureServers } from './load-fixture-servers.ts';
import { forkLoad, type LoadUnderTest, loadSpec } from './role-under-test.ts';

let load: LoadUnderTest;
let identity: Identity;
let stranger: Identity;
const servers = new FixtureServers();

beforeAll(async () => {
  const [own, other] = [new Pki(), new Pki()];
  [load, identity, stranger] = await Promise.all([
    forkLoad(),
    own.identity('ecdsa-p256'),
    other.identity('ecdsa-p256'),
  ]);
});
afterAll(() => load.stop());
afterEach(async () => {
  await load.keepOnly([]);
  servers.close();
});

function clientTls(settings: Partial<ClientTls> = {}): ClientTls {
  return {
    version: '1.3',
    key: 'ecdsa-p256',
    resumption: true,
    caPem: identity.caPem,
    serverName,
    ...settings,
  };
}

async function faultOf(start: Promise<void>): Promise<{ code: string; message: string }> {
  const error: unknown = await start.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof LabError)) throw new Error(`no fault, but ${String(error)}`);
  return error.fault;
}

describe('a target that can not be reached', () => {
  it('refuses the start and says why', async () => {
    const port = await servers.listen(net.createServer());
    servers.close();
    for (const protocol of ['h1', 'h2'] as const) {
      for (const reuse of ['keep-alive', 'new'] as const) {
        const fault = await faultOf(load.start(loadSpec(port, { protocol, reuse })));
        expect(fault.code).toBe('target-unreachable');
        expect(fault.message).toContain(`127.0.0.1:${port}`);
        expect(fault.message).toContain('ECONNREFUSED');
      }
    }
  });

  it('is one whose certificate comes from another authority or is for another name', async () => {
    const port = await servers.listen(
      tls.createServer({ key: identity.keyPem, cert: identity.certPem, ALPNProtocols: ['h2', 'http/1.1'] }),
    );
    for (const protocol of ['h1', 'h2'] as const) {
      const spec = (settings: Partial<ClientTls>) =>
        loadSpec(port, { protocol }, { tls: clientTls(settings) });
      const otherCa = await faultOf(load.start(spec({ caPem: stranger.caPem })));
      expect(otherCa.code).toBe('target-unreachable');
      const otherName = await faultOf(load.start(spec({ serverName: 'example.org' })));
      expect(otherName).toMatchObject({
        code: 'target-unreachable',
        message: expect.stringContaining('example.org'),
      });
      const counters = await load.counters(`load>${port}`);
      expect(Object.keys(counters.errors)).toEqual(['tls']);
      expect(counters.requests).toBe(0);
    }
  });

  it('is one that speaks another TLS version or no HTTP/2', async () => {
    const old = await servers.listen(
      tls.createServer({ key: identity.keyPem, cert: identity.certPem, maxVersion: 'TLSv1.2' }),
    );
    const version = await faultOf(load.start(loadSpec(old, {}, { tls: clientTls() })));
    expect(version).toMatchObject({
      code: 'target-unreachable',
      message: expect.stringMatching(/could be opened: tlsv1 alert protocol version \(ERR_SSL_\w+\)\.$/),
    });
    const protocol = await faultOf(
      load.start(loadSpec(old, { protocol: 'h2' }, { tls: clientTls({ version: '1.2' }) })),
    );
    expect(protocol).toMatchObject({ code: 'target-unreachable', message: expect.stringContaining('ALPN') });
    expect(Object.keys((await load.counters(`load>${old}`)).errors).sort()).toEqual(['protocol', 'tls']);
  });

  it.skipIf(process.platform !== 'linux')(
    'is one to which the limit of open files lets no more connections',
    async () => {
      const limited = await forkLoad();
      const port = await servers.listen(net.createServer());
      execFileSync('prlimit', ['--pid', String(limited.role.pid), '--nofile=120:120']);
      const fault = await faultOf(limited.start(loadSpec(port, { connections: 400 })));
      expect(fault).toMatchObject({
        code: 'target-unreachable',
        field: 'connections',
        message: expect.stringContaining('ulimit -n'),
      });
      await limited.stop();
    },
  );
});
