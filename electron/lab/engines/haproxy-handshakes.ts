import net from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { LinkCounts } from '../../../shared/hop-facts.ts';
import type { Negotiated } from '../../../shared/role-api.ts';
import { type HandshakeSource, unlessAbsent } from './handshake-source.ts';

const socketIn = (dir: string) => path.join(dir, 'stats.sock');

/** Line for `global`: where HAProxy answers. Only an operator may be shown a table's entries (management guide, §9.3). */
export const statsSocket = (dir: string): string =>
  `  stats socket ${socketIn(dir)} mode 600 level operator\n`;

/**
 * Lines for the listener: rules of a session run once per connection, after its handshake (configuration manual, §4.2,
 * `tcp-request session`). Each connection is counted under what was negotiated on it.
 */
export const handshakeTable = `  stick-table type string len 300 size 64 store conn_cnt
  tcp-request session set-var(sess.version) ssl_fc_protocol
  tcp-request session set-var(sess.cipher) ssl_fc_cipher
  tcp-request session set-var(sess.alpn) ssl_fc_alpn
  tcp-request session set-var(sess.subject) ssl_c_s_dn(,0,rfc2253)
  tcp-request session track-sc0 ssl_fc_is_resumed,concat(|,sess.version,|),concat(,sess.cipher,|),concat(,sess.alpn,|),concat(,sess.subject,)
`;

interface Entry {
  readonly isResumed: boolean;
  readonly count: number;
  readonly negotiated: Negotiated;
}

function readEntry(line: string): Entry[] {
  const [, key, count] = /\bkey=(.*) use=\d+ .*\bconn_cnt=(\d+)/.exec(line) ?? [];
  // Blanks and the like stand behind a backslash.
  const [resumed, tlsVersion, cipher, alpn, ...subject] = key?.replaceAll(/\\(.)/g, '$1').split('|') ?? [];
  if (tlsVersion === undefined || cipher === undefined || alpn === undefined) return [];
  const clientCertificate = subject.join('|') || undefined;
  const negotiated = { tlsVersion, cipher, alpn: alpn || 'none', clientCertificate };
  return [{ isResumed: resumed === '1', count: Number(count), negotiated }];
}

/** @param answer to `show table`. @returns the counts, and what most connections have negotiated */
function readTable(answer: string): LinkCounts | undefined {
  if (!answer.startsWith('# table')) return undefined;
  const entries = answer.split('\n').flatMap(readEntry);
  const handshakes = { full: 0, resumed: 0 };
  for (const { isResumed, count } of entries) handshakes[isResumed ? 'resumed' : 'full'] += count;
  const [most] = entries.toSorted((a, b) => b.count - a.count);
  return { handshakes, negotiated: most?.negotiated };
}

async function ask(socketPath: string, question: string): Promise<string> {
  const socket = net.connect(socketPath);
  // Not `end`: HAProxy answers one question and closes by itself.
  socket.write(`${question}\n`);
  return text(socket);
}

/** Asks HAProxy for its table of handshakes. */
export const haproxyHandshakes = (dir: string): HandshakeSource => ({
  read: async () => {
    const answer = await unlessAbsent(ask(socketIn(dir), 'show table lab'));
    return answer === undefined ? undefined : readTable(answer);
  },
});
