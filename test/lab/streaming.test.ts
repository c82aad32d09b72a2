import { expect, it } from 'vitest';
import { measureStreaming } from '../../electron/lab/handshake/measure-streaming.ts';
import { cipherSuites } from '../../shared/handshake/stream-api.ts';
import { streamingSchema } from '../../shared/handshake/streaming.ts';
import { rolesDir } from '../helpers/live-lab.ts';
import { oddRoles } from '../helpers/odd-roles.ts';

const options = () => ({ rolesDir, turns: 4, sliceMs: 60, signal: new AbortController().signal });

it('each suite is proved to be the one negotiated, and plaintext takes less CPU per byte than any', async () => {
  const { rows } = streamingSchema.parse(await measureStreaming(options()));
  const [plain, ...ciphers] = rows;
  expect(plain).toMatchObject({ kind: 'plaintext', negotiated: undefined });
  expect(ciphers.map(({ negotiated }) => negotiated)).toEqual(
    cipherSuites.map((cipher) => ({ tlsVersion: 'TLSv1.3', cipher })),
  );
  for (const { kind, serverCpuNsPerByte, clientCpuNsPerByte, bytesPerSec } of ciphers) {
    expect(serverCpuNsPerByte.mean, kind).toBeGreaterThan(plain?.serverCpuNsPerByte.mean ?? Number.NaN);
    expect(clientCpuNsPerByte.mean, kind).toBeGreaterThan(plain?.clientCpuNsPerByte.mean ?? Number.NaN);
    expect(bytesPerSec.ci95, kind).toBeDefined();
  }
});

it('ends that choose a cipher by themselves give an error, not a result', async () => {
  const deaf = `for (const name of ['connect', 'createServer']) {
    const original = tls[name];
    tls[name] = (options, ...rest) => original({ ...options, ciphers: undefined }, ...rest);
  }`;
  const odd = oddRoles('stream', deaf);
  try {
    await expect(measureStreaming({ ...options(), rolesDir: odd.rolesDir })).rejects.toMatchObject({
      fault: { code: 'wrong-cipher', allowed: 'TLS_AES_128_GCM_SHA256', given: 'TLS_AES_256_GCM_SHA384' },
    });
  } finally {
    odd.remove();
  }
});

it('a runtime that cannot use a cipher gives an error that names it', async () => {
  const unable = `const original = tls.connect;
    tls.connect = (options, ...rest) =>
      original({ ...options, ciphers: options.ciphers?.replace('TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256') }, ...rest);`;
  const odd = oddRoles('stream', unable);
  try {
    await expect(measureStreaming({ ...options(), rolesDir: odd.rolesDir })).rejects.toMatchObject({
      fault: { code: 'wrong-cipher', allowed: 'TLS_CHACHA20_POLY1305_SHA256' },
    });
  } finally {
    odd.remove();
  }
});
