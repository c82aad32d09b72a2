import { createSecureContext, type TLSSocket } from 'node:tls';
import { LabError } from '../../shared/fault.ts';
import {
  type BatchReport,
  type HandshakeClientCalls,
  handshakeDialSpecSchema,
} from '../../shared/handshake/role-calls.ts';
import { LatencyHistogram } from '../../shared/latency.ts';
import { nowUs } from './counters.ts';
import { type Dialled, HandshakeTarget, roundTrip, untilClosed } from './handshake-dial.ts';
import { watchOne } from './handshake-watch.ts';
import { processCpu } from './process-cpu.ts';
import { runRole } from './role.ts';

interface OpenTarget {
  readonly target: HandshakeTarget;
  /** Of round trips on an open connection. */
  readonly kept: Dialled | undefined;
}

const targets = new Map<string, OpenTarget>();

/**
 * Gets what so many connections can resume, by full handshakes that nobody counts: in TLS 1.3 a fresh ticket for each, for
 * Node's server gives two with a full handshake and none with a resumed one; in TLS 1.2 one session for all.
 */
async function prepare(target: HandshakeTarget, connections: number): Promise<void> {
  const { tls, activity } = target.spec;
  const wanted = tls?.resumed ? (tls.version === '1.3' ? connections : 1) : 0;
  while (target.sessionCount < wanted) {
    const before = target.sessionCount;
    const { connection } = await target.dial();
    if (activity !== 'handshake') {
      await roundTrip(connection);
      connection.end();
    }
    await untilClosed(connection);
    if (target.sessionCount > before) continue;
    const message = 'The server gave no session to resume with a full handshake.';
    throw new LabError({ code: 'handshake-failed', message });
  }
}

class Batch {
  private readonly wall = new LatencyHistogram();
  private readonly fromDial = new LatencyHistogram();
  private readonly toHello = new LatencyHistogram();
  private full = 0;
  private resumed = 0;
  /** By version and cipher. */
  private readonly negotiated = new Map<string, BatchReport['negotiated'][number]>();

  /** Once for each activity: what is done, and what of it is timed. */
  private readonly once = {
    handshake: async ({ target }: OpenTarget) => {
      const dialled = await this.dial(target);
      const { connection, secured, dialledUs, connectedUs, helloUs, readyUs } = dialled;
      this.wall.recordUs(readyUs - (secured === undefined ? dialledUs : connectedUs));
      this.fromDial.recordUs(readyUs - dialledUs);
      if (helloUs !== undefined) this.toHello.recordUs(helloUs - dialledUs);
      await untilClosed(connection);
    },
    'new-round-trip': async ({ target }: OpenTarget) => {
      const { connection, dialledUs } = await this.dial(target);
      await roundTrip(connection);
      this.record(nowUs() - dialledUs);
      connection.end();
      await untilClosed(connection);
    },
    'open-round-trip': async ({ kept }: OpenTarget) => {
      if (kept === undefined) throw new RangeError('No connection was opened.');
      const sentUs = nowUs();
      await roundTrip(kept.connection);
      this.record(nowUs() - sentUs);
    },
  };

  async run(open: OpenTarget, count: number): Promise<BatchReport> {
    const once = this.once[open.target.spec.activity];
    const before = process.cpuUsage();
    for (let done = 0; done < count; done++) await once(open);
    const { user, system } = process.cpuUsage(before);
    const { full, resumed, wall, fromDial, toHello } = this;
    return {
      count,
      userUs: user,
      systemUs: system,
      full,
      resumed,
      negotiated: [...this.negotiated.values()],
      wall: wall.encode(),
      fromDial: fromDial.encode(),
      toHello: toHello.encode(),
    };
  }

  private async dial(target: HandshakeTarget): Promise<Dialled> {
    const dialled = await target.dial(target.takeSession());
    const { secured } = dialled;
    if (secured !== undefined) this.countHandshake(secured);
    return dialled;
  }

  /** It is asked when the handshake's clock has stopped, and costs about 1 µs of the client's CPU. */
  private countHandshake(secured: TLSSocket): void {
    if (secured.isSessionReused()) this.resumed++;
    else this.full++;
    const tlsVersion = secured.getProtocol() ?? 'unknown';
    const cipher = secured.getCipher().standardName;
    const key = `${tlsVersion} ${cipher}`;
    const count = this.negotiated.get(key)?.count ?? 0;
    this.negotiated.set(key, { tlsVersion, cipher, count: count + 1 });
  }

  private record(us: number): void {
    this.wall.recordUs(us);
    this.fromDial.recordUs(us);
  }
}

function openTarget(linkId: string): OpenTarget {
  const open = targets.get(linkId);
  if (open === undefined) throw new RangeError(`There is no target ${linkId}.`);
  return open;
}

const calls: Omit<HandshakeClientCalls, 'hello'> = {
  cpu: processCpu,
  hasGroups: async (groups) => {
    try {
      createSecureContext({ ecdhCurve: groups });
      return true;
    } catch {
      // The library's own way of saying that it doesn't know one of them.
      return false;
    }
  },
  open: async (input) => {
    const spec = handshakeDialSpecSchema.parse(input);
    const target = new HandshakeTarget(spec);
    const isKept = spec.activity === 'open-round-trip';
    await prepare(target, isKept ? 2 : 1);
    const watched = await watchOne(target);
    const kept = isKept ? await target.dial(target.takeSession()) : undefined;
    targets.set(spec.linkId, { target, kept });
    return watched;
  },
  prepare: async (linkId, count) => {
    const { target, kept } = openTarget(linkId);
    if (kept === undefined) await prepare(target, count);
  },
  batch: async (linkId, count) => new Batch().run(openTarget(linkId), count),
};

runRole(calls);
