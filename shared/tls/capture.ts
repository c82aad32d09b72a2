import { z } from 'zod';

/** Which end of a TLS connection sent something. */
export const sides = ['client', 'server'] as const;
export type Side = (typeof sides)[number];

/**
 * The bytes of one connection as one of its ends saw them pass, above TCP and in the order in which they passed, with what
 * opens them. It crosses between processes as JSON.
 */
export const captureSchema = z.object({
  /** The end at which the times were taken: what it sent is timed at leaving, what it got at arrival. */
  seenBy: z.enum(sides),
  chunks: z.array(
    z.object({
      from: z.enum(sides),
      /** µs on the machine's monotonic clock (`process.hrtime`). */
      atUs: z.number(),
      base64: z.base64(),
    }),
  ),
  /** Lines of the NSS key log format (RFC 9850): secrets of this one connection. Empty where none are known. */
  keyLog: z.array(z.string()),
});
export type Capture = z.infer<typeof captureSchema>;

export const otherSide = (side: Side): Side => (side === 'client' ? 'server' : 'client');
