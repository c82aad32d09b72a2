import { z } from 'zod';
import { figureSchema } from '../result.ts';
import { type RatioSlice, ratioFigure } from '../stats.ts';
import { type Primitive, primitiveSchema } from './primitives-api.ts';

export const primitiveRowSchema = primitiveSchema.extend({
  operations: z.number(),
  /** CPU of one operation. */
  cpuUs: figureSchema,
});
export type PrimitiveRow = z.infer<typeof primitiveRowSchema>;

/** A primitive and its slices in the order of time: µs of CPU, and operations. */
export interface PrimitiveSlices {
  readonly primitive: Primitive;
  readonly slices: readonly RatioSlice[];
}

/** Figures with 95 % intervals over the slices; a primitive that took no CPU that could be read has no row. */
export function toPrimitiveRows(measured: readonly PrimitiveSlices[]): PrimitiveRow[] {
  return measured.flatMap(({ primitive, slices }): PrimitiveRow[] => {
    const cpuUs = ratioFigure(slices);
    if (cpuUs === undefined || cpuUs.mean === 0) return [];
    const operations = slices.reduce((sum, { count }) => sum + count, 0);
    return [{ ...primitive, operations, cpuUs }];
  });
}

/** The row of one primitive; undefined when it wasn't measured. */
export function rowOf(rows: readonly PrimitiveRow[], wanted: Primitive): PrimitiveRow | undefined {
  return rows.find(
    ({ operation, algorithm, bytes }) =>
      operation === wanted.operation && algorithm === wanted.algorithm && bytes === wanted.bytes,
  );
}
