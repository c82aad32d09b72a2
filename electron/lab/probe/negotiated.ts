import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import type { Negotiated } from '../../../shared/probe/probe.ts';
import type { Secured } from './shake-hands.ts';

/** How long a ticket may come after the answer. */
const TICKET_MS = 300;

/**
 * What a handshake has agreed on, as far as the runtime tells.
 * @param name that was asked for; an address is never sent
 */
export function negotiatedOf(
  { socket, ocspStapled }: Secured,
  name: string,
): Omit<Negotiated, 'clientCertificate' | 'verified'> {
  const group: unknown = Reflect.get(socket.getEphemeralKeyInfo() ?? {}, 'name');
  return {
    version: socket.getProtocol() ?? 'unknown',
    cipher: socket.getCipher().standardName,
    group: typeof group === 'string' ? group : undefined,
    alpn: socket.alpnProtocol || undefined,
    serverName: isIP(name) === 0 ? name : undefined,
    ocspStapled,
  };
}

/** OpenSSL's name for what is wrong with the chain; Node gives it as text although its types say otherwise. */
export function verifyCodeOf(socket: TLSSocket): string | undefined {
  const code: unknown = socket.authorizationError;
  return code === null || code === undefined ? undefined : String(code);
}

/** Waits for a session, which in TLS 1.3 comes after the handshake, but not long. */
export async function untilGiven({ sessions, socket }: Secured): Promise<void> {
  const giveUpMs = performance.now() + TICKET_MS;
  while (sessions.length === 0 && !socket.destroyed && performance.now() < giveUpMs) await sleep(10);
}
