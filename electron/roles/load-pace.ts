/** What an open loop asked for, up to a moment; it only grows. */
export interface Offered {
  /** Requests whose moment has come. */
  readonly due: number;
  /** Time in which requests became due or waited to be sent, ms. */
  readonly offeredMs: number;
}

/** Requests that are never sent: how many, when the oldest was due, and how far apart they were. */
export interface Forgotten {
  readonly count: number;
  readonly oldestDueMs: number;
  readonly everyMs: number;
}

/**
 * When requests are due in an open loop: evenly spaced over the time of its runs, whatever becomes of them. A run goes on
 * within the interval in which the one before ended, or many short runs would ask for more than the rate. Nothing is kept
 * per request: the moments follow from the count, so a server that stands still costs no memory however long it does.
 */
export class Pace {
  private readonly perMs: number;
  private readonly before: Offered;
  /** Time of all runs that have ended. */
  private ranMs = 0;
  /** Time after the ends of runs in which requests still waited. */
  private waitedMs = 0;
  private beginMs: number | undefined;
  private endMs = Number.POSITIVE_INFINITY;
  private due = 0;
  private taken = 0;

  /** @param before what `offeredBy` goes on from */
  constructor(ratePerSec: number, before: Offered = { due: 0, offeredMs: 0 }) {
    this.perMs = ratePerSec / 1000;
    this.before = before;
  }

  /** Requests become due from this moment on; at the first run one does at once. Nothing may wait from the run before. */
  begin(nowMs: number): void {
    this.beginMs = nowMs;
    this.endMs = Number.POSITIVE_INFINITY;
  }

  /** No further request becomes due; those that are can still be taken, and must be taken or forgotten. */
  end(nowMs: number): void {
    if (this.beginMs === undefined || this.endMs <= nowMs) return;
    this.due = this.dueCount(nowMs);
    this.endMs = nowMs;
    this.settle(nowMs);
  }

  /** Forgets the requests of an ended run that still wait. */
  forget(nowMs: number): Forgotten {
    const count = this.isWaiting ? this.due - this.taken : 0;
    const oldestDueMs = this.nextDueMs;
    this.taken += count;
    this.settle(nowMs);
    return { count, oldestDueMs, everyMs: 1 / this.perMs };
  }

  /** A run has begun, and requests become due or wait. */
  get isOffering(): boolean {
    return this.beginMs !== undefined;
  }

  /** The run has ended, and requests still wait. */
  get isWaiting(): boolean {
    return this.beginMs !== undefined && this.endMs < Number.POSITIVE_INFINITY;
  }

  /** Of all runs up to this moment. */
  offeredBy(nowMs: number): Offered {
    const runMs = this.beginMs === undefined ? 0 : Math.max(0, nowMs - this.beginMs);
    return {
      due: this.before.due + this.dueCount(nowMs),
      offeredMs: this.before.offeredMs + this.ranMs + this.waitedMs + runMs,
    };
  }

  /** When the oldest request that wasn't taken is or was due; never, if the run ended before. */
  get nextDueMs(): number {
    const isOver = this.beginMs === undefined || (this.isWaiting && this.taken >= this.due);
    return isOver ? Number.POSITIVE_INFINITY : this.momentOf(this.taken);
  }

  /** Takes the oldest request. @returns when it was due */
  take(nowMs: number): number {
    const dueMs = this.nextDueMs;
    this.taken += 1;
    this.settle(nowMs);
    return dueMs;
  }

  /** An ended run is over once nothing of it waits. */
  private settle(nowMs: number): void {
    if (this.beginMs === undefined || !this.isWaiting || this.taken < this.due) return;
    this.ranMs += this.endMs - this.beginMs;
    this.waitedMs += Math.max(0, nowMs - this.endMs);
    this.beginMs = undefined;
  }

  private momentOf(index: number): number {
    return (this.beginMs ?? Number.NaN) - this.ranMs + index / this.perMs;
  }

  private dueCount(nowMs: number): number {
    if (this.beginMs === undefined || this.isWaiting || nowMs < this.beginMs) return this.due;
    let count = Math.floor((nowMs - this.momentOf(0)) * this.perMs);
    // Counting by division and by the moments must agree to the last, whatever was rounded.
    while (this.momentOf(count) <= nowMs) count += 1;
    while (count > 0 && this.momentOf(count - 1) > nowMs) count -= 1;
    return Math.max(this.due, count);
  }
}
