import { z } from 'zod';

/** One certificate of a chain, as far as a probe tells of it. */
export const certificateSchema = z.object({
  subject: z.string(),
  issuer: z.string(),
  /** Its dates are absent where they are none that can be read. */
  notBefore: z.iso.datetime().optional(),
  notAfter: z.iso.datetime().optional(),
  /** Whole days until it expires; negative once it has. */
  daysLeft: z.int().optional(),
  key: z.object({ kind: z.string(), bits: z.int().optional(), curve: z.string().optional() }),
  signature: z.string(),
  isCa: z.boolean(),
  isSelfSigned: z.boolean(),
  /** Where its issuer's certificate can be had (RFC 5280 section 4.2.2.1). */
  issuerUrl: z.string().optional(),
});
export type Certificate = z.infer<typeof certificateSchema>;

/** A certificate's key in a few letters: `ec prime256v1`, `rsa 2048 bits`. */
export function keyText({ kind, curve, bits }: Certificate['key']): string {
  const size = curve ?? (bits === undefined ? '' : `${bits} bits`);
  return `${kind} ${size}`.trim();
}
