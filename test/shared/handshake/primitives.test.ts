import { expect, it } from 'vitest';
import { type PrimitiveRow, toPrimitiveRows } from '../../../shared/handshake/primitive-rows.ts';
import { primitiveWarnings } from '../../../shared/handshake/primitives.ts';
import { aeadBytes, type Primitive } from '../../../shared/handshake/primitives-api.ts';
import { type SealingRow, sealingRows } from '../../../shared/handshake/sealing.ts';

const seal: Primitive = { operation: 'seal', algorithm: 'aes-256-gcm', bytes: 16_384 };

it('a figure is CPU per operation over all slices', () => {
  const slices = [
    { amount: 800, count: 200 },
    { amount: 800, count: 100 },
    { amount: 800, count: 100 },
  ];
  expect(toPrimitiveRows([{ primitive: seal, slices }])).toMatchObject([
    { operations: 400, cpuUs: { mean: 6, ci95: [expect.any(Number), expect.any(Number)] } },
  ]);
});

it('a primitive that was never done has no row, and no figure of 0', () => {
  expect(toPrimitiveRows([{ primitive: seal, slices: [] }])).toEqual([]);
});

/** Every call takes `callUs`, and bytes come on top of it. */
function sealedAt(mbPerSec: number, callUs: number, halfUs = 0): PrimitiveRow[] {
  return aeadBytes.map((bytes) => {
    const mean = callUs + bytes / mbPerSec;
    return { ...seal, bytes, operations: 1, cpuUs: { mean, ci95: [mean - halfUs, mean + halfUs] } };
  });
}

it.each([2, 8, 40])('a call of %i µs is told apart from what the bytes cost', (callUs) => {
  const [row] = sealingRows(sealedAt(2000, callUs));
  expect(row?.mbPerSec?.mean).toBeCloseTo(2000);
  expect(row?.callUs.mean).toBeCloseTo(callUs + 16 / 2000);
});

it('a rate has the interval of the difference that it is made of, and none is given where that may be nothing', () => {
  const [row] = sealingRows(sealedAt(2000, 5, 1));
  const halfUs = Math.SQRT2;
  const us = 15_360 / 2000;
  expect(row?.mbPerSec?.ci95?.[0]).toBeCloseTo(15_360 / (us + halfUs));
  expect(row?.mbPerSec?.ci95?.[1]).toBeCloseTo(15_360 / (us - halfUs));
  const [unknown] = sealingRows(sealedAt(2000, 5, 6));
  expect(unknown).toHaveProperty('callUs');
  expect(unknown).not.toHaveProperty('mbPerSec');
});

const warningsAt = (mbPerSec: SealingRow['mbPerSec'], aes: boolean | null = null) =>
  primitiveWarnings([{ algorithm: 'aes-256-gcm', callUs: { mean: 5 }, mbPerSec }], aes);

it('hardware without AES is told from a dear call, and from an interval that is too wide to tell', () => {
  expect(primitiveWarnings(sealingRows(sealedAt(1200, 30)), null)).toEqual([]);
  expect(primitiveWarnings(sealingRows(sealedAt(280, 5)), null)).toMatchObject([{ code: 'no-aes-hardware' }]);
  expect(warningsAt({ mean: 800, ci95: [700, 1100] })).toEqual([]);
  expect(warningsAt({ mean: 800, ci95: [700, 900] })).toHaveLength(1);
  expect(warningsAt(undefined)).toEqual([]);
});

it('the warning does not contradict what the system says of the processor', () => {
  const [has] = warningsAt({ mean: 270 }, true);
  const [lacks] = warningsAt({ mean: 270 }, false);
  expect(has).toMatchObject({ code: 'no-aes-hardware', message: expect.stringContaining('has AES') });
  expect(lacks).toMatchObject({ code: 'no-aes-hardware', message: expect.stringContaining('has none') });
});
