import { once } from 'node:events';
import { get } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { LinkCounts } from '../../../shared/hop-facts.ts';
import { type HandshakeSource, unlessAbsent } from './handshake-source.ts';

const socketIn = (dir: string) => path.join(dir, 'admin.sock');
const OWNER_ONLY = 0o600;

/** Under this name the listener and its connection manager count. */
export const statPrefix = 'lab';

/** Where Envoy answers: a socket in the instance's own directory, never a port. */
export const adminPipe = (dir: string) => ({ address: { pipe: { path: socketIn(dir), mode: OWNER_ONLY } } });

/** Of its thousand counters, those of TLS at the listener, and of the HTTP that ALPN chose there, once they have counted. */
const asked = `/stats?usedonly&filter=${encodeURIComponent(
  `^(listener\\.${statPrefix}\\.ssl\\.(handshake|session_reused|versions|ciphers)|http\\.${statPrefix}\\.downstream_cx_http2_total)`,
)}`;

/** @returns what follows `prefix` in the name of the counter that has counted most */
function mostCounted(counters: ReadonlyMap<string, number>, prefix: string): string | undefined {
  const [most] = [...counters]
    .filter(([name, count]) => name.startsWith(prefix) && count > 0)
    .toSorted(([, a], [, b]) => b - a);
  return most?.[0].slice(prefix.length);
}

/** @param answer lines of name and value */
function readStats(answer: string): LinkCounts {
  const counters = new Map(
    [...answer.matchAll(/^(\S+): (\d+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
  );
  const of = (name: string) => counters.get(`listener.${statPrefix}.ssl.${name}`) ?? 0;
  const resumed = of('session_reused');
  const tlsVersion = mostCounted(counters, `listener.${statPrefix}.ssl.versions.`);
  const cipher = mostCounted(counters, `listener.${statPrefix}.ssl.ciphers.`);
  const isH2 = (counters.get(`http.${statPrefix}.downstream_cx_http2_total`) ?? 0) > 0;
  return {
    handshakes: { full: of('handshake') - resumed, resumed },
    // Envoy has no counter by the client's name: only that it was verified.
    negotiated: tlsVersion && cipher ? { tlsVersion, cipher, alpn: isH2 ? 'h2' : 'http/1.1' } : undefined,
  };
}

async function ask(socketPath: string): Promise<string> {
  const [answer] = await once(get({ socketPath, path: asked }), 'response');
  return text(answer);
}

/** Asks Envoy's admin interface for its counters of handshakes. */
export const envoyHandshakes = (dir: string): HandshakeSource => ({
  read: async () => {
    const answer = await unlessAbsent(ask(socketIn(dir)));
    return answer === undefined ? undefined : readStats(answer);
  },
});
