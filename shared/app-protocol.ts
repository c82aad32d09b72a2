import type { Engine } from './words.ts';

/**
 * Whether a proxy speaks HTTP/1.1 alone to an app behind TLS; the others settle on HTTP/2 there by ALPN. Only a connection
 * of HTTP/1.1 can be ended by the app after one answer without breaking the requests of others.
 */
export const speaksOnlyH1ToApp: Readonly<Record<Engine, boolean>> = {
  builtin: false,
  nginx: true,
  haproxy: false,
  envoy: false,
  caddy: false,
};
