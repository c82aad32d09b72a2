import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import net, { type Socket } from 'node:net';
import { LabError } from '../../../shared/fault.ts';
import type { PassedOver } from '../../../shared/probe/probe.ts';
import { hostOf } from '../service/service-gate.ts';
import { portOf } from '../service/service-place.ts';
import { isStopped, limitText, type Patience, refuseStopped, within } from './within.ts';

/**
 * The first address of each family, in the order in which the resolver gave them (RFC 6724): where one family has no way to
 * the server, the other may have. A probe is gentle and tries no more of them.
 */
export const onePerFamily = (found: readonly LookupAddress[]): string[] =>
  found
    .filter(({ family }, at) => found.findIndex((other) => other.family === family) === at)
    .map(({ address }) => address);

const codeOf = (error: unknown): unknown => (error instanceof Error ? Reflect.get(error, 'code') : undefined);

/** Finds the host of a URL and opens TCP connections to it. */
export class Dialler {
  /** TCP connections that were begun. */
  opened = 0;
  readonly origin: string;
  private readonly host: string;
  private readonly port: number;
  private readonly patience: Patience;

  /** @param patience with each step */
  constructor(url: URL, patience: Patience) {
    this.host = hostOf(url);
    this.port = portOf(url);
    this.origin = `${url.hostname}:${this.port}`;
    this.patience = patience;
  }

  get namesAddress(): boolean {
    return net.isIP(this.host) !== 0;
  }

  /** @throws LabError `name-not-found` */
  async addresses(): Promise<readonly string[]> {
    if (this.namesAddress) return [this.host];
    const fault = (why: string) => ({
      code: 'name-not-found' as const,
      message: `${this.host} was not found: ${why}. Check how it is spelled, and which DNS server this machine asks.`,
    });
    const late = fault(`no DNS server answered within ${limitText(this.patience)}`);
    try {
      return onePerFamily(await within(this.patience, late, lookup(this.host, { all: true })));
    } catch (error) {
      if (error instanceof LabError) throw error;
      const isUnknown = codeOf(error) === 'ENOTFOUND';
      const why = isUnknown
        ? 'DNS knows no address of this name'
        : `DNS could not be asked (${codeOf(error)})`;
      throw new LabError(fault(why), { cause: error });
    }
  }

  /**
   * Connects to the first address that accepts.
   * @param passedOver told of each that did not, before the next is tried
   * @throws LabError `connection-refused`, `host-unreachable` or `connect-timed-out`: what the last address said
   */
  async connect(addresses: readonly string[], passedOver: (one: PassedOver) => void): Promise<Socket> {
    const [address = this.host, ...others] = addresses;
    const beganMs = performance.now();
    try {
      return await this.connectTo(address);
    } catch (error) {
      if (!(error instanceof LabError) || others.length === 0 || isStopped(error.fault)) throw error;
      passedOver({ address, durationMs: performance.now() - beganMs, fault: error.fault });
      return this.connect(others, passedOver);
    }
  }

  private async connectTo(address: string): Promise<Socket> {
    refuseStopped(this.patience);
    this.opened += 1;
    const at = `${address} port ${this.port}`;
    const socket = net.connect({ host: address, port: this.port, noDelay: true });
    const connected = new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.on('error', reject);
    });
    const late = {
      code: 'connect-timed-out' as const,
      message: `${at} did not answer within ${limitText(this.patience)}: it is down, or a firewall drops what is sent to it.`,
    };
    try {
      await within(this.patience, late, connected);
      return socket;
    } catch (error) {
      socket.destroy();
      if (error instanceof LabError) throw error;
      throw new LabError(connectFault(at, codeOf(error)), { cause: error });
    }
  }
}

const connectFault = (at: string, code: unknown) =>
  code === 'ECONNREFUSED'
    ? {
        code: 'connection-refused' as const,
        message: `${at} refused the connection: nobody listens there. Start the service, or name its port in the URL.`,
      }
    : {
        code: 'host-unreachable' as const,
        message: `${at} can't be reached (${code}): check the network, and the way to that host.`,
      };
