/** The vocabulary of DESIGN.md as closed lists; every other file spells these words by importing them. */

/** Processes on the path, in the order in which a request meets them: a mesh has two proxies. */
export const tierIds = ['client', 'proxy', 'proxy2', 'app'] as const;
export type Tier = (typeof tierIds)[number];

/** A tier that accepts connections, so one that can be the far end of a hop. */
export type ServingTier = Exclude<Tier, 'client'>;

/** Those of them, from the client inwards. */
export const servingTierIds: readonly ServingTier[] = tierIds.filter((tier) => tier !== 'client');

/** Those of them that forward, and that an engine of one's choice plays. */
export const proxyTierIds = ['proxy', 'proxy2'] as const satisfies readonly ServingTier[];
export type ProxyTier = (typeof proxyTierIds)[number];

/** `plaintext` carries HTTP as it is; `tls` carries it in TLS records (RFC 8446, RFC 5246). */
export type Security = 'plaintext' | 'tls';

/** HTTP/1.1 (RFC 9112) or HTTP/2 (RFC 9113), as the client speaks it on its own hop. */
export const protocols = ['h1', 'h2'] as const;
export type Protocol = (typeof protocols)[number];

export const methods = ['GET', 'POST'] as const;
export type Method = (typeof methods)[number];

export const tlsVersions = ['1.3', '1.2'] as const;
export type TlsVersion = (typeof tlsVersions)[number];

/** Key of a server's certificate. */
export const keyTypes = ['ecdsa-p256', 'rsa-2048'] as const;
export type KeyType = (typeof keyTypes)[number];

/** What plays a tier. */
export const engines = ['builtin', 'nginx', 'haproxy', 'envoy', 'caddy'] as const;
export type Engine = (typeof engines)[number];

/** `http` ends what it is sent and forwards requests; `tcp` forwards bytes as they come and never decrypts. */
export type Layer = 'http' | 'tcp';

/** What a topology may ask of its proxies beyond forwarding requests, and not every engine can. */
export const engineNeeds = ['tcp', 'mutual'] as const;
export type EngineNeed = (typeof engineNeeds)[number];

/** Why a request did not count as served. One request has at most one kind. */
export const errorKinds = [
  'connect',
  'tls',
  'reset',
  'timeout',
  'status',
  'body-length',
  'protocol',
] as const;
export type ErrorKind = (typeof errorKinds)[number];
