import { z } from 'zod';
import { type Hello, negotiatedSchema } from '../role-api.ts';
import type { RoleCpu } from './role-calls.ts';

/** The contract between the lab and the two ends of a stream: one role, `stream`, forked once for each end. */

/** The cipher suites of TLS 1.3 that TLS libraries have on (RFC 8446 §B.4), by their IANA names. */
export const cipherSuites = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
] as const;

/** What a stream is sent in. */
export const streamKinds = ['plaintext', ...cipherSuites] as const;
export type StreamKind = (typeof streamKinds)[number];

const cipher = z.enum(cipherSuites);

export const streamListenSpecSchema = z.object({
  linkId: z.string(),
  /** Plaintext if absent. The suite is the only one offered. */
  tls: z.object({ cipher, certPem: z.string(), keyPem: z.string() }).optional(),
});
export type StreamListenSpec = z.infer<typeof streamListenSpecSchema>;

export const streamConnectSpecSchema = z.object({
  linkId: z.string(),
  port: z.int().min(1).max(65_535),
  tls: z.object({ cipher, caPem: z.string(), serverName: z.string() }).optional(),
});
export type StreamConnectSpec = z.infer<typeof streamConnectSpecSchema>;

/** What one end says of its connection; absent on plaintext. */
export const streamFactsSchema = negotiatedSchema.pick({ tlsVersion: true, cipher: true }).optional();
export type StreamFacts = z.infer<typeof streamFactsSchema>;

/** Times are of the machine's monotonic clock, so that they compare between processes. */
export const sentSchema = z.object({ startedAtUs: z.number(), bytes: z.number().min(0) });
export const receivedSchema = z.object({ lastAtUs: z.number() });

export interface StreamCalls {
  hello(): Promise<Hello>;
  cpu(): Promise<RoleCpu>;
  /** Sending end: opens a listener on an ephemeral port of 127.0.0.1, for one connection. */
  listen(spec: StreamListenSpec): Promise<{ port: number }>;
  /** Sending end: waits for the connection and says what was negotiated. */
  accepted(linkId: string): Promise<StreamFacts>;
  /** Sending end: sends for so many milliseconds; answers when the last chunk has left. Bytes are cleartext. */
  send(linkId: string, durationMs: number): Promise<z.infer<typeof sentSchema>>;
  /** Receiving end: opens the connection and says what was negotiated. Rejects with `wrong-cipher` when TLS fails. */
  connect(spec: StreamConnectSpec): Promise<StreamFacts>;
  /** Receiving end: answers once so many bytes of cleartext have come since the connection was opened. */
  receive(linkId: string, totalBytes: number): Promise<z.infer<typeof receivedSchema>>;
}
