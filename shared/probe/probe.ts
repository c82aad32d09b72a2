import { z } from 'zod';
import { faultSchema } from '../fault.ts';
import { environmentSchema } from '../result.ts';
import { anatomySchema } from '../tls/anatomy.ts';
import { protocols, tlsVersions } from '../words.ts';
import { certificateSchema } from './certificate.ts';
import { handshakeCpuSchema } from './handshake-cpu.ts';

/** The document of a probe: what a handful of connections found out about one server. */
export const probeSchemaId = 'tls-cost-lab/probe@1';

/**
 * Steps of the first connection, one after the other: those present add up to `totalMs`. What this side does between them
 * belongs to none.
 */
const phasesSchema = z.object({
  /** Absent where the URL names an address. */
  dnsMs: z.number().optional(),
  tcpMs: z.number().optional(),
  tlsMs: z.number().optional(),
  /** From when the connection could be asked over until the answer's head was there. */
  firstByteMs: z.number().optional(),
  /** The body, or as much of it as was read. */
  bodyMs: z.number().optional(),
  totalMs: z.number(),
});
export type Phases = z.infer<typeof phasesSchema>;

const answerSchema = z.object({
  protocol: z.enum(protocols),
  method: z.literal('GET'),
  /** What was asked for, its query left out: `/` where the server could not be verified. */
  path: z.string(),
  status: z.int(),
  bodyBytes: z.int(),
  /** No more of the body was wanted. */
  cut: z.boolean(),
});
export type Answer = z.infer<typeof answerSchema>;

const negotiatedSchema = z.object({
  /** As OpenSSL names it: `TLSv1.3`. */
  version: z.string(),
  /** As IANA names it. */
  cipher: z.string(),
  /** Of the key exchange, as the runtime names it, or else as the handshake's own messages do; absent where neither does. */
  group: z.string().optional(),
  alpn: z.string().optional(),
  /** The name that was sent (SNI); absent for an address (RFC 6066 section 3). */
  serverName: z.string().optional(),
  ocspStapled: z.boolean(),
  /** Whether the server asked who the client is, and whether a certificate was shown. */
  clientCertificate: z.enum(['not-asked', 'asked', 'shown']),
  /** Chain, dates and name all hold against the authorities that were trusted. */
  verified: z.boolean(),
});
export type Negotiated = z.infer<typeof negotiatedSchema>;

const resumptionSchema = z.object({
  /** The server gave a session or a ticket. */
  offered: z.boolean(),
  /** How long the server says that its ticket may be used. */
  lifetimeS: z.number().optional(),
  /** A second connection that offered it was resumed; absent where nothing was offered or that connection failed. */
  worked: z.boolean().optional(),
});
export type Resumption = z.infer<typeof resumptionSchema>;

const passedOverSchema = z.object({ address: z.string(), durationMs: z.number(), fault: faultSchema });
export type PassedOver = z.infer<typeof passedOverSchema>;

export const probeSchema = z.object({
  schema: z.literal(probeSchemaId),
  startedAt: z.iso.datetime(),
  /** The client's side: machine, runtime and TLS library. */
  environment: environmentSchema,
  /** Without its query, which may hold a token. */
  url: z.string(),
  /** The address that answered; absent where none did. */
  address: z.string().optional(),
  /** Addresses of the name that were tried before it and did not accept; their time is part of no phase. */
  passedOver: z.array(passedOverSchema).optional(),
  /** TCP connections that were opened in all. */
  connections: z.int(),
  phases: phasesSchema,
  answer: answerSchema.optional(),
  tls: negotiatedSchema.optional(),
  /** As sent, the server's own certificate first; no more than the first ten. */
  chain: z.array(certificateSchema).optional(),
  resumption: resumptionSchema.optional(),
  /**
   * Whether this version was spoken, or a connection that allows it alone gets past the ServerHello; false only where an
   * alert refused it, absent where that can't be told.
   */
  versions: z.partialRecord(z.enum(tlsVersions), z.boolean()).optional(),
  handshakeCpu: handshakeCpuSchema.optional(),
  /** The handshake of the first TLS connection, taken apart; the secrets that opened it are not kept. */
  anatomy: anatomySchema.optional(),
  /** What was wrong, in the order in which it showed. */
  problems: z.array(faultSchema),
});
export type Probe = z.infer<typeof probeSchema>;

/** The published JSON Schema of the document. */
export function probeJsonSchema(): unknown {
  return z.toJSONSchema(probeSchema);
}

/** Whether the probe got as far as the server's own protocol: a TLS handshake, or without TLS an answer. */
export const hasFacts = ({ tls, answer }: Probe): boolean => tls !== undefined || answer !== undefined;
