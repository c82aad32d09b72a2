import type { Side } from './capture.ts';

/** What the messages so far say about a connection; whoever reads a message adds to it. */
export interface HandshakeFacts {
  clientRandom?: Uint8Array;
  offeredSessionId?: Uint8Array;
  offeredTicketBytes?: number;
  serverRandom?: Uint8Array;
  /** `ProtocolVersion` that the server chose. */
  version?: number;
  /** Number of the cipher suite that the server chose. */
  suite?: number;
  group?: string;
  isResumed?: boolean;
  /** The server's certificates in DER, in the order in which it sent them. */
  serverCertificates?: Uint8Array[];
}

/** A part of a message that isn't laid out as its RFC says. */
export interface Flaw {
  bytes: number;
  reason: string;
}

/** What the reader of a message is given beside its bytes. */
export interface MessageContext {
  from: Side;
  facts: HandshakeFacts;
  flaws: Flaw[];
}
