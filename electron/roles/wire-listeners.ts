import net, { type Server } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { WireListenSpec } from '../../shared/role-api.ts';
import type { LinkCounters } from './counters.ts';
import type { WireClock } from './wire-clock.ts';
import { carry, wireSocketOptions } from './wire-connection.ts';
import { WireLimits } from './wire-limits.ts';

/** What is dialled unless another address is named. */
const ADDRESS = '127.0.0.1';

/** Room for the workload's largest connection count to arrive at once; the kernel caps it at `somaxconn`. */
const BACKLOG = 10_000;

interface Opened {
  readonly spec: WireListenSpec;
  readonly server: Server;
  readonly listening: Promise<{ port: number }>;
}

async function untilListening(server: Server): Promise<{ port: number }> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0, backlog: BACKLOG }, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP listener has a port.');
  return { port: address.port };
}

/** The wires of this process by their links. */
export class WireListeners {
  private readonly opened = new Map<string, Opened>();

  constructor(private readonly clock: WireClock) {}

  /**
   * Opens a wire on an ephemeral port of 127.0.0.1, or answers the port of the link's open one if it is the same wire.
   * Another wire takes its place; connections that the former one carries stay on it until they end.
   */
  open(spec: WireListenSpec, link: LinkCounters): Promise<{ port: number }> {
    const { linkId, targetHost = ADDRESS, targetPort, delayMs } = spec;
    const known = this.opened.get(linkId);
    if (known !== undefined && isDeepStrictEqual(known.spec, spec)) return known.listening;
    const limits = spec.limits && new WireLimits(spec.limits);
    limits?.begin();
    const server = net.createServer(wireSocketOptions, (client) => {
      if (limits?.admits(client) === false) {
        link.countError('connect');
        client.destroy();
        return;
      }
      link.trackConnection(client);
      carry(client, { targetHost, targetPort, delayUs: delayMs * 1000 }, link, this.clock);
    });
    const listening = untilListening(server);
    const opened = { spec, server, listening };
    this.opened.set(linkId, opened);
    listening.catch(() => {
      if (this.opened.get(linkId) === opened) this.opened.delete(linkId);
    });
    // Also one that is only about to listen: its own wish is answered first.
    known?.listening.then(
      () => known.server.close(),
      () => {},
    );
    return listening;
  }
}
