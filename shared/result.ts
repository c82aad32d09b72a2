import { z } from 'zod';
import { networkSchema, tlsSettingsSchema, workloadSchema } from './config.ts';
import { experimentIds } from './experiment-ids.ts';
import { faultSchema } from './fault.ts';
import { runLabelSchema } from './run-label.ts';
import { percentilesSchema } from './sample.ts';
import { serviceFactsSchema } from './service.ts';
import { shapeOutcomes, shapeReasons } from './shape-sentences.ts';
import { topologyIds } from './topologies.ts';
import { engines, errorKinds, tierIds } from './words.ts';

/** The run document of DESIGN.md. The command line's `--json`, the saved file and the export are this one shape. */
export const runSchemaId = 'tls-cost-lab/run@1';

/** A figure with its 95 % interval; `ci95` is absent when there are too few slices to know one. */
export const figureSchema = z.object({
  mean: z.number(),
  ci95: z.tuple([z.number(), z.number()]).optional(),
});
export type Figure = z.infer<typeof figureSchema>;

export const warningCodes = [
  'client-saturated',
  'wire-saturated',
  'cores-oversubscribed',
  'interval-too-wide',
  'rate-not-reached',
  'other-work',
  'steal',
  'clock-jump',
  'errors',
  'not-as-asked',
  'tls-unknown',
  'resumption-missing',
  'resumption-mixed',
  'inner-hop-rehandshakes',
  'drift',
  'not-warm',
  'few-slices',
  'gap',
  'cpu-not-visible',
  'hop-not-visible',
] as const;
export const warningSchema = z.object({
  code: z.enum(warningCodes),
  message: z.string(),
  /** Numbers and words that a translation of the message needs. */
  values: z.record(z.string(), z.union([z.number(), z.string()])),
});
export type Warning = z.infer<typeof warningSchema>;

export const tierFiguresSchema = z.object({
  /** Absent when the tier served no request. */
  cpuUsPerRequest: figureSchema.optional(),
  userUs: z.number(),
  systemUs: z.number(),
  /** Cores that the process kept busy, 1 = one core. */
  utilisation: z.number(),
  rssBytes: z.number(),
  requests: z.number(),
  bytesIn: z.number().optional(),
  bytesOut: z.number().optional(),
  /** HTTP version that the app saw on its own hop. */
  httpVersion: z.string().optional(),
});
export type TierFigures = z.infer<typeof tierFiguresSchema>;

export const hopFactsSchema = z.object({
  from: z.enum(tierIds),
  to: z.enum(tierIds),
  security: z.enum(['plaintext', 'tls']),
  /** The far end forwards bytes and never decrypts: TLS, version and cipher are those of the hop where it ends. */
  layer: z.literal('tcp').optional(),
  /** The far end demands a certificate of the near end's (mutual TLS). */
  mutual: z.literal(true).optional(),
  rttMs: z.number(),
  tlsVersion: z.string().optional(),
  cipher: z.string().optional(),
  alpn: z.string().optional(),
  /** Subject of the certificate that the near end showed. */
  clientCertificate: z.string().optional(),
  /** Counted by the hop's server since this configuration began, the opening of kept connections included. */
  handshakes: z.object({ full: z.number(), resumed: z.number() }).optional(),
  /** Those of them that fell into the measured windows: the ones to divide by requests. */
  measuredHandshakes: z.object({ full: z.number(), resumed: z.number() }).optional(),
});
export type HopFacts = z.infer<typeof hopFactsSchema>;

export const engineFactsSchema = z.object({
  /** `service` is one of the user's own, in the app's place. */
  name: z.enum([...engines, 'service']),
  version: z.string(),
  tls: z.string(),
  /** It ran with a configuration of the user's own. */
  ownConfig: z.literal(true).optional(),
});
export type EngineFacts = z.infer<typeof engineFactsSchema>;

/** What played each server of a point. */
export const playedEnginesSchema = z.object({
  proxy: engineFactsSchema.optional(),
  proxy2: engineFactsSchema.optional(),
  app: engineFactsSchema,
});

