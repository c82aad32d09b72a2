import { z } from 'zod';
import { faultSchema } from '../fault.ts';
import { environmentSchema, figureSchema, warningSchema } from '../result.ts';
import { helloSchema } from '../role-api.ts';
import { tlsVersions } from '../words.ts';
import { handshakeCaseIds, handshakeKeys } from './cases.ts';
import { explainedRowSchema } from './explained-rows.ts';
import { primitivesSchema } from './primitives.ts';
import { streamingSchema } from './streaming.ts';

/** The document of the handshake lab: what `tls-cost-lab handshake --json` prints. */
export const handshakeSchemaId = 'tls-cost-lab/handshake@1';

const count = z.int().min(0);
const runtimeSchema = helloSchema.shape.runtime;
/** Below 100 values the 99th percentile would be their maximum; it is absent then. */
const percentilesMsSchema = z.object({ p50: z.number(), p99: z.number().optional() });

/** What is common to all rows: which case, on which runtime; on TCP alone nothing of TLS is there. */
const rowHead = {
  case: z.enum(handshakeCaseIds),
  /** Server and client both ran on it: the TLS library is part of the result. */
  runtime: runtimeSchema,
  version: z.enum(tlsVersions).optional(),
  /** Of the server's certificate. */
  key: z.enum(handshakeKeys).optional(),
  resumed: z.boolean(),
};

/**
 * A case measured, or there would be a fault in its place: one connection, watched before the measuring, showed all that
 * the case promises; each measured one was of the same version and cipher, and full or resumed by both sides' word.
 */
export const handshakeRowSchema = z.object({
  ...rowHead,
  /** As the watched connection's bytes have it; absent where no key was exchanged. */
  group: z.string().optional(),
  /** IANA name of the one negotiated. */
  cipher: z.string().optional(),
  /** Certificates that the watched connection carried, the root not among them; absent on a resumed one. */
  chainLength: z.int().optional(),
  /** A HelloRetryRequest was seen on the wire. */
  isRetried: z.boolean(),
  /** Round trips before the first request could leave, seen on the wire, TCP's own apart. */
  roundTrips: count,
  handshakes: count,
  /** By both sides' own account. */
  resumedCount: count,
  /** Of a whole connection: TCP's part, the handshake, tickets and the closing. */
  serverCpuUs: figureSchema,
  clientCpuUs: figureSchema,
  /** From TCP's end to the end of the client's handshake; of TCP alone, from dialling to connected. */
  wallMs: percentilesMsSchema,
  /** Mean per handshake on the wire, by the client: TLS 1.3's tickets, which come after it, are not included. */
  bytesSent: z.number(),
  bytesReceived: z.number(),
  /** The same of the whole connection, with tickets and closing alerts. */
  connectionBytesSent: z.number(),
  connectionBytesReceived: z.number(),
  modelled: z.boolean(),
});
export type HandshakeRow = z.infer<typeof handshakeRowSchema>;

/** A case that could not be measured, or whose connections were not what it promises: a fault instead of figures. */
export const failedRowSchema = z.object({
  ...rowHead,
  handshakes: count,
  resumedCount: count,
  fault: faultSchema,
});
export type FailedRow = z.infer<typeof failedRowSchema>;

const costSchema = z.object({
  count,
  serverCpuUs: figureSchema,
  clientCpuUs: figureSchema,
  wallMs: percentilesMsSchema,
});
export type RoundTripCost = z.infer<typeof costSchema>;

