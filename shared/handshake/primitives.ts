import { z } from 'zod';
import { helloSchema } from '../role-api.ts';
import { primitiveRowSchema } from './primitive-rows.ts';
import { primitiveLeftOutSchema } from './primitives-api.ts';
import { type SealingRow, sealingRowSchema } from './sealing.ts';

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
  /** Absent in documents of the first versions. */
  sealing: z.array(sealingRowSchema).optional(),
  leftOut: z.array(primitiveLeftOutSchema),
  warnings: z.array(primitiveWarningSchema),
});
export type Primitives = z.infer<typeof primitivesSchema>;

/** Processors with AES instructions seal 1 to 10 GB/s, others about 0.28 (FIELD.md D1). */
const AES_HARDWARE_MB_PER_SEC = 1000;

const processorSays = (aes: boolean | null): string => {
  if (aes === null) return "This system doesn't say whether the processor has AES instructions.";
  return aes
    ? 'The processor has AES instructions: other work may have slowed it, or the TLS library was built without them. Close other programs and measure again.'
    : 'The processor has none: ChaCha20-Poly1305 is the cheaper cipher here.';
};

/**
 * Doubts about the figures: `no-aes-hardware` when AES-256-GCM surely stays below 1 GB/s, Node's call apart.
 * @param aes what the system says of the processor
 */
export function primitiveWarnings(sealing: readonly SealingRow[], aes: boolean | null): PrimitiveWarning[] {
  const { mbPerSec } = sealing.find(({ algorithm }) => algorithm === 'aes-256-gcm') ?? {};
  if (mbPerSec === undefined || (mbPerSec.ci95?.[1] ?? mbPerSec.mean) >= AES_HARDWARE_MB_PER_SEC) return [];
  return [
    {
      code: 'no-aes-hardware',
      message: `AES-256-GCM seals ${mbPerSec.mean.toFixed(0)} MB per second of CPU, less than the ${AES_HARDWARE_MB_PER_SEC} of AES instructions. ${processorSays(aes)}`,
    },
  ];
}
