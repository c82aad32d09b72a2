import { z } from 'zod';
import { type Figure, figureSchema } from '../result.ts';
import { differenceOf } from '../stats.ts';
import { type PrimitiveRow, rowOf } from './primitive-rows.ts';
import { aeadCiphers } from './primitives-api.ts';

/** The longest record (RFC 8446 §5.1), and one so short that most of it is the call. */
const LONG_BYTES = 16_384;
const SHORT_BYTES = 1024;
const EMPTY_BYTES = 16;

/**
 * What encrypting costs apart from calling Node, which opens a cipher for every record where a TLS library has one open:
 * that call takes as long as several KiB do.
 */
export const sealingRowSchema = z.object({
  algorithm: z.enum(aeadCiphers),
  /** CPU of sealing 16 bytes, nearly all of which is the call. */
  callUs: figureSchema,
  /**
   * 10^6 bytes per second of CPU, of what a record of 16 KiB has more than one of 1 KiB. The memory of the result is still
   * in it: `openssl speed -evp`, which writes over its own, says up to twice as much. Absent where the difference can't be
   * told from nothing.
   */
  mbPerSec: figureSchema.optional(),
});
export type SealingRow = z.infer<typeof sealingRowSchema>;

/** What further bytes cost, as a rate. Bytes per µs are megabytes per second. */
function rateOf(bytes: number, us: Figure): Figure | undefined {
  const [lowUs, highUs] = us.ci95 ?? [us.mean, us.mean];
  if (lowUs <= 0) return undefined;
  const mean = bytes / us.mean;
  return us.ci95 ? { mean, ci95: [bytes / highUs, bytes / lowUs] } : { mean };
}

/** One row for each cipher that was measured. */
export function sealingRows(rows: readonly PrimitiveRow[]): SealingRow[] {
  return aeadCiphers.flatMap((algorithm): SealingRow[] => {
    const [empty, short, long] = [EMPTY_BYTES, SHORT_BYTES, LONG_BYTES].map(
      (bytes) => rowOf(rows, { operation: 'seal', algorithm, bytes })?.cpuUs,
    );
    if (!empty || !short || !long) return [];
    const mbPerSec = rateOf(LONG_BYTES - SHORT_BYTES, differenceOf(long, short));
    return [{ algorithm, callUs: empty, ...(mbPerSec && { mbPerSec }) }];
  });
}
