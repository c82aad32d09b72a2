import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Pki, serverName } from '../../electron/lab/pki.ts';
import { defaultConfig, type TlsSettings } from '../../shared/config.ts';
import type { ListenSpec, Negotiated } from '../../shared/role-api.ts';
import { answerOf, missing, outputOf } from '../helpers/programs.ts';
import {
  forkApp,
  forkLoad,
  type LoadUnderTest,
  loadSpec,
  type ServerUnderTest,
} from '../roles/role-under-test.ts';

const obstacle = missing('openssl', 'version');
const title = obstacle === undefined ? '' : ` (skipped: ${obstacle})`;
const pki = new Pki();
const alpnNames = { h1: 'http/1.1', h2: 'h2' } as const;
const request = 'GET /1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
/** Negotiated facts are noted anew after this time at the latest. */
const NOTED_ANEW_MS = 600;

/** What s_client says of a connection; of several, of the last. */
function heard(text: string) {
  const [kind, version, cipher] =
    [...text.matchAll(/^(New|Reused), (\S+), Cipher is (\S+)$/gm)].at(-1)?.slice(1) ?? [];
  const alpn = /^ALPN protocol: (\S+)$/m.exec(text)?.[1] ?? 'none';
  // `New, TLSv1.2` names what the cipher came with; the session's own line names the protocol in use.
  const protocol = /^\s*Protocol\s*: (\S+)$/m.exec(text)?.[1] ?? version;
  return { kind, cipher, alpn, protocol };
}

/** OpenSSL's own name of a cipher that we call by IANA's. */
async function opensslName(cipher: string): Promise<string> {
  if (cipher.startsWith('TLS_AES') || cipher.startsWith('TLS_CHACHA20')) return cipher;
  const line = await outputOf('openssl', 'ciphers', '-convert', cipher);
  return /: *(\S+)/.exec(line)?.[1] ?? line.trim();
}

describe.skipIf(obstacle !== undefined)(`what the lab says of TLS, against openssl s_client${title}`, () => {
  let app: ServerUnderTest<ListenSpec>;
  let load: LoadUnderTest;
  const folder = mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-'));
  beforeAll(async () => {
    [app, load] = await Promise.all([forkApp(), forkLoad()]);
  });
  afterAll(async () => {
    await Promise.all([app.stop(), load.stop()]);
    rmSync(folder, { recursive: true });
  });

  async function target(linkId: string, settings: TlsSettings) {
    const identity = await pki.identity(settings.key);
    const { certPem, keyPem, caPem } = identity;
    const port = await app.listen({ linkId, protocol: 'h1', tls: { ...settings, certPem, keyPem } });
    const client = (...flags: string[]) =>
      answerOf('openssl', ['s_client', '-connect', `127.0.0.1:${port}`, '-ign_eof', ...flags], request);
    return { port, client, tls: { ...settings, caPem, serverName } };
  }

  const negotiated = async (linkId: string): Promise<Negotiated> => {
    const { negotiated: facts } = await app.counters(linkId);
    if (facts === undefined) throw new Error(`Nothing was negotiated on ${linkId}.`);
    return facts;
  };

  it.each<[TlsSettings['version'], TlsSettings['key'], 'h1' | 'h2']>([
    ['1.3', 'ecdsa-p256', 'h1'],
    ['1.3', 'rsa-2048', 'h2'],
    ['1.2', 'ecdsa-p256', 'h2'],
    ['1.2', 'rsa-2048', 'h1'],
  ])('TLS %s, %s, %s: version, cipher and ALPN of one connection', async (version, key, protocol) => {
    const linkId = `${version} ${key}`;
    const { port, client, tls } = await target(linkId, { version, key, resumption: true });
    const alpn = alpnNames[protocol];
    const said = heard(await client('-alpn', protocol === 'h1' ? alpn : `${alpn},http/1.1`));
    const ours = await negotiated(linkId);
    expect(said).toEqual({
      kind: 'New',
      protocol: ours.tlsVersion,
      cipher: await opensslName(ours.cipher),
      alpn: ours.alpn,
    });
    expect(said).toMatchObject({ protocol: `TLSv${version}`, alpn });
    await sleep(NOTED_ANEW_MS);
    await load.start(loadSpec(port, { protocol }, { tls }));
    expect(await negotiated(linkId)).toMatchObject({ tlsVersion: said.protocol, alpn: said.alpn });
  });

  it.each(['1.2', '1.3'] as const)('TLS %s: another version is refused to both', async (version) => {
    const linkId = `only ${version}`;
    const { client } = await target(linkId, { ...defaultConfig.tls, version });
    const said = heard(await client(version === '1.2' ? '-tls1_3' : '-tls1_2'));
    expect(said.cipher).toBe('(NONE)');
    const { handshakes, errors } = await app.counters(linkId);
    expect({ handshakes, errors }).toEqual({ handshakes: { full: 0, resumed: 0 }, errors: { tls: 1 } });
  });

  it.each<[TlsSettings['version'], boolean]>([
    ['1.3', true],
    ['1.2', true],
    ['1.3', false],
    ['1.2', false],
  ])(
    'TLS %s, resumption %s: handshakes are counted as s_client has made them',
    async (version, resumption) => {
      const linkId = `resumption ${version} ${resumption}`;
      const { client } = await target(linkId, { ...defaultConfig.tls, version, resumption });
      const session = path.join(folder, `${version}-${resumption}.pem`);
      const kinds = [heard(await client('-sess_out', session)).kind];
      for (let again = 0; again < 3; again++) kinds.push(heard(await client('-sess_in', session)).kind);
      expect(kinds).toEqual(['New', ...Array.from({ length: 3 }, () => (resumption ? 'Reused' : 'New'))]);
      expect((await app.counters(linkId)).handshakes).toEqual({
        full: kinds.filter((kind) => kind === 'New').length,
        resumed: kinds.filter((kind) => kind === 'Reused').length,
      });
    },
  );
});
