import { nowUs } from './counters.ts';
import { Pace } from './load-pace.ts';
import type { PaceClock } from './load-pace-clock.ts';
import type { FleetConnection, FleetSide } from './load-side.ts';

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

  /** @param openFor opens a connection for a request that finds none free; answers whether it did */
  constructor(side: FleetSide, clock: PaceClock, ratePerSec: number, openFor: (dueMs: number) => boolean) {
    this.side = side;
    this.clock = clock;
    this.openFor = openFor;
    const { link } = side;
    this.pace = new Pace(ratePerSec, link.dueBy?.(nowUs()) ?? 0);
    link.dueBy = (atUs) => this.pace.dueBy(clock.toMs(atUs));
  }

  /** Requests are due from this moment on. */
  begin(): void {
    this.pace.begin(performance.now());
    this.send();
  }

  /**
   * Sends what is due up to this moment and finds a connection free; what finds none is never sent. It stays counted as
   * due and so shows as not answered: past the server's capacity a pause would have to wait for ever to send it, and
   * below capacity there is next to none. Its latency is missing from the histogram, as `rate-not-reached` warns.
   */
  end(): void {
    const nowMs = performance.now();
    this.send(nowMs);
    this.clock.cancel(this.onDue);
    this.pace.end(nowMs);
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
    while (!isBlocked && this.pace.nextDueMs <= (upToMs ?? performance.now())) isBlocked = !this.sendNext();
    this.isSending = false;
    // What is due already waits for a connection, not for a moment. The clock is not looked at again: a request that
    // became due since would be waited for by nobody.
    if (!isBlocked && this.pace.nextDueMs < Number.POSITIVE_INFINITY)
      this.clock.callAt(this.pace.nextDueMs, this.onDue);
  }

  private sendNext(): boolean {
    const connection = this.free.take();
    if (connection === undefined) {
      if (!this.openFor(this.pace.nextDueMs)) return false;
      this.pace.take();
      return true;
    }
    this.side.works(connection);
    connection.ask(this.pace.take());
    if (connection.hasRoom) this.free.add(connection);
    return true;
  }
}