/** One round trip of 256 bytes each way, on a connection of its own against on one that is open. */
export const roundTripRowSchema = z.object({
  ...rowHead,
  newConnection: costSchema,
  openConnection: costSchema,
  /** CPU of both sides that a new connection costs beyond its round trip. */
  connectionCpuUs: figureSchema,
  /**
   * How many round trips a connection must carry for its setting up and closing to be no more than this share of all its
   * CPU, both sides together; at one half it equals the requests' own. Absent where a round trip costs nothing measurable.
   */
  breakEven: z.array(
    z.object({
      share: z.number(),
      roundTrips: z.int().min(1),
      /** Between so many and so many, by the 95 % intervals of both costs; absent where they have none. */
      roundTripsCi95: z.tuple([z.int().min(1), z.int().min(1)]).optional(),
    }),
  ),
  /** CPU of both sides per round trip on a connection that carries so many. */
  curve: z.array(z.object({ roundTrips: z.int().min(1), cpuUsPerRoundTrip: z.number() })),
});
export type RoundTripRow = z.infer<typeof roundTripRowSchema>;

/**
 * A case over a distance, measured or modelled. Time runs from dialling to when the first request can leave. The wire
 * lets TCP's own round trip pass with the client's first bytes, so it can't be timed apart: `tlsMs` is without one RTT.
 */
export const distanceRowSchema = z.object({
  case: z.union([z.enum(handshakeCaseIds), z.literal('tls13-ecdsa-p256-0rtt')]),
  runtime: runtimeSchema,
  rttMs: z.number(),
  tcpRoundTrips: z.literal(1),
  tlsRoundTrips: z.int().min(0),
  /** Absent where nothing was measured. */
  handshakes: count.optional(),
  wallMs: percentilesMsSchema.optional(),
  tlsMs: percentilesMsSchema.optional(),
  /**
   * Round trips × distance, and what the same case takes without a distance; of 0-RTT, what a resumed one takes without a
   * distance until its ClientHello is made, with which the request would leave.
   */
  modelMs: z.number(),
  /** True where the runtime can't do it (0-RTT in Node), so that the model is all there is. */
  modelled: z.boolean(),
});
export type DistanceRow = z.infer<typeof distanceRowSchema>;

/** A distance at which a case could not be measured. */
export const failedDistanceSchema = z.object({ ...rowHead, rttMs: z.number(), fault: faultSchema });
export type FailedDistance = z.infer<typeof failedDistanceSchema>;

const failedPartSchema = z.object({ runtime: runtimeSchema, fault: faultSchema });

export const handshakeDocumentSchema = z.object({
  schema: z.literal(handshakeSchemaId),
  id: z.string(),
  startedAt: z.iso.datetime(),
  durationS: z.number(),
  environment: environmentSchema,
  rows: z.array(z.union([handshakeRowSchema, failedRowSchema])),
  /** Cases that a runtime can't do, with the reason. */
  leftOut: z.array(z.object({ ...rowHead, fault: faultSchema })),
  /** Executables found on the PATH that could not take part, with the reason. Absent in documents of the first versions. */
  unusableNodes: z.array(z.object({ file: z.string(), fault: faultSchema })).optional(),
  roundTrips: z.array(z.union([roundTripRowSchema, failedRowSchema])),
  distance: z.array(z.union([distanceRowSchema, failedDistanceSchema])),
  /** On each runtime; absent when only some cases were asked for. */
  streaming: z.array(z.union([streamingSchema, failedPartSchema])).optional(),
  primitives: z.array(z.union([primitivesSchema, failedPartSchema])).optional(),
  /** How much of each case the primitives explain. */
  explained: z.array(explainedRowSchema).optional(),
  /** What to doubt: the machine's state while handshakes were measured, intervals too wide. Absent in documents of the first versions. */
  warnings: z.array(warningSchema).optional(),
  /** Why it is not all that was asked for, if it isn't; what was measured before stands. */
  endedEarly: z.enum(['cancelled', 'out-of-time', 'failed']).optional(),
  fault: faultSchema.optional(),
});
export type HandshakeDocument = z.infer<typeof handshakeDocumentSchema>;

/** The published JSON Schema of the document. */
export function handshakeJsonSchema(): unknown {
  return z.toJSONSchema(handshakeDocumentSchema);
}
