import { z } from 'zod';
import { reuseSchema } from '../config.ts';
import { experimentIds } from '../experiment-ids.ts';
import { figureSchema, playedEnginesSchema } from '../result.ts';
import { seriesSchema } from '../series.ts';
import { protocols, servingTierIds } from '../words.ts';
import { conditionsSchema } from './conditions.ts';

/**
 * What a tier's CPU per request consists of, µs: of every request, of every byte of its body, of every full and every
 * resumed handshake that the tier takes part in, of every new connection of the client, and of the churn of connections
 * among all requests (see `churnOf`). In the order in which points are asked to identify them.
 */
export const termNames = ['base', 'perByte', 'full', 'resumed', 'connection', 'churn'] as const;
export type TermName = (typeof termNames)[number];

const spanSchema = z.tuple([z.number(), z.number()]);

export const termSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('fitted'), us: z.number(), ci95: spanSchema }),
  /** The tier was measured with it and has no part in it: an app behind a pool makes no handshakes. */
  z.object({ state: z.literal('none') }),
  /** It came with another term at every point, whose cost includes it: a connection with its handshake. */
  z.object({ state: z.literal('folded') }),
  /** The points can't tell. The reference is of another server, and no plan uses it. */
  z.object({
    state: z.literal('unknown'),
    reference: z.object({ lowUs: z.number(), highUs: z.number(), where: z.string() }).optional(),
  }),
]);
export type Term = z.infer<typeof termSchema>;

/** One measured point against the model. */
export const fittedPointSchema = z.object({
  bodyBytes: z.number(),
  reuse: reuseSchema,
  resumption: z.boolean(),
  /** As counted, not as asked. */
  connectionsPerRequest: z.number(),
  measuredUs: figureSchema,
  modelledUs: figureSchema,
  /** (measured − modelled) / modelled. */
  residualShare: z.number(),
  /** What a model of all other points says of this one; absent where they can't. */
  leftOut: z.object({ us: z.number(), errorShare: z.number() }).optional(),
});
export type FittedPoint = z.infer<typeof fittedPointSchema>;

export const tierModelSchema = z.object({
  tier: z.enum(servingTierIds),
  terms: z.record(z.enum(termNames), termSchema),
  /** Points beyond the number of fitted terms: with 0 nothing shows whether the model fits. */
  sparePoints: z.number(),
  /** How far the points lie from the model beyond their own intervals, as a share; absent with no spare point. */
  misfitShare: z.number().optional(),
  /** Handshakes that the tier makes per new connection of the client, by whether the client resumes. */
  handshakesPerConnection: z.object({
    full: z.object({ full: z.number(), resumed: z.number() }),
    resumed: z.object({ full: z.number(), resumed: z.number() }),
  }),
  points: z.array(fittedPointSchema),
});
export type TierModel = z.infer<typeof tierModelSchema>;

export const seriesModelSchema = z.object({
  ...seriesSchema.shape,
  name: z.string(),
  protocol: z.enum(protocols),
  conditions: conditionsSchema,
  /** What played each server. */
  engines: playedEnginesSchema,
  /** Absent where points of several experiments, or of none, were taken. */
  experiment: z.enum(experimentIds).optional(),
  /** Connections under which it was measured: with more than one number, conditions are mixed. */
  connections: z.array(z.number()),
  /** What was measured, outside of which a plan extrapolates. */
  range: z.object({
    bodyBytes: spanSchema,
    connectionsPerRequest: spanSchema,
    resumedShare: spanSchema,
  }),
  /** Failed a gate, or had no interval, and so took no part. */
  pointsLeftOut: z.number(),
  /** Measured under other conditions, and so took no part. */
  pointsOfOtherConditions: z.number(),
  /** By code, how many of the points that took part carry it beside what they may fail: see `pointsOfCpuAlone`. */
  warnings: z.array(z.object({ code: z.string(), points: z.number() })),
  /** Took part though the generator set their pace: throughput and latency of them stand for nothing, CPU per request does. */
  pointsOfCpuAlone: z.number().default(0),
  tiers: z.array(tierModelSchema),
});
export type SeriesModel = z.infer<typeof seriesModelSchema>;
