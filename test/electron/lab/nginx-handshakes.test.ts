import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { NginxHandshakes } from '../../../electron/lab/engines/nginx-handshakes.ts';

describe('handshakes by nginx’s log', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'nginx-handshakes-'));
  const file = path.join(dir, 'handshakes.log');
  afterAll(() => rmSync(dir, { recursive: true }));
  const handshakes = new NginxHandshakes(dir);
  const full = '. TLSv1.3 TLS_AES_256_GCM_SHA384 h2 CN=a sidecar,O=of a mesh\n';
  const resumed = 'r TLSv1.2 ECDHE-RSA-AES256-GCM-SHA384 - -\n';

  it('are unknown where there is no log', async () => {
    expect(await handshakes.read()).toBeUndefined();
  });

  it('are counted once their line is whole', async () => {
    appendFileSync(file, full + resumed.slice(0, 20));
    expect(await handshakes.read()).toEqual({
      handshakes: { full: 1, resumed: 0 },
      negotiated: {
        tlsVersion: 'TLSv1.3',
        cipher: 'TLS_AES_256_GCM_SHA384',
        alpn: 'h2',
        clientCertificate: 'CN=a sidecar,O=of a mesh',
      },
    });
    appendFileSync(file, resumed.slice(20));
    expect(await handshakes.read()).toEqual({
      handshakes: { full: 1, resumed: 1 },
      negotiated: { tlsVersion: 'TLSv1.2', cipher: 'ECDHE-RSA-AES256-GCM-SHA384', alpn: 'none' },
    });
  });

  it('are counted on when the log, grown long, has been emptied', async () => {
    const lines = 150_000;
    appendFileSync(file, full.repeat(lines));
    expect((await handshakes.read())?.handshakes.full).toBe(1 + lines);
    expect(statSync(file).size).toBe(0);
    appendFileSync(file, full);
    expect((await handshakes.read())?.handshakes).toEqual({ full: 2 + lines, resumed: 1 });
  });
});
