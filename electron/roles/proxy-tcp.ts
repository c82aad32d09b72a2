import net, { type Socket } from 'node:net';
import type { ProxyListenSpec } from '../../shared/role-api.ts';
import type { LinkCounters } from './counters.ts';
import { listenOnLoopback } from './listener.ts';

/** For both ends. */
const socketOptions = {
  /** An end is passed on like a byte: the other direction may still be busy. */
  allowHalfOpen: true,
  noDelay: true,
  /** So much may wait for a slow reader before the sender is stopped: several reads, which are of 64 KB. */
  highWaterMark: 256 * 1024,
} as const;

/** Passes bytes on in one direction, no faster than they are taken, then the end of them. */
function passOn(from: Socket, to: Socket): void {
  from.on('data', (bytes: Buffer) => {
    if (!to.write(bytes)) from.pause();
  });
  to.on('drain', () => from.resume());
  from.on('end', () => to.end());
  // A reset is passed on as a reset: whoever waits at the far end must not take half a message for the whole of it.
  from.on('error', () => to.resetAndDestroy());
  from.on('close', () => {
    if (!from.readableEnded) to.destroy();
  });
}

/** Joins one client to the far end. Nothing is parsed, so nothing but bytes and connections can be counted. */
function join(client: Socket, port: number, link: LinkCounters): void {
  const server = net.connect({ ...socketOptions, host: '127.0.0.1', port });
  let isConnected = false;
  server.once('connect', () => {
    isConnected = true;
  });
  server.once('error', () => link.countError(isConnected ? 'reset' : 'connect'));
  passOn(client, server);
  passOn(server, client);
}

/**
 * Opens a listener on an ephemeral port of 127.0.0.1 that forwards TCP and never decrypts.
 * @param link counts connections and the bytes on the client's side of them
 * @returns the port
 */
export async function openForwarder(
  { upstream }: Pick<ProxyListenSpec, 'upstream'>,
  link: LinkCounters,
): Promise<{ port: number }> {
  const server = net.createServer(socketOptions, (client) => {
    link.trackConnection(client);
    join(client, upstream.port, link);
  });
  return listenOnLoopback(server);
}
