import net, { type Socket } from 'node:net';
import type { LinkCounters } from './counters.ts';
import type { WireClock } from './wire-clock.ts';
import { WireDirection } from './wire-direction.ts';

/** For both ends. */
export const wireSocketOptions = {
  /** An end is carried like a byte: the other direction may still be busy. */
  allowHalfOpen: true,
  noDelay: true,
  /** So much may wait in Node for the kernel before a direction stops: Node's own 16 KB would stop it at every read. */
  highWaterMark: 2 ** 20,
} as const;

export interface WireEnds {
  /** An IP address. */
  readonly targetHost: string;
  readonly targetPort: number;
  /** One way. */
  readonly delayUs: number;
}

/**
 * Carries one connection. TCP's handshake (RFC 9293 §3.5) takes the client one round trip before it may send, but on
 * loopback the kernel finishes it at once, before the wire hears of it. So the client's bytes set off one round trip
 * late until the first answer has reached it: what it sends from then on may be caused by something that was itself late.
 * A client whose first bytes come later than that was not waiting for the connection, and owes nothing. The server,
 * likewise, can't have heard of the connection before one and a half round trips.
 *
 * What the wire doesn't have is TCP's slow start (RFC 5681 §3.1): a large answer over a young connection would take more
 * round trips through a real distance.
 */
export function carry(client: Socket, ends: WireEnds, link: LinkCounters, clock: WireClock): void {
  const { delayUs } = ends;
  const connectedUs = clock.arrivalUs();
  const establishedUs = connectedUs + 3 * delayUs;
  let owedUs: number | undefined;
  let isRefused = true;
  const server = net.connect({ ...wireSocketOptions, host: ends.targetHost, port: ends.targetPort }, () => {
    isRefused = false;
  });
  const toServer = new WireDirection({ from: client, to: server, delayUs, clock, onDelivered: () => {} });
  const payOff = () => {
    owedUs = 0;
  };
  const toClient = new WireDirection({ from: server, to: client, delayUs, clock, onDelivered: payOff });
  const fromClientUs = () => {
    const arrivalUs = clock.arrivalUs();
    owedUs ??= arrivalUs < connectedUs + 2 * delayUs ? 2 * delayUs : 0;
    return arrivalUs + owedUs;
  };
  const fromServerUs = () => Math.max(clock.arrivalUs(), establishedUs);
  client.on('data', (bytes: Buffer) => toServer.take(bytes, fromClientUs()));
  client.on('end', () => toServer.take('end', fromClientUs()));
  client.on('error', () => toServer.take('reset', fromClientUs()));
  server.on('data', (bytes: Buffer) => toClient.take(bytes, fromServerUs()));
  server.on('end', () => toClient.take('end', fromServerUs()));
  server.on('error', () => {
    if (isRefused) link.countError('connect');
    // A refusal answers the SYN: the client has it one round trip after it dialled.
    toClient.take('reset', isRefused ? connectedUs + delayUs : fromServerUs());
  });
}
