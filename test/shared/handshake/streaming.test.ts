import { expect, it } from 'vitest';
import {
  requireAskedCiphers,
  type StreamProof,
  type StreamSlice,
  toStreamingRows,
} from '../../../shared/handshake/streaming.ts';

const tls13 = (cipher: string) => ({ tlsVersion: 'TLSv1.3', cipher });
const aes128 = tls13('TLS_AES_128_GCM_SHA256');
const aes256 = tls13('TLS_AES_256_GCM_SHA384');
const plain: StreamProof = { kind: 'plaintext', server: undefined, client: undefined };
const good: StreamProof = { kind: 'TLS_AES_128_GCM_SHA256', server: aes128, client: aes128 };

it('connections that are as asked on both ends pass', () => {
  expect(() => requireAskedCiphers([plain, good])).not.toThrow();
});

it.each<[string, StreamProof, RegExp]>([
  [
    'two on one cipher',
    { ...good, kind: 'TLS_AES_256_GCM_SHA384' },
    /what TLS_AES_128_GCM_SHA256 is measured/,
  ],
  ['another cipher at the server', { ...good, server: aes256 }, /the server has TLSv1\.3 with TLS_AES_256/],
  ['another cipher at the client', { ...good, client: aes256 }, /the client TLSv1\.3 with TLS_AES_256/],
  ['another version', { ...good, client: { ...aes128, tlsVersion: 'TLSv1.2' } }, /TLSv1\.2/],
  ['no TLS where it was asked for', { ...good, client: undefined }, /the client no TLS/],
  ['TLS where none was asked for', { ...plain, server: aes128 }, /was to use plaintext/],
])('%s is an error, not a result', (_case, wrong, message) => {
  const judge = () => requireAskedCiphers([plain, good, wrong]);
  expect(judge).toThrow(message);
  expect(judge).toThrow(
    expect.objectContaining({ fault: expect.objectContaining({ code: 'wrong-cipher' }) }),
  );
});

const slice: StreamSlice = {
  kind: 'plaintext',
  bytes: 1000,
  wallUs: 500,
  serverCpuUs: 2,
  clientCpuUs: 4,
};

it('figures are of all bytes and all time, per second and per byte', () => {
  const slices = [slice, { ...slice, bytes: 3000, serverCpuUs: 6 }, { ...slice, serverCpuUs: 7 }];
  expect(toStreamingRows(slices, [plain])).toMatchObject([
    {
      kind: 'plaintext',
      bytes: 5000,
      bytesPerSec: { mean: 5000 / 0.0015 },
      serverCpuNsPerByte: { mean: 3, ci95: [expect.any(Number), expect.any(Number)] },
      clientCpuNsPerByte: { mean: 2.4 },
    },
  ]);
});

it('a connection that carried nothing is no result', () => {
  expect(() => toStreamingRows([{ ...slice, bytes: 0 }], [plain])).toThrow(
    expect.objectContaining({ fault: expect.objectContaining({ code: 'nothing-measured' }) }),
  );
});
