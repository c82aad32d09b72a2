import { nowUs } from './counters.ts';
import { type Forgotten, Pace } from './load-pace.ts';
import type { PaceClock } from './load-pace-clock.ts';
import type { FleetConnection, FleetSide } from './load-side.ts';

/** As fine as a histogram's percentiles are read. */
const MAX_WAIT_GROUPS = 1_000;

/** Connections in the order in which they became free; in and out cost the same however many there are. */
class Line {
  private readonly members = new Set<FleetConnection>();
  private incoming: FleetConnection[] = [];
  private outgoing: FleetConnection[] = [];

  add(connection: FleetConnection): void {
    if (this.members.has(connection)) return;
    this.members.add(connection);
    this.incoming.push(connection);
  }

  /** Takes out the one that has been free for longest and still has room. */
  take(): FleetConnection | undefined {
    for (;;) {
      if (this.outgoing.length === 0) {
        [this.outgoing, this.incoming] = [this.incoming.reverse(), this.outgoing];
      }
      const connection = this.outgoing.pop();
      if (connection === undefined) return undefined;
      this.members.delete(connection);
      if (connection.hasRoom) return connection;
    }
  }
}

/**
 * Sends a fleet's requests at a fixed rate. A request that finds all connections busy waits, and its latency counts from
 * when it was due (https://github.com/giltene/wrk2: coordinated omission). Who has been free for longest is asked next,
 * so that all connections stay in use at low rates too.
 */
export class OpenLoop {
  private readonly side: FleetSide;
  private readonly openFor: (dueMs: number) => boolean;
  private readonly clock: PaceClock;
  private readonly pace: Pace;
  private readonly free = new Line();
  private readonly onDue = () => this.send();
  private isSending = false;
  private onDrained: (() => void)[] = [];
  private drainTimer: NodeJS.Timeout | undefined;

  /** @param openFor opens a connection for a request that finds none free; answers whether it did */
  constructor(side: FleetSide, clock: PaceClock, ratePerSec: number, openFor: (dueMs: number) => boolean) {
    this.side = side;
    this.clock = clock;
    this.openFor = openFor;
    const { link } = side;
    this.pace = new Pace(ratePerSec, link.offeredBy?.(nowUs()));
    link.offeredBy = (atUs) => this.pace.offeredBy(clock.toMs(atUs));
  }

  /** Requests become due from this moment on, if they don't already. */
  begin(): void {
    if (this.pace.isWaiting) this.giveUp();
    if (!this.pace.isOffering) this.pace.begin(performance.now());
    this.send();
  }

  /**
   * No further request becomes due. What is and found no connection free is still sent, as in a loop without a pause: it
   * is what waited longest, and a p99 without it would be too low. Past the server's capacity that would take for ever.
   * @param limitMs after which the rest is given up
   * @returns once nothing waits to be sent, or a later call has begun or given up
   */
  async drain(limitMs: number): Promise<void> {
    const nowMs = performance.now();
    this.send(nowMs);
    this.clock.cancel(this.onDue);
    this.pace.end(nowMs);
    if (!this.pace.isWaiting) return;
    this.drainTimer ??= setTimeout(() => this.giveUp(), limitMs);
    await new Promise<void>((resolve) => this.onDrained.push(resolve));
  }

  /**
   * Ends at once. What was due and never sent stays counted as due, and its latency is recorded as the time that it has
   * waited, which is the least that it can have been.
   */
  giveUp(): void {
    const nowMs = performance.now();
    this.clock.cancel(this.onDue);
    this.pace.end(nowMs);
    this.recordWaits(this.pace.forget(nowMs), nowMs);
    this.endDrain();
  }

  /** Requests become due, or wait to be sent. */
  get isOffering(): boolean {
    return this.pace.isOffering;
  }

  /** The connection can take a request. */
  offer(connection: FleetConnection): void {
    this.free.add(connection);
    this.send();
  }

  /**
   * Sends what is due, as far as connections are free or can be opened. Called at due moments, and whenever a connection
   * becomes free: what became due a moment ago then needs no waking up.
   * @param upToMs what becomes due while the others are sent is sent too, if absent
   */
  send(upToMs?: number): void {
    if (this.isSending) return;
    this.isSending = true;
    let isBlocked = false;
    while (!isBlocked) {
      const nowMs = performance.now();
      if (this.pace.nextDueMs > (upToMs ?? nowMs)) break;
      isBlocked = !this.sendNext(nowMs);
    }
    this.isSending = false;
    if (!this.pace.isOffering) this.endDrain();
    // What is due already waits for a connection, not for a moment. The clock is not looked at again: a request that
    // became due since would be waited for by nobody.
    if (!isBlocked && this.pace.nextDueMs < Number.POSITIVE_INFINITY)
      this.clock.callAt(this.pace.nextDueMs, this.onDue);
  }

  private sendNext(nowMs: number): boolean {
    const connection = this.free.take();
    if (connection === undefined) {
      if (!this.openFor(this.pace.nextDueMs)) return false;
      this.pace.take(nowMs);
      return true;
    }
    this.side.works(connection);
    connection.ask(this.pace.take(nowMs));
    if (connection.hasRoom) this.free.add(connection);
    return true;
  }

  /** In groups, each as long as its youngest waited: past capacity there may be millions. */
  private recordWaits({ count, oldestDueMs, everyMs }: Forgotten, nowMs: number): void {
    const groups = Math.min(count, MAX_WAIT_GROUPS);
    let recorded = 0;
    for (let group = 1; group <= groups; group++) {
      const upTo = Math.floor((group * count) / groups);
      const waitedMs = nowMs - (oldestDueMs + (upTo - 1) * everyMs);
      this.side.neverSent(waitedMs * 1000, upTo - recorded);
      recorded = upTo;
    }
  }

  private endDrain(): void {
    clearTimeout(this.drainTimer);
    this.drainTimer = undefined;
    const waiting = this.onDrained;
    this.onDrained = [];
    for (const resolve of waiting) resolve();
  }
}
