import { z } from 'zod';
import { figureSchema } from '../result.ts';
import { helloSchema } from '../role-api.ts';
import { type RatioSlice, ratioFigure } from '../stats.ts';
import { type Primitive, primitiveLeftOutSchema, primitiveSchema } from './primitives-api.ts';

const primitiveRowSchema = primitiveSchema.extend({
  operations: z.number(),
  /** CPU of one operation. */
  cpuUs: figureSchema,
  /** Of `seal` only: 10^6 bytes per second of CPU. */
  mbPerSec: figureSchema.optional(),
});
export type PrimitiveRow = z.infer<typeof primitiveRowSchema>;

const primitiveWarningSchema = z.object({ code: z.literal('no-aes-hardware'), message: z.string() });
type PrimitiveWarning = z.infer<typeof primitiveWarningSchema>;

/**
 * What a handshake and a record are made of, each alone. It is done through Node, whose call and whose buffers cost 4 to
 * 8 µs: next to nothing beside an RSA signature, half of sealing 16 KiB and nearly all of sealing 16 bytes, which the TLS
 * library itself does with a cipher that is already open.
 */
export const primitivesSchema = z.object({
  runtime: helloSchema.shape.runtime,
  /** Whether the processor has AES instructions; null where the system doesn't say. */
  aes: z.boolean().nullable(),
  rows: z.array(primitiveRowSchema),
  leftOut: z.array(primitiveLeftOutSchema),
  warnings: z.array(primitiveWarningSchema),
});
export type Primitives = z.infer<typeof primitivesSchema>;

/** A primitive and its slices in the order of time: µs of CPU, and operations. */
export interface PrimitiveSlices {
  readonly primitive: Primitive;
  readonly slices: readonly RatioSlice[];
}

/** Figures with 95 % intervals over the slices; a primitive that took no CPU that could be read has no row. */
export function toPrimitiveRows(measured: readonly PrimitiveSlices[]): PrimitiveRow[] {
  return measured.flatMap(({ primitive, slices }): PrimitiveRow[] => {
    const { bytes } = primitive;
    const cpuUs = ratioFigure(slices);
    if (cpuUs === undefined || cpuUs.mean === 0) return [];
    const operations = slices.reduce((sum, { count }) => sum + count, 0);
    if (bytes === undefined) return [{ ...primitive, operations, cpuUs }];
    // Bytes per µs are megabytes per second.
    const mbPerSec = ratioFigure(
      slices.map(({ amount, count }) => ({ amount: count * bytes, count: amount })),
    );
    return [{ ...primitive, operations, cpuUs, mbPerSec }];
  });
}

/** The row of one primitive; undefined when it wasn't measured. */
export function rowOf(rows: readonly PrimitiveRow[], wanted: Primitive): PrimitiveRow | undefined {
  return rows.find(
    ({ operation, algorithm, bytes }) =>
      operation === wanted.operation && algorithm === wanted.algorithm && bytes === wanted.bytes,
  );
}

/** Processors with AES instructions seal 1 to 10 GB/s, others about 0.28 (FIELD.md D1). */
const AES_HARDWARE_MB_PER_SEC = 1000;

const processorSays = (aes: boolean | null): string => {
  if (aes === null) return "This system doesn't say whether the processor has AES instructions.";
  return aes
    ? 'The processor has AES instructions: other work may have slowed it, or the TLS library was built without them. Close other programs and measure again.'
    : 'The processor has none: ChaCha20-Poly1305 is the cheaper cipher here.';
};

/**
 * Doubts about the figures: `no-aes-hardware` when AES-256-GCM at 16 KiB stays below 1 GB/s.
 * @param aes what the system says of the processor
 */
export function primitiveWarnings(rows: readonly PrimitiveRow[], aes: boolean | null): PrimitiveWarning[] {
  const sealed = rowOf(rows, { operation: 'seal', algorithm: 'aes-256-gcm', bytes: 16_384 });
  const mbPerSec = sealed?.mbPerSec?.mean;
  if (mbPerSec === undefined || mbPerSec >= AES_HARDWARE_MB_PER_SEC) return [];
  return [
    {
      code: 'no-aes-hardware',
      message: `AES-256-GCM seals ${mbPerSec.toFixed(0)} MB/s in pieces of 16 KiB, less than the ${AES_HARDWARE_MB_PER_SEC} of AES instructions. ${processorSays(aes)}`,
    },
  ];
}
