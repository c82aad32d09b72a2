import { lookup } from 'node:dns/promises';
import net from 'node:net';
import type { Workload } from '../../../shared/config.ts';
import { LabError } from '../../../shared/fault.ts';
import { type Confirmed, type ConfirmedHost, type Service, serviceUrl } from '../../../shared/service.ts';
import type { Security } from '../../../shared/words.ts';

/** Load on a host that is not this machine: what was confirmed for it, and for how long it may still go on. */
export interface Caps extends ConfirmedHost {
  /** Different for each measurement, so that none lives on the time of another. */
  readonly id: string;
  remainingMs(): number;
}

/** Where a service may be dialled. */
export interface Admission {
  /** IP addresses of the host, those of loopback first; only these were looked at, so only these may be dialled. */
  readonly addresses: readonly [string, ...string[]];
  /** Absent on loopback. */
  readonly caps: Caps | undefined;
}

const loopback = new net.BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const isLoopback = (address: string) => loopback.check(address, net.isIPv6(address) ? 'ipv6' : 'ipv4');

/** The host of a URL as a resolver wants it: an IPv6 address stands in brackets there (RFC 3986 §3.2.2). */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').toLowerCase();

type Resolve = (host: string) => Promise<readonly string[]>;

const resolveHost: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * The only door to a service: opens to loopback, and to a host that the user has confirmed by name. What was confirmed is
 * given to the lab by whoever starts it, never by a configuration.
 */
export class ServiceGate {
  private confirmed: Confirmed;
  private readonly resolve: Resolve;
  private readonly nowMs: () => number;
  private readonly endsMs = new Map<string, number>();
  private measurement = 0;

  /** @param resolve finds all addresses of a host */
  constructor(confirmed: Confirmed, resolve: Resolve = resolveHost, nowMs = () => performance.now()) {
    this.confirmed = confirmed;
    this.resolve = resolve;
    this.nowMs = nowMs;
  }

  /** The user has said yes to a host; what was said of it before holds no more. */
  confirm(host: ConfirmedHost): void {
    const { hosts, commands } = this.confirmed;
    this.confirmed = { hosts: [...hosts.filter((one) => one.host !== host.host), host], commands };
  }

  /** The user has asked for a measurement: what its time cap allows begins anew. */
  begin(): void {
    this.measurement += 1;
    this.endsMs.clear();
  }

  /**
   * Decides whether a service may be dialled under this load, and where.
   * @throws LabError `not-confirmed`; `bad-service` when the load is above what was confirmed; `service-unusable` when the
   *   host has no address; `time-cap-reached`
   */
  async admit(service: Service, security: Security, workload: Workload): Promise<Admission> {
    const url = serviceUrl(service, security);
    if (url === undefined) throw new RangeError(`The service has no URL for ${security}.`);
    const host = hostOf(url);
    const [first, ...rest] = (await this.addressesOf(host)).toSorted(
      (a, b) => Number(b === '127.0.0.1') - Number(a === '127.0.0.1'),
    );
    if (first === undefined) throw unknownHost(host, 'it has no address');
    const addresses = [first, ...rest] as const;
    if (addresses.every(isLoopback)) return { addresses, caps: undefined };
    const known = this.confirmed.hosts.find((one) => one.host.toLowerCase() === host);
    if (known === undefined) throw notConfirmed(host, addresses);
    assertWithin(known, workload);
    const caps = { ...known, id: String(this.measurement), remainingMs: () => this.remainingMs(known) };
    if (caps.remainingMs() <= 0) throw timeOver(known);
    return { addresses, caps };
  }

  /**
   * @throws LabError `not-confirmed` when the service is to be started by a command that the user didn't type or confirm:
   *   a configuration from elsewhere could hold any
   */
  assertMayStart({ process }: Service): void {
    if (process?.kind !== 'command' || this.confirmed.commands.includes(process.command)) return;
    throw new LabError({
      code: 'not-confirmed',
      message: `The configuration wants to start ${JSON.stringify(process.command)}, which you have not confirmed. Start your service yourself, or type the command (in the terminal: --service-command).`,
      field: 'service.process.command',
    });
  }

  /** Load begins: from now on the time counts. */
  startClock(caps: Caps): void {
    if (!this.endsMs.has(caps.host)) this.endsMs.set(caps.host, this.nowMs() + caps.timeS * 1_000);
  }

  /** @throws LabError `time-cap-reached` */
  assertInTime(caps: Caps): void {
    if (caps.remainingMs() <= 0) throw timeOver(caps);
  }

  private remainingMs({ host, timeS }: ConfirmedHost): number {
    const endMs = this.endsMs.get(host);
    return endMs === undefined ? timeS * 1_000 : endMs - this.nowMs();
  }

  private async addressesOf(host: string): Promise<readonly string[]> {
    if (net.isIP(host) !== 0) return [host];
    try {
      return await this.resolve(host);
    } catch (error) {
      throw unknownHost(host, error instanceof Error ? error.message : String(error));
    }
  }
}

function unknownHost(host: string, why: string): LabError {
  return new LabError({ code: 'service-unusable', message: `${host} can't be found: ${why}.` });
}

function notConfirmed(host: string, addresses: readonly string[]): LabError {
  const where = addresses.every((address) => address === host) ? '' : ` (${addresses.join(', ')})`;
  return new LabError({
    code: 'not-confirmed',
    message: `${host}${where} is not a loopback address: load on it needs your confirmation of this very host, a rate cap and a time cap (in the terminal: --confirm-host ${host}). Nothing was sent.`,
    field: 'service',
    given: host,
    allowed: 'a loopback address, or a host that you have confirmed',
  });
}

/** A closed loop asks as fast as it is answered, so only a fixed rate can be held to a cap. */
function assertWithin({ host, ratePerSec }: ConfirmedHost, { load, connections }: Workload): void {
  const isWithin = load.kind === 'open' && load.ratePerSec <= ratePerSec && connections <= ratePerSec;
  if (isWithin) return;
  const given = load.kind === 'open' ? `${load.ratePerSec} requests/s` : 'a closed loop';
  throw new LabError({
    code: 'bad-service',
    message: `${host} is not this machine: it may be asked at a fixed rate of at most ${ratePerSec} requests/s over at most ${ratePerSec} connections; ${given} over ${connections} connections was given.`,
    field: 'workload.load',
    given,
    allowed: `a fixed rate of at most ${ratePerSec} requests/s over at most ${ratePerSec} connections`,
  });
}

function timeOver({ host, timeS }: ConfirmedHost): LabError {
  return new LabError({
    code: 'time-cap-reached',
    message: `Load on ${host} ended after ${timeS} s, as was confirmed. What was measured until then stands.`,
  });
}
