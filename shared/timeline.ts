import { z } from 'zod';

/**
 * One hop of one real request, as the hop's near end saw it. All times are µs on the machine's monotonic
 * clock (`process.hrtime`), which all processes of one machine share, so lanes of different tiers line up.
 */
export const laneSchema = z.object({
  from: z.string(),
  to: z.string(),
  security: z.enum(['plaintext', 'tls']),
  /** True when an open connection was used: then connect and TLS took place earlier, and cost nothing here. */
  reused: z.boolean(),
  connectStartUs: z.number(),
  connectedUs: z.number(),
  /** Absent on plaintext hops. */
  securedUs: z.number().optional(),
  requestSentUs: z.number(),
  firstByteUs: z.number(),
  lastByteUs: z.number(),
  tlsVersion: z.string().optional(),
  cipher: z.string().optional(),
  alpn: z.string().optional(),
  resumed: z.boolean().optional(),
});
export type Lane = z.infer<typeof laneSchema>;

/** Request header by which the load generator marks the request whose hops are to be timed. */
export const timelineHeader = 'x-tls-cost-lab-timeline';
