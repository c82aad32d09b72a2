import { expect, it } from 'vitest';
import {
  type PrimitiveRow,
  primitiveWarnings,
  toPrimitiveRows,
} from '../../../shared/handshake/primitives.ts';
import type { Primitive } from '../../../shared/handshake/primitives-api.ts';

const seal: Primitive = { operation: 'seal', algorithm: 'aes-256-gcm', bytes: 16_384 };

function sealedAt(usPerRecord: number): PrimitiveRow[] {
  return toPrimitiveRows([{ primitive: seal, slices: [{ amount: usPerRecord * 100, count: 100 }] }]);
}

it('a figure is CPU per operation over all slices, and of sealing also megabytes per second', () => {
  const slices = [
    { amount: 800, count: 200 },
    { amount: 800, count: 100 },
    { amount: 800, count: 100 },
  ];
  const [row] = toPrimitiveRows([{ primitive: seal, slices }]);
  expect(row).toMatchObject({ operations: 400, cpuUs: { mean: 6 }, mbPerSec: { mean: 16_384 / 6 } });
  const [low, high] = row?.mbPerSec?.ci95 ?? [Number.NaN, Number.NaN];
  expect(low).toBeLessThan(16_384 / 6);
  expect(high).toBeGreaterThan(16_384 / 6);
});

it('a primitive that was never done has no row, and no figure of 0', () => {
  expect(toPrimitiveRows([{ primitive: seal, slices: [] }])).toEqual([]);
});

it.each([
  ['just below 1 GB/s', 16.4, 1],
  ['just above 1 GB/s', 16.3, 0],
])('AES-256-GCM at 16 KiB %s', (_case, usPerRecord, warnings) => {
  expect(primitiveWarnings(sealedAt(usPerRecord), null)).toHaveLength(warnings);
});

it('the warning does not contradict what the system says of the processor', () => {
  const [has] = primitiveWarnings(sealedAt(60), true);
  const [lacks] = primitiveWarnings(sealedAt(60), false);
  expect(has).toMatchObject({ code: 'no-aes-hardware', message: expect.stringContaining('has AES') });
  expect(lacks).toMatchObject({ code: 'no-aes-hardware', message: expect.stringContaining('has none') });
});
