import { z } from 'zod';
import { type BadInput, badInputFault } from '../bad-input.ts';
import { bounds } from '../config.ts';
import { LabError } from '../fault.ts';
import { protocols } from '../words.ts';

const share = z.number().min(0).max(1);
const rttMs = z.number().min(0).max(1_000);

/** Shares of a mix may miss 1 by what their writer rounded. */
const MIX_TOLERANCE = 0.005;

/** Somebody's own traffic. */
export const trafficSchema = z.strictObject({
  requestsPerSec: z.number().positive().max(1e9),
  /** Bodies by their share of the requests; one entry with share 1 is one size. */
  bodies: z
    .array(z.strictObject({ bodyBytes: z.number().min(0).max(bounds.bodyBytes.max), share }))
    .min(1)
    .max(100)
    .refine((mix) => Math.abs(mix.reduce((sum, one) => sum + one.share, 0) - 1) <= MIX_TOLERANCE),
  newConnectionsPerRequest: share,
  /** Of the new connections' handshakes. */
  shareResumed: share,
  /** Share of a core's time that is to stay free. */
  headroom: z.number().min(0).max(0.95),
  pricePerCoreHour: z.number().min(0).max(1e6).optional(),
  /** Round trip between client and first server, ms. */
  outerRttMs: rttMs,
  /** Round trip on every hop behind a proxy, ms. */
  innerRttMs: rttMs,
  protocol: z.enum(protocols),
});
export type Traffic = z.infer<typeof trafficSchema>;

export const usualTraffic: Traffic = {
  requestsPerSec: 1_000,
  bodies: [{ bodyBytes: 256, share: 1 }],
  newConnectionsPerRequest: 0.05,
  shareResumed: 0,
  headroom: 0.3,
  outerRttMs: 0,
  innerRttMs: 0,
  protocol: 'h1',
};

const shares = 'a share from 0 to 1';
const rtts = 'milliseconds from 0 to 1000';
const words: BadInput = {
  code: 'bad-config',
  name: 'traffic',
  allowed: {
    requestsPerSec: 'requests per second, above 0',
    bodies: '1 to 100 sizes whose shares add up to 1',
    'bodies.bodyBytes': `bytes from 0 to ${bounds.bodyBytes.max}`,
    'bodies.share': shares,
    newConnectionsPerRequest: shares,
    shareResumed: shares,
    headroom: 'a share of a core from 0 to 0.95',
    pricePerCoreHour: 'a price of 0 or more',
    outerRttMs: rtts,
    innerRttMs: rtts,
    protocol: protocols.join(' or '),
  },
};

/** @throws LabError `bad-config` that names the first wrong field, what was given and what is allowed */
export function parseTraffic(input: unknown): Traffic {
  const parsed = trafficSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new LabError(badInputFault(input, parsed.error, words));
}

/** Mean body, by which a cost that is linear in bytes is that of the mix. */
export function meanBodyBytes({ bodies }: Pick<Traffic, 'bodies'>): number {
  const shareOfAll = bodies.reduce((sum, one) => sum + one.share, 0);
  return bodies.reduce((sum, one) => sum + one.bodyBytes * one.share, 0) / shareOfAll;
}
