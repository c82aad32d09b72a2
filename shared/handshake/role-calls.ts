import { z } from 'zod';
import { type Hello, negotiatedSchema } from '../role-api.ts';
import { captureSchema } from '../tls/capture.ts';
import { tlsVersions } from '../words.ts';
import { handshakeKeys } from './cases.ts';

/** The contract between the lab and the two roles of the handshake lab. */

const count = z.int().min(0);

/** One request and its answer have so many bytes each, on a connection that carries round trips. */
export const roundTripBytes = 256;

const tlsPartSchema = z.object({
  version: z.enum(tlsVersions),
  /** As OpenSSL writes them, `X25519:P-256`. */
  groups: z.string(),
  /** OpenSSL's name. */
  cipher: z.string(),
});

export const handshakeListenSpecSchema = z.object({
  linkId: z.string(),
  tls: tlsPartSchema.extend({ certPem: z.string(), keyPem: z.string() }).optional(),
  /** `close`: ends each connection once it is set up. `echo`: answers each request until the client ends it. */
  onceReady: z.enum(['close', 'echo']),
});
export type HandshakeListenSpec = z.infer<typeof handshakeListenSpecSchema>;

/**
 * What a connection is used for: set up and closed; set up, one round trip, closed; or round trips on one that stays open.
 */
export const activities = ['handshake', 'new-round-trip', 'open-round-trip'] as const;
export type Activity = (typeof activities)[number];

export const handshakeDialSpecSchema = z.object({
  linkId: z.string(),
  port: z.int().min(1).max(65_535),
  activity: z.enum(activities),
  tls: tlsPartSchema.extend({ caPem: z.string(), serverName: z.string(), resumed: z.boolean() }).optional(),
});
export type HandshakeDialSpec = z.infer<typeof handshakeDialSpecSchema>;

/** What a link of the server has done since it was opened, and the CPU of its whole process at the same moment. */
export const serverReadingSchema = z.object({
  userUs: z.number(),
  systemUs: z.number(),
  /** Handshakes completed, by the server's own `isSessionReused()`; both stay 0 on TCP alone. */
  full: count,
  resumed: count,
  /** Connections that have been closed. */
  closed: count,
  /**
   * On the wire until the server's handshake was done. TLS 1.3's tickets follow it and are not in it; a TLS 1.2 ticket is
   * part of the handshake (RFC 5077 §3.1) and is.
   */
  handshakeBytes: z.object({ in: count, out: count }),
  /** On the wire of all closed connections: tickets, requests and closing alerts included. */
  connectionBytes: z.object({ in: count, out: count }),
  /** Why the last handshake failed that did, in the server's words. */
  lastFailure: z.string().optional(),
});
export type ServerReading = z.infer<typeof serverReadingSchema>;

/** What one connection showed of itself, its bytes watched on their way. */
export const proofSchema = z.object({
  /** `TLSv1.3` */
  version: z.string(),
  /** IANA name. */
  cipher: z.string(),
  /** Of the key exchange, in the lab's words or else IANA's; absent of a resumed TLS 1.2 session, which exchanges no keys. */
  group: z.string().optional(),
  /** Certificates that the server sent; absent on a resumed connection, and where they could not be read. */
  chainLength: count.optional(),
  /** Absent on a resumed connection, which carries no certificate; `other` is none that the lab makes. */
  key: z.enum([...handshakeKeys, 'other']).optional(),
  resumed: z.boolean(),
  /** The server's first message was a HelloRetryRequest. */
  isRetried: z.boolean(),
  /** How often a flight of the server's answered one of the client's before the client could send a request. */
  roundTrips: count,
});
export type Proof = z.infer<typeof proofSchema>;

/** What the client answers of a watched connection: what its runtime says of it, and the bytes for the rest of its proof. */
export const watchedSchema = proofSchema
  .omit({ group: true, chainLength: true })
  .extend({ capture: captureSchema });
export type Watched = z.infer<typeof watchedSchema>;

/** A batch of connections, or of round trips on one. */
export const batchReportSchema = z.object({
  count,
  userUs: z.number(),
  systemUs: z.number(),
  /** By the client's own `isSessionReused()`. */
  full: count,
  resumed: count,
  /** What the connections ended on, by the client's own account; none of TCP alone and of round trips on an open one. */
  negotiated: z.array(negotiatedSchema.pick({ tlsVersion: true, cipher: true }).extend({ count })),
  /**
   * HDR histograms of µs. `wall`: of a handshake, from TCP's end to TLS's (of TCP alone, all of it); of a round trip, from
   * dialling, or from the request on an open connection, to the answer's last byte. `fromDial`: always from dialling to
   * the end of the handshake, or as `wall` of a round trip. `toHello`: from dialling until the ClientHello is made; empty
   * of TCP alone.
   */
  wall: z.string(),
  fromDial: z.string(),
  toHello: z.string(),
});
export type BatchReport = z.infer<typeof batchReportSchema>;

/** CPU of the whole process since it started, all its threads. */
export const roleCpuSchema = z.object({ cpuUs: z.number() });
export type RoleCpu = z.infer<typeof roleCpuSchema>;

export interface HandshakeServerCalls {
  hello(): Promise<Hello>;
  cpu(): Promise<RoleCpu>;
  /** Opens a listener on an ephemeral port of 127.0.0.1. */
  listen(spec: HandshakeListenSpec): Promise<{ port: number }>;
  /** Answers once no more than so many connections of the link are open. */
  read(linkId: string, openConnections: number): Promise<ServerReading>;
}

export interface HandshakeClientCalls {
  hello(): Promise<Hello>;
  cpu(): Promise<RoleCpu>;
  /** Whether this runtime's TLS library has these groups, as OpenSSL writes them. */
  hasGroups(groups: string): Promise<boolean>;
  /**
   * Makes ready for batches: one connection is watched on its way and proves what it is; one that shall resume has got
   * its ticket before; round trips on an open connection have theirs opened. Answers null on TCP alone.
   */
  open(spec: HandshakeDialSpec): Promise<Watched | null>;
  /** Gets sessions for a batch of so many connections to resume, where they shall; its handshakes belong to no batch. */
  prepare(linkId: string, count: number): Promise<void>;
  /** So many connections, or round trips, one after the other. */
  batch(linkId: string, count: number): Promise<BatchReport>;
}
