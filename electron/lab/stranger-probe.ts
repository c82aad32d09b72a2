import tls from 'node:tls';
import type { ServerTls } from '../../shared/role-api.ts';
import { serverName } from './pki.ts';

const ADDRESS = '127.0.0.1';
const SILENT_AFTER_MS = 10_000;
const request = `GET / HTTP/1.1\r\nHost: ${serverName}\r\nConnection: close\r\n\r\n`;

/** nginx completes the handshake, and answers so in place of forwarding (ngx_http_ssl_module, code 496). */
const refusal = /^HTTP\/1\.[01] 400 /;

/** What is known of a listener. */
interface Listener {
  readonly caPem: string;
  readonly version: ServerTls['version'];
}

/**
 * Whether a listener turns away a client that shows no certificate, as mutual TLS has it. In TLS 1.3 such a client is
 * connected before it hears of that (RFC 8446, §4.4.2.4), so it has to ask for something to know.
 */
export async function refusesStrangers(port: number, { caPem, version }: Listener): Promise<boolean> {
  const only = { minVersion: `TLSv${version}`, maxVersion: `TLSv${version}` } as const;
  const socket = tls.connect({ host: ADDRESS, port, servername: serverName, ca: caPem, ...only });
  let answer = '';
  let isSilent = false;
  socket.on('data', (bytes) => {
    answer += bytes.toString('latin1');
  });
  // Refused by an alert or by a reset: either way the connection closes, which is waited for.
  socket.on('error', () => {});
  socket.setTimeout(SILENT_AFTER_MS, () => {
    isSilent = true;
    socket.destroy();
  });
  socket.write(request);
  // Not `once` of node:events, which rejects at an error.
  await new Promise((resolve) => socket.once('close', resolve));
  return !isSilent && (answer === '' || refusal.test(answer));
}
