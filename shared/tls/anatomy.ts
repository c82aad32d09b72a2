import { z } from 'zod';
import { sides } from './capture.ts';

/** One fact of a message, for people: `Cipher suite` and `TLS_AES_256_GCM_SHA384 (0x1302)`. */
const fieldSchema = z.object({ name: z.string(), value: z.string() });
export type Field = z.infer<typeof fieldSchema>;

/** One record on the wire (RFC 8446 section 5.1, RFC 5246 section 6.2). */
export const recordSchema = z.object({
  from: z.enum(sides),
  /** When its last byte passed, µs on the clock of the capture. */
  atUs: z.number(),
  /** The content type that the record's header says, for example `handshake`; `unknown (99)` for a number of no meaning. */
  outerType: z.string(),
  /** The content type once opened (TLS 1.3 hides it); absent where the record could not be opened. */
  innerType: z.string().optional(),
  /** All of it, header included. */
  wireBytes: z.int().min(0),
});
export type TlsRecord = z.infer<typeof recordSchema>;

/** One handshake message, alert, change_cipher_spec, or run of application data in one direction. */
export const messageSchema = z.object({
  /** As the RFCs name it: `ClientHello`, `HelloRetryRequest`, `NewSessionTicket`, `Alert`, `ApplicationData`… */
  name: z.string(),
  from: z.enum(sides),
  /** When its first and its last byte passed, µs on the clock of the capture. */
  beganUs: z.number(),
  endedUs: z.number(),
  /** A handshake message's own length, its 4-byte header included; the plaintext's for other kinds. */
  bytes: z.int().min(0),
  /** Its share of the bytes on the wire: whole records, divided among the messages in them. */
  wireBytes: z.int().min(0),
  /** Whether it was encrypted on the wire. */
  isEncrypted: z.boolean(),
  /** Counts up from 0 each time that the direction turns. */
  flight: z.int().min(0),
  fields: z.array(fieldSchema),
});
export type Message = z.infer<typeof messageSchema>;

/**
 * Bytes that could not be read: where they begin in their direction's stream, or where the message begins of which they are
 * a part; and why, in words.
 */
const unreadSchema = z.object({
  from: z.enum(sides),
  offset: z.int().min(0),
  bytes: z.int().min(0),
  reason: z.string(),
});
export type Unread = z.infer<typeof unreadSchema>;

/** A connection's handshake taken apart. What could be read is here; what couldn't is in `unread`. */
export const anatomySchema = z.object({
  /** `TLSv1.3`, `TLSv1.2`; absent before a ServerHello was read. */
  version: z.string().optional(),
  cipher: z.string().optional(),
  /** Group of the key exchange, for example `X25519MLKEM768`. */
  group: z.string().optional(),
  isResumed: z.boolean().optional(),
  records: z.array(recordSchema),
  messages: z.array(messageSchema),
  unread: z.array(unreadSchema),
});
export type Anatomy = z.infer<typeof anatomySchema>;
