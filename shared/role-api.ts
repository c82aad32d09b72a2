import { z } from 'zod';
import { tlsSettingsSchema, workloadSchema } from './config.ts';
import { laneSchema } from './timeline.ts';
import { captureSchema } from './tls/capture.ts';
import { errorKinds } from './words.ts';

/** The contract between the lab and its child processes. Counters are cumulative and raw: ratios are made in shared/. */

const count = z.int().min(0);
/** A port on 127.0.0.1. */
const port = z.int().min(1).max(65_535);

export const negotiatedSchema = z.object({
  /** As the TLS library names it, for example `TLSv1.3`. */
  tlsVersion: z.string(),
  /** IANA name, for example `TLS_AES_256_GCM_SHA384`. */
  cipher: z.string(),
  /** Protocol chosen by ALPN (RFC 7301), or `none`. */
  alpn: z.string(),
  /** Subject of the certificate that the client showed (mutual TLS); absent where it showed none. */
  clientCertificate: z.string().optional(),
});
export type Negotiated = z.infer<typeof negotiatedSchema>;

/**
 * What one link (a listener of a server, or the fleet of connections of the load generator) has done since it was made,
 * read at the same moment as the CPU of the process that it lives in.
 */
export const countersSchema = z.object({
  /** Monotonic clock of the machine, µs. */
  atUs: z.number(),
  /** CPU of the whole process since it started (`process.cpuUsage()`, all its threads). */
  userUs: z.number(),
  systemUs: z.number(),
  rssBytes: z.number(),
  /** Requests answered (server) or answered correctly (load generator). */
  requests: count,
  /**
   * A server counts the bytes on its wire, TLS records included; the load generator counts cleartext, since Node tells a
   * TLS client no other number.
   */
  bytesIn: count,
  bytesOut: count,
  connectionsOpened: count,
  /** TLS handshakes completed on this link, by the server's own count; the load generator reports its own view. */
  handshakes: z.object({ full: count, resumed: count }),
  errors: z.partialRecord(z.enum(errorKinds), count),
  /** Facts of a recent TLS connection of this link; absent on plaintext and before the first connection. */
  negotiated: negotiatedSchema.optional(),
  /** HTTP version of the last request that the app saw. */
  httpVersion: z.string().optional(),
  /**
   * Load generator in an open loop only: requests whose moment has come. A pause goes on sending them for a while; what is
   * left then is never sent: it is due and not answered, and its latency is recorded as the time that it waited.
   */
  due: count.optional(),
  /** Load generator in an open loop only: time in which requests became due or waited to be sent. */
  offeredMs: z.number().optional(),
  /** Load generator only: latencies recorded since the last read, as an encoded HDR histogram in µs. */
  latency: z.string().optional(),
  /** Lanes finished since the last read, by the id that the marked request carried. */
  lanes: z.array(z.object({ id: z.string(), lane: laneSchema })),
  /** TLS connections whose bytes were taken down and that have ended since the last read; absent if none has. */
  captures: z.array(captureSchema).optional(),
});
export type Counters = z.infer<typeof countersSchema>;

/** PEM texts of a server's certificate. They cross by IPC and stay in memory. */
export const serverTlsSchema = tlsSettingsSchema.extend({
  certPem: z.string(),
  keyPem: z.string(),
  /** Clients must show a certificate of this authority (mutual TLS). */
  clientCaPem: z.string().optional(),
});
export type ServerTls = z.infer<typeof serverTlsSchema>;

export const clientTlsSchema = tlsSettingsSchema.extend({
  caPem: z.string(),
  serverName: z.string(),
  /** Shown to a server that asks for a certificate (mutual TLS). */
  own: z.object({ certPem: z.string(), keyPem: z.string() }).optional(),
});
export type ClientTls = z.infer<typeof clientTlsSchema>;

/** A plaintext listener speaks one protocol; a TLS listener offers both by ALPN and the client chooses. */
export const listenSpecSchema = z.object({
  linkId: z.string(),
  protocol: z.enum(['h1', 'h2']),
  tls: serverTlsSchema.optional(),
});
export type ListenSpec = z.infer<typeof listenSpecSchema>;

export const proxyListenSpecSchema = listenSpecSchema.extend({
  /** `tcp` forwards bytes unread: it speaks no protocol and no TLS of its own. */
  layer: z.enum(['http', 'tcp']),
  upstream: z.object({
    /** Names of this hop's ends, for the timeline. */
    from: z.string(),
    to: z.string(),
    port,
    tls: clientTlsSchema.optional(),
    /** Counts handshakes with the app under this link, for an app that counts none itself. */
    countedAs: z.string().optional(),
    /** How long the app may stay silent before the client gets a 504. */
    silenceMs: z.number(),
  }),
});
export type ProxyListenSpec = z.infer<typeof proxyListenSpecSchema>;

