import { beforeAll, expect, it } from 'vitest';
import { measurePrimitives } from '../../electron/lab/handshake/measure-primitives.ts';
import { rowOf } from '../../shared/handshake/primitive-rows.ts';
import { type Primitives, primitivesSchema } from '../../shared/handshake/primitives.ts';
import {
  aeadBytes,
  aeadCiphers,
  type Primitive,
  signatureKeys,
} from '../../shared/handshake/primitives-api.ts';
import { rolesDir } from '../helpers/live-lab.ts';

let measured: Primitives;
beforeAll(async () => {
  const { signal } = new AbortController();
  const answer = await measurePrimitives({ rolesDir, turns: 3, sliceMs: 4, signal });
  measured = primitivesSchema.parse(JSON.parse(JSON.stringify(answer)));
});

const cpuUsOf = (operation: Primitive['operation'], algorithm: Primitive['algorithm'], bytes?: number) =>
  rowOf(measured.rows, { operation, algorithm, bytes })?.cpuUs.mean ?? Number.NaN;

it('every primitive has a figure with its interval, or is left out with the reason', () => {
  const wanted: Primitive[] = [
    ...signatureKeys.flatMap((algorithm): Primitive[] => [
      { operation: 'sign', algorithm },
      { operation: 'verify', algorithm },
    ]),
    ...(['x25519', 'p-256'] as const).flatMap((algorithm): Primitive[] => [
      { operation: 'generate', algorithm },
      { operation: 'agree', algorithm },
    ]),
    ...aeadCiphers.flatMap((algorithm) =>
      aeadBytes.map((bytes): Primitive => ({ operation: 'seal', algorithm, bytes })),
    ),
  ];
  expect(wanted.map((primitive) => rowOf(measured.rows, primitive)?.cpuUs.ci95)).not.toContain(undefined);
  const hasHybrid = rowOf(measured.rows, { operation: 'encapsulate', algorithm: 'ml-kem-768' }) !== undefined;
  const leftOut = measured.leftOut.map(({ algorithm }) => algorithm);
  expect(leftOut).toEqual(hasHybrid ? [] : ['ml-kem-768']);
  expect(measured.leftOut.every(({ reason }) => reason !== '')).toBe(true);
});

it('a longer RSA key costs more to sign with, and RSA signs for many times what it verifies', () => {
  expect(cpuUsOf('sign', 'rsa-4096') / cpuUsOf('sign', 'rsa-2048')).toBeGreaterThan(3);
  expect(cpuUsOf('sign', 'rsa-2048') / cpuUsOf('verify', 'rsa-2048')).toBeGreaterThan(3);
});

it('an ECDSA signature costs less than one of RSA', () => {
  expect(cpuUsOf('sign', 'ecdsa-p256')).toBeLessThan(cpuUsOf('sign', 'rsa-2048'));
});

it.each(aeadCiphers)(
  '%s: a record of 16 KiB costs more than one of 16 bytes, and less per byte',
  (cipher) => {
    const [small, large] = [cpuUsOf('seal', cipher, 16), cpuUsOf('seal', cipher, 16_384)];
    expect(large).toBeGreaterThan(small);
    expect(large / 16_384).toBeLessThan(small / 16);
  },
);

it('what a record cipher costs is told apart from Node’s call', () => {
  expect(measured.sealing?.map(({ algorithm }) => algorithm)).toEqual([...aeadCiphers]);
  for (const { algorithm, callUs, mbPerSec } of measured.sealing ?? []) {
    const wholeUs = cpuUsOf('seal', algorithm, 16_384);
    expect(callUs.mean).toBeLessThan(wholeUs);
    // Absent on a machine so noisy that 16 KiB can't be told from one.
    if (mbPerSec !== undefined) expect(mbPerSec.mean).toBeGreaterThan(16_384 / wholeUs);
  }
});
