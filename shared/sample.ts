import { z } from 'zod';
import { countersSchema } from './role-api.ts';
import { seriesSchema } from './series.ts';

/** What one tier did in one window: differences of its counters between two ticks. */
export const tierSampleSchema = z.object({
  windowUs: z.number(),
  userUs: z.number(),
  systemUs: z.number(),
  rssBytes: z.number(),
  /** Requests that this tier answered (client: received correctly) in the window. */
  requests: z.number(),
  /** Absent of a real engine, which is not asked for its bytes. */
  bytesIn: z.number().optional(),
  bytesOut: z.number().optional(),
  handshakes: z.object({ full: z.number(), resumed: z.number() }),
  errors: countersSchema.shape.errors,
  /** Load generator in an open loop only: requests whose moment came in the window. */
  due: z.number().optional(),
  /** Load generator in an open loop only: time in which requests became due or waited to be sent. */
  offeredMs: z.number().optional(),
});
export type TierSample = z.infer<typeof tierSampleSchema>;

/** Percentiles of one window or of merged windows, ms. Absent fields were not measured. */
export const percentilesSchema = z.object({
  p50: z.number(),
  p90: z.number(),
  p99: z.number(),
  p999: z.number(),
  max: z.number(),
});
export type Percentiles = z.infer<typeof percentilesSchema>;

/** All tiers of one topology over one window, read at the same tick. A tier that is not on the path is absent. */
export const sampleSchema = z.object({
  /** Rises with every change of configuration, so that a sample can't be taken for one of another configuration. */
  epoch: z.number(),
  ...seriesSchema.shape,
  /** Rises with every slice; samples of one slice are neighbours in time. */
  slice: z.number(),
  /** Slices of one turn were measured one after the other, each of another variant, and so may be compared as pairs. */
  turn: z.number(),
  /** Wall clock at the end of the window, ms since 1970. */
  atMs: z.number(),
  windowMs: z.number(),
  /** Cores of the machine that were busy with anything at all. */
  machineBusyCores: z.number(),
  /** Of those, busy with work that is neither a tier's, a wire's nor the lab's. */
  otherWorkCores: z.number(),
  /** Cores that the hypervisor kept for others (Linux guests only; 0 elsewhere). */
  stealCores: z.number(),
  /** How much further the wall clock went than the monotonic one: more than a moment means it was set, or the machine slept. */
  clockJumpMs: z.number(),
  tiers: z.object({
    client: tierSampleSchema.optional(),
    proxy: tierSampleSchema.optional(),
    proxy2: tierSampleSchema.optional(),
    app: tierSampleSchema.optional(),
  }),
  /** The process that delays hops, where one is on the path. It is no tier. */
  wire: z.object({ userUs: z.number(), systemUs: z.number(), bytes: z.number() }).optional(),
  /** Absent when nothing was answered in the window. */
  latencyMs: percentilesSchema.optional(),
  /** The window before this one was lost because a role was being restarted. */
  afterGap: z.boolean(),
});
export type Sample = z.infer<typeof sampleSchema>;
