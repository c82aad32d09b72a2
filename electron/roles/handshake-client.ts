import { createSecureContext } from 'node:tls';
import { LabError } from '../../shared/fault.ts';
import {
  type BatchReport,
  type HandshakeClientCalls,
  handshakeDialSpecSchema,
} from '../../shared/handshake/role-calls.ts';
import { LatencyHistogram } from '../../shared/latency.ts';
import { nowUs } from './counters.ts';
import { type Dialled, HandshakeTarget, roundTrip, untilClosed } from './handshake-dial.ts';
import { proofOf } from './handshake-proof.ts';
import { runRole } from './role.ts';

interface OpenTarget {
  readonly target: HandshakeTarget;
  /** Of round trips on an open connection. */
  readonly kept: Dialled | undefined;
}

/** Some batches have to wait for a ticket; a server that never sends one must not keep them for ever. */
const MOST_PRIMINGS = 3;

const targets = new Map<string, OpenTarget>();

/** Gets the first session to resume, by a full handshake that nobody counts. */
async function prime(target: HandshakeTarget): Promise<void> {
  for (let tries = 0; !target.hasSession; tries++) {
    if (tries === MOST_PRIMINGS) {
      const message = `The server gave no session to resume in ${MOST_PRIMINGS} connections.`;
      throw new LabError({ code: 'handshake-failed', message });
    }
    const { connection } = await target.dial();
    if (target.spec.activity !== 'handshake') {
      await roundTrip(connection);
      connection.end();
    }
    await untilClosed(connection);
  }
}

class Batch {
  private readonly wall = new LatencyHistogram();
  private readonly fromDial = new LatencyHistogram();
  private full = 0;
  private resumed = 0;

  /** Once for each activity: what is done, and what of it is timed. */
  private readonly once = {
    handshake: async ({ target }: OpenTarget) => {
      const dialled = await this.dial(target);
      const { connection, secured, dialledUs, connectedUs, readyUs } = dialled;
      this.wall.recordUs(readyUs - (secured === undefined ? dialledUs : connectedUs));
      this.fromDial.recordUs(readyUs - dialledUs);
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
    const { full, resumed, wall, fromDial } = this;
    const [wallText, fromDialText] = [wall.encode(), fromDial.encode()];
    return { count, userUs: user, systemUs: system, full, resumed, wall: wallText, fromDial: fromDialText };
  }

  private async dial(target: HandshakeTarget): Promise<Dialled> {
    const dialled = await target.dial();
    if (dialled.secured?.isSessionReused()) this.resumed++;
    else if (dialled.secured !== undefined) this.full++;
    return dialled;
  }

  private record(us: number): void {
    this.wall.recordUs(us);
    this.fromDial.recordUs(us);
  }
}

const calls: Omit<HandshakeClientCalls, 'hello'> = {
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
    if (spec.tls?.resumed) await prime(target);
    const proof = await proofOf(target);
    // The watched connection has used the first session up, and may have been given no other.
    if (spec.tls?.resumed) await prime(target);
    const kept = spec.activity === 'open-round-trip' ? await target.dial() : undefined;
    targets.set(spec.linkId, { target, kept });
    return proof;
  },
  batch: async (linkId, count) => {
    const open = targets.get(linkId);
    if (open === undefined) throw new RangeError(`There is no target ${linkId}.`);
    return new Batch().run(open, count);
  },
};

runRole(calls);
