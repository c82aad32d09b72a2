import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import type { LinkCounts } from '../../../shared/hop-facts.ts';
import type { Negotiated } from '../../../shared/role-api.ts';
import { type HandshakeSource, unlessAbsent } from './handshake-source.ts';

const logIn = (dir: string) => path.join(dir, 'handshakes.log');

/** A pool that isn't reused writes some 80 bytes per request; beyond this the file is emptied once it has been read. */
const MAX_LOG_BYTES = 8 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

/**
 * Lines for the `http` block, by which nginx writes one line per connection: it has no counter of handshakes, but knows
 * about each (ngx_http_ssl_module, embedded variables). A client's certificate may be named with blanks, so it is last.
 * @param knowsAlpn whether there is a variable for it; where not, `h2` on TLS can only have come by ALPN
 */
export function handshakeLog(dir: string, knowsAlpn: boolean): string[] {
  const alpn = knowsAlpn ? '$ssl_alpn_protocol' : '$http2';
  return [
    'map $connection_requests $is_first { 1 1; default 0; }',
    `log_format handshake '$ssl_session_reused $ssl_protocol $ssl_cipher ${alpn} $ssl_client_s_dn';`,
    `access_log ${logIn(dir)} handshake if=$is_first;`,
  ];
}

/** @returns undefined for a line that is not of the format above */
function readLine(line: string): { isResumed: boolean; negotiated: Negotiated } | undefined {
  const [, reused, tlsVersion, cipher, alpn, subject] = /^([r.]) (\S+) (\S+) (\S+) (.+)$/.exec(line) ?? [];
  if (tlsVersion === undefined || cipher === undefined || alpn === undefined) return undefined;
  // What a variable has no value for is logged as a hyphen.
  const clientCertificate = subject === '-' ? undefined : subject;
  return {
    isResumed: reused === 'r',
    negotiated: { tlsVersion, cipher, alpn: alpn === '-' ? 'none' : alpn, clientCertificate },
  };
}

/** Reads nginx's lines as they come, and counts them. */
export class NginxHandshakes implements HandshakeSource {
  private readonly file: string;
  private readonly handshakes = { full: 0, resumed: 0 };
  private negotiated: Negotiated | undefined;
  private readBytes = 0;
  private rest = '';

  /** @param dir the instance's own */
  constructor(dir: string) {
    this.file = logIn(dir);
  }

  async read(): Promise<LinkCounts | undefined> {
    const handle = await unlessAbsent(open(this.file, 'r+'));
    if (handle === undefined) return undefined;
    try {
      await this.readOn(handle);
    } finally {
      await handle.close();
    }
    return { handshakes: { ...this.handshakes }, negotiated: this.negotiated };
  }

  private async readOn(handle: FileHandle): Promise<void> {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, this.readBytes);
      if (bytesRead === 0) break;
      this.readBytes += bytesRead;
      this.take(chunk.toString('latin1', 0, bytesRead));
    }
    if (this.readBytes < MAX_LOG_BYTES) return;
    // nginx appends, so it goes on at the new end; lines of the microseconds since the last read are lost.
    await handle.truncate(0);
    this.readBytes = 0;
  }

  private take(text: string): void {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) {
      const told = readLine(line);
      if (told === undefined) continue;
      this.handshakes[told.isResumed ? 'resumed' : 'full']++;
      this.negotiated = told.negotiated;
    }
  }
}
