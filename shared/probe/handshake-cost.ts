import { groupNames } from '../handshake/cases.ts';

/** What the cost of a handshake depends on, as it was negotiated. */
export interface HandshakeKind {
  /** `1.3` or `1.2`. */
  readonly version: string;
  /** As the handshake lab names keys: `ecdsa-p256`, `rsa-2048`, `ed25519`. */
  readonly key: string;
  /** Of the certificate that the client showed; absent where it showed none. */
  readonly clientKey?: string;
}

/** Key exchange of every cost that is known here: what Node negotiates with itself, and the plain cases of the lab. */
export const costGroup = groupNames.x25519.openssl;

export type Span = readonly [lowUs: number, highUs: number];

/** `reference`: of FIELD.md D5; `modelled`: derived from it; `measured`: of a handshake document. */
export const costOrigins = ['reference', 'modelled', 'measured'] as const;

/** µs of server CPU for one new connection of a kind. */
export interface HandshakeCost {
  readonly full: Span;
  readonly resumed: Span | undefined;
  readonly origin: (typeof costOrigins)[number];
  /** Whose cost it is, in words. */
  readonly where: string;
}
