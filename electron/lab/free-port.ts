import { once } from 'node:events';
import net from 'node:net';

/**
 * A port of 127.0.0.1 that nobody listens on just now, for a program that can't choose one itself and tell. Another may
 * take it in between: whoever uses it must be ready to ask for another.
 */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new TypeError('A TCP server has a port.');
  return address.port;
}