export const pointSchema = z.object({
  /** The experiment of a suite that the point belongs to. */
  experiment: z.enum(experimentIds).optional(),
  topology: z.enum(topologyIds),
  engines: playedEnginesSchema,
  /** With a service of the user's own `bodyBytes` is the length of its first answer; what it was asked stands in `service`. */
  workload: workloadSchema,
  tls: tlsSettingsSchema,
  network: networkSchema,
  /** Present where a service of the user's own played the app. */
  service: serviceFactsSchema.optional(),
  measuredS: z.number(),
  slices: z.number(),
  /**
   * How long it ran under load before anything counted, and whether CPU per request had settled by then: absent where
   * too few requests were answered to tell.
   */
  warmup: z.object({ durationS: z.number(), settled: z.boolean().optional() }).optional(),
  requests: z.number(),
  /** Open loop only: requests that should have been sent in the measured windows. */
  due: z.number().optional(),
  /** Open loop only: time of the slices in which requests became due or waited to be sent; they end with a wait for answers. */
  offeredS: z.number().optional(),
  errors: z.object({ total: z.number(), byKind: z.partialRecord(z.enum(errorKinds), z.number()) }),
  reqPerSec: figureSchema,
  /**
   * Absent when no request was answered. `hdr` is an HdrHistogram V2 histogram of µs, compressed, in base64; `p50Ci95` is
   * the median's 95 % interval, absent when there are too few slices to know one.
   */
  latencyMs: percentilesSchema
    .extend({ p50Ci95: z.tuple([z.number(), z.number()]).optional(), hdr: z.string() })
    .optional(),
  tiers: z.object({
    client: tierFiguresSchema.optional(),
    proxy: tierFiguresSchema.optional(),
    proxy2: tierFiguresSchema.optional(),
    app: tierFiguresSchema.optional(),
  }),
  /**
   * CPU of all serving tiers (proxies and app) per request of the client, µs: summed slice by slice, for tiers of one
   * slice vary together and their intervals may not be added as if they were independent. Absent when nothing was
   * answered, or when a server on the path has no figures.
   */
  serverCpuUsPerRequest: figureSchema.optional(),
  /**
   * The slices behind that figure: [turn, µs of all servers' CPU, requests of the client]. Slices of one turn of two
   * points are neighbours in time, so their ratio holds although the machine's speed changes; no turn is used twice for
   * measurements that were not interleaved.
   */
  turns: z.array(z.tuple([z.number(), z.number(), z.number()])),
  /** CPU of the process that delays hops, counted in no tier; absent where nothing is delayed. */
  wire: z
    .object({ userUs: z.number(), systemUs: z.number(), utilisation: z.number(), bytes: z.number() })
    .optional(),
  hops: z.array(hopFactsSchema),
  warnings: z.array(warningSchema),
  /** Validity gates (FIELD.md C3) that the point fails: it is shown grey, and no figure of it may stand as a result. */
  failedGates: z.array(z.enum(warningCodes)),
});
export type Point = z.infer<typeof pointSchema>;

export const environmentSchema = z.object({
  os: z.string(),
  cpuModel: z.string(),
  cores: z.int(),
  memoryBytes: z.number(),
  /** Whether the processor has AES instructions; null where the system doesn't say. */
  aes: z.boolean().nullable(),
  runtime: z.object({ name: z.enum(['node', 'electron']), version: z.string(), tls: z.string() }),
});
export type Environment = z.infer<typeof environmentSchema>;

/** A series that could not be measured, or not to the end, since what plays its proxy did not start or does not serve. */
export const leftOutSchema = z.object({
  topology: z.enum(topologyIds),
  proxy: z.enum(engines),
  /** Why, with the engine's own last lines. */
  fault: faultSchema,
});
export type LeftOut = z.infer<typeof leftOutSchema>;

const shapeFactSchema = z.object({
  key: z.string(),
  outcome: z.enum(shapeOutcomes),
  reason: z.enum(shapeReasons).optional(),
  values: z.record(z.string(), z.union([z.number(), z.string()])),
  text: z.string(),
});

export const runSchema = z.object({
  schema: z.literal(runSchemaId),
  id: z.string(),
  startedAt: z.iso.datetime(),
  durationS: z.number(),
  environment: environmentSchema,
  points: z.array(pointSchema),
  /** What a person has written on it. */
  label: runLabelSchema.optional(),
  /** Measured live, in a window: each point looks back over the last minute of its own windows. */
  live: z.literal(true).optional(),
  /** Present when the run is a suite, or what was measured of one. */
  suite: z
    .object({
      experiments: z.array(z.enum(experimentIds)),
      quick: z.boolean(),
      cancelled: z.boolean(),
      /** How its shape compares with the published one, claim by claim; `text` says it in English. */
      shape: z.array(shapeFactSchema).optional(),
    })
    .optional(),
  /** Series that the run went on without. Absent when there was none. */
  leftOut: z.array(leftOutSchema).optional(),
  fault: faultSchema
    .optional()
    .describe(
      'What ended the run early. The points measured until then stand; absent when it went to its end.',
    ),
});
export type Run = z.infer<typeof runSchema>;

/** The published JSON Schema of the run document. */
export function runJsonSchema(): unknown {
  return z.toJSONSchema(runSchema);
}