/** A wire is dialled in its target's place and carries bytes both ways, each kept back for the delay. */
export const wireListenSpecSchema = z.object({
  linkId: z.string(),
  /** An IP address; 127.0.0.1 if absent. */
  targetHost: z.union([z.ipv4(), z.ipv6()]).optional(),
  targetPort: port,
  /** Of each direction: half of the added round trip. */
  delayMs: z.number().min(0).max(100),
  /** For a target that is not this machine: how often it may be dialled, and after how long the wire is cut. */
  limits: z.object({ dialsPerSec: z.number().min(1), lifetimeMs: z.number().min(0) }).optional(),
});
export type WireListenSpec = z.infer<typeof wireListenSpecSchema>;

/** What a service of the user's own is asked, in place of so many bytes of the lab's app. */
export const loadRequestSchema = z.object({
  method: z.string(),
  path: z.string(),
  /** Host and port, as `Host` or `:authority` names them. */
  authority: z.string(),
  /** Further header fields, names and values. */
  fields: z.array(z.tuple([z.string(), z.string()])),
  bodyBase64: z.string(),
  /** Body length that a correct answer has; any if absent. */
  answerBytes: count.optional(),
});
export type LoadRequestSpec = z.infer<typeof loadRequestSchema>;

export const loadSpecSchema = z.object({
  linkId: z.string(),
  /** Names of this hop's ends, for the timeline. */
  from: z.string(),
  to: z.string(),
  port,
  tls: clientTlsSchema.optional(),
  workload: workloadSchema,
  request: loadRequestSchema.optional(),
  /** Times one extra, real connection about once a second. */
  timeline: z.boolean(),
});
export type LoadSpec = z.infer<typeof loadSpecSchema>;

/** Who a role is; its first answer says that it is ready. */
export const helloSchema = z.object({
  pid: z.int(),
  runtime: z.object({ name: z.enum(['node', 'electron']), version: z.string(), tls: z.string() }),
});
export type Hello = z.infer<typeof helloSchema>;

export interface RoleCalls {
  hello(): Promise<Hello>;
  /** Counters of one link, with the CPU of the whole process at the same moment. An unknown link has zeros. */
  counters(linkId: string): Promise<Counters>;
}

export interface AppCalls extends RoleCalls {
  /**
   * Takes down the bytes of the next TLS connection to a link, which then ends after one answer. One request is answered
   * with the wish to close its connection, so that whoever dials from a pool must make a new one.
   */
  captureNext(linkId: string): Promise<void>;
  /** Opens a listener on an ephemeral port of 127.0.0.1, or answers the port of the one already open for this link. */
  listen(spec: ListenSpec): Promise<{ port: number }>;
}

export interface ProxyCalls extends RoleCalls {
  /**
   * Sends the next request that the load generator has marked over a TLS connection of its own to the next tier, whose
   * bytes are taken down, instead of one from the pool.
   */
  captureNext(linkId: string): Promise<void>;
  listen(spec: ProxyListenSpec): Promise<{ port: number }>;
}

export interface WireCalls extends RoleCalls {
  /** Opens a wire on an ephemeral port of 127.0.0.1, or answers the port of the one already open for this link. */
  listen(spec: WireListenSpec): Promise<{ port: number }>;
}

export interface LoadCalls extends RoleCalls {
  /**
   * Begins load over the link's fleet of connections, opening it if it isn't open yet. Answers once all kept connections
   * are open and requests flow. A fleet of the same link with another spec is replaced. In an open loop the first request is
   * due as asking begins, and none is owed from before.
   */
  start(spec: LoadSpec): Promise<void>;
  /**
   * Stops asking; answers when no request is in flight any more. Connections stay open, but those with a request still in
   * flight after 8 s are closed, which counts as no error.
   */
  pause(linkId: string): Promise<void>;
  /** Closes every fleet that is not named. */
  keepOnly(linkIds: string[]): Promise<void>;
}

/** A program that the keeper runs: a real engine. */
export const keptProgramSchema = z.object({
  file: z.string(),
  args: z.array(z.string()),
  /** It runs in this directory, which is removed when it has ended. */
  dir: z.string(),
  /** Where it runs instead; nothing is removed there. */
  cwd: z.string().optional(),
  env: z.record(z.string(), z.string()),
  stopSignal: z.enum(['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGUSR1']),
  /** A shell with what it started: the signal goes to all of them, since a shell doesn't hand it on. */
  signalsGroup: z.boolean().optional(),
});
export type KeptProgram = z.infer<typeof keptProgramSchema>;

/** How a kept program ended, and its last lines on stderr. */
export const keptExitSchema = z.object({
  code: z.int().nullable(),
  signal: z.string().nullable(),
  lastStderr: z.array(z.string()),
});
export type KeptExit = z.infer<typeof keptExitSchema>;

/** Runs real engines in process groups of their own and ends them when the lab is gone, however it went. */
export interface KeeperCalls {
  hello(): Promise<Hello>;
  /** Answers the process id, which is also that of the group. Rejects when the program can't be started. */
  run(program: KeptProgram): Promise<{ pid: number }>;
  /** Answers when the program has ended. */
  exited(pid: number): Promise<KeptExit>;
  /** Asks the program to end, and kills its whole group if it doesn't within a second; answers when it has ended. */
  stop(pid: number): Promise<void>;
}
