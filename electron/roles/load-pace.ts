/**
 * When requests are due in an open loop: evenly spaced from the beginning on, whatever becomes of them. Nothing is kept
 * per request: the moments follow from the count, so a server that stands still costs no memory however long it does.
 */
export class Pace {
  private readonly perMs: number;
  private beginMs: number | undefined;
  private taken = 0;
  private dueInPastRuns = 0;

  /** @param dueBefore count that `dueBy` goes on from */
  constructor(ratePerSec: number, dueBefore = 0) {
    this.perMs = ratePerSec / 1000;
    this.dueInPastRuns = dueBefore;
  }

  /** Begins a run without any debt of the one before. The first request is due at once, so a start needs no interval to show that it works. */
  begin(nowMs: number): void {
    this.end(nowMs);
    this.beginMs = nowMs;
    this.taken = 0;
  }

  /** Ends the run: no further moment comes, and those that have come but were not taken are counted and forgotten. */
  end(nowMs: number): void {
    this.dueInPastRuns = this.dueBy(nowMs);
    this.beginMs = undefined;
  }

  /** Requests of all runs whose moment has come. */
  dueBy(nowMs: number): number {
    const { beginMs } = this;
    if (beginMs === undefined || nowMs < beginMs) return this.dueInPastRuns;
    let count = Math.floor((nowMs - beginMs) * this.perMs);
    // Counting by division and by the moments must agree to the last, whatever was rounded.
    while (beginMs + count / this.perMs <= nowMs) count += 1;
    while (count > 0 && beginMs + (count - 1) / this.perMs > nowMs) count -= 1;
    return this.dueInPastRuns + count;
  }

  /** When the oldest request that wasn't taken is or was due; never, between runs. */
  get nextDueMs(): number {
    return this.beginMs === undefined ? Number.POSITIVE_INFINITY : this.beginMs + this.taken / this.perMs;
  }

  /** Takes the oldest request. @returns when it was due */
  take(): number {
    const dueMs = this.nextDueMs;
    this.taken += 1;
    return dueMs;
  }
}
