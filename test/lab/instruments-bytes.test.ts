import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Pki, serverName } from '../../electron/lab/pki.ts';
import { defaultConfig, type TlsSettings, type Workload } from '../../shared/config.ts';
import type { ListenSpec } from '../../shared/role-api.ts';
import { missing, outputOf } from '../helpers/programs.ts';
import {
  forkApp,
  forkLoad,
  type LoadUnderTest,
  loadSpec,
  type ServerUnderTest,
} from '../roles/role-under-test.ts';

const obstacle = missing('ss', '-V');
const title = obstacle === undefined ? '' : ` (skipped: ${obstacle})`;
const pki = new Pki();

const sumOf = (text: string, field: string) =>
  [...text.matchAll(new RegExp(`\\b${field}:(\\d+)`, 'g'))].reduce(
    (sum, [, value]) => sum + Number(value),
    0,
  );

/** What the kernel has counted on the server's ends of a port's connections (tcp_info), sent again left out. */
async function kernelBytes(port: number): Promise<{ bytesIn: number; bytesOut: number }> {
  const text = await outputOf('ss', '-tinH', 'state', 'established', `sport = :${port}`);
  return {
    bytesIn: sumOf(text, 'bytes_received'),
    bytesOut: sumOf(text, 'bytes_sent') - sumOf(text, 'bytes_retrans'),
  };
}

describe.skipIf(obstacle !== undefined)(`bytes on the wire against the kernel's sockets${title}`, () => {
  let app: ServerUnderTest<ListenSpec>;
  let load: LoadUnderTest;
  beforeAll(async () => {
    [app, load] = await Promise.all([forkApp(), forkLoad()]);
  });
  afterAll(() => Promise.all([app.stop(), load.stop()]));

  async function target(linkId: string, settings: TlsSettings | undefined, protocol: 'h1' | 'h2') {
    const identity = settings && (await pki.identity(settings.key));
    const server = settings &&
      identity && { ...settings, certPem: identity.certPem, keyPem: identity.keyPem };
    const port = await app.listen({ linkId, protocol, tls: server });
    return { port, tls: settings && identity && { ...settings, caPem: identity.caPem, serverName } };
  }

  it.each<[string, TlsSettings | undefined, Partial<Workload>]>([
    ['plaintext', undefined, {}],
    ['plaintext, 64 KB', undefined, { bodyBytes: 65_536 }],
    ['TLS 1.3', defaultConfig.tls, {}],
    ['TLS 1.3, 64 KB', defaultConfig.tls, { bodyBytes: 65_536 }],
    ['TLS 1.3, HTTP/2', defaultConfig.tls, { protocol: 'h2' }],
    ['TLS 1.3, uploads', defaultConfig.tls, { method: 'POST', bodyBytes: 4096 }],
    ['TLS 1.2', { ...defaultConfig.tls, version: '1.2' }, {}],
  ])('%s: not one byte apart', async (linkId, settings, change) => {
    const { port, tls } = await target(linkId, settings, change.protocol ?? 'h1');
    const spec = loadSpec(port, change, { tls });
    await load.start(spec);
    await sleep(500);
    await load.pause(spec.linkId);
    const { bytesIn, bytesOut, requests, connectionsOpened } = await app.counters(linkId);
    expect({ bytesIn, bytesOut }).toEqual(await kernelBytes(port));
    // Its share of the answers' bytes is what a figure per request is made of, so those are surely among them.
    const bodyBytes = change.method === 'POST' ? 0 : (change.bodyBytes ?? 256);
    expect(bytesOut).toBeGreaterThan(requests * bodyBytes);
    expect(connectionsOpened).toBe(4);
  });
});
