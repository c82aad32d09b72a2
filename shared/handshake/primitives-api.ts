import { z } from 'zod';
import type { Hello } from '../role-api.ts';

/** The contract between the lab and the role that times what a handshake and a record are made of. */

export const signatureKeys = ['ecdsa-p256', 'rsa-2048', 'rsa-4096', 'ed25519'] as const;
export type SignatureKey = (typeof signatureKeys)[number];

export const aeadCiphers = ['aes-128-gcm', 'aes-256-gcm', 'chacha20-poly1305'] as const;
export const aeadBytes = [16, 256, 1024, 4096, 16_384] as const;

export const primitiveOperations = [
  'sign',
  'verify',
  /** An ephemeral key pair. */
  'generate',
  /** The shared secret of two key pairs. */
  'agree',
  /** A shared secret for the holder of a key, and its way back (FIPS 203). */
  'encapsulate',
  'decapsulate',
  /** One record's worth of authenticated encryption. */
  'seal',
] as const;

export const primitiveSchema = z.object({
  operation: z.enum(primitiveOperations),
  algorithm: z.enum([...signatureKeys, 'x25519', 'p-256', 'ml-kem-768', ...aeadCiphers]),
  /** Of `seal` only. */
  bytes: z.int().optional(),
});
export type Primitive = z.infer<typeof primitiveSchema>;

/** What a runtime can't do, and its own word on why. */
export const primitiveLeftOutSchema = primitiveSchema
  .pick({ algorithm: true })
  .extend({ reason: z.string() });
export type PrimitiveLeftOut = z.infer<typeof primitiveLeftOutSchema>;

export const preparedSchema = z.object({
  primitives: z.array(primitiveSchema),
  leftOut: z.array(primitiveLeftOutSchema),
});
export type Prepared = z.infer<typeof preparedSchema>;

export const primitiveSliceSchema = z.object({
  operations: z.int().min(1),
  /** `process.cpuUsage()`, all threads: what the collector spends on the results belongs to them. */
  cpuUs: z.number().min(0),
});

export interface PrimitivesCalls {
  hello(): Promise<Hello>;
  /** Makes the keys, which for RSA-4096 takes seconds on some machines, and does everything once. */
  prepare(): Promise<Prepared>;
  /** Repeats one primitive, by its place in what `prepare` answered, for so many milliseconds and at least once. */
  slice(place: number, durationMs: number): Promise<z.infer<typeof primitiveSliceSchema>>;
}
