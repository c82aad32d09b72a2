import { Alarm } from './alarm.ts';
import { nowUs } from './counters.ts';

/** How early the alarm is set at first; then it follows what the threads really need to wake up. */
const FIRST_LEAD_MS = 0.12;
/** Where a futex can't wait for less than the system's tick (Windows: 15.6 ms) being late is cheaper than turning for so long. */
const MAX_LEAD_MS = 0.4;
/** Steps up and down of one size settle where half of the rings are early. */
const LEAD_STEP_MS = 0.004;
/**
 * Rings are so far apart at least: above some 2,000 requests/s several are due at one, as far as answers haven't taken them
 * along. Twice the gap would save 4 % of a core at 5,000/s and make requests 0.35 instead of 0.2 ms late; at 1,000/s it
 * would save 7 % and make them 0.43 instead of 0.01 ms late.
 */
const RING_GAP_MS = 0.5;
const CLOCK_READINGS = 10;

/**
 * What `nowUs` is ahead of `performance.now()`, µs: both read the same clock of the system, from other beginnings. The
 * pair of readings with the least time between them counts, or an interruption there would shift every moment.
 */
function measureOriginUs(): number {
  let [originUs, leastUs] = [0, Number.POSITIVE_INFINITY];
  for (let reading = 0; reading < CLOCK_READINGS; reading++) {
    const beforeUs = nowUs();
    const middleMs = performance.now();
    const afterUs = nowUs();
    if (afterUs - beforeUs >= leastUs) continue;
    leastUs = afterUs - beforeUs;
    originUs = (beforeUs + afterUs) / 2 - middleMs * 1000;
  }
  return originUs;
}

/**
 * Calls when the next request is due. What this is late by is added to every latency, so Node's timers, which count whole
 * milliseconds, won't do: over loopback an answer takes 0.1 ms. To turn the event loop instead would cost most of a core,
 * on the tier whose CPU is shown and warned of. So a thread sleeps until shortly before, and the loop turns for the rest.
 *
 * Measured once, for 3 s each, on two shared cores, h1 without TLS on 8 connections; late is the median from due to sent,
 * CPU is of the whole load process:
 *
 *     requests/s    late, this / timers    CPU of a core, this / timers
 *            100         43 / 505 µs               6 / 6 %
 *          1,000          9 / 546 µs              19 / 11 %
 *          5,000        203 / 469 µs              25 / 15 %
 *         15,000         46 / 123 µs              44 / 43 %
 *
 * Turning for the last 1.5 ms before each request was late by 1 µs and, in a process that did nothing else, took 85 % of
 * a core at 1,000/s. Requests of a process's first open loop are late by up to 60 ms until the thread has started; the lab
 * warms up before it measures.
 */
export class PaceClock {
  private readonly alarm: Alarm;
  private readonly originUs = measureOriginUs();
  private leadMs = FIRST_LEAD_MS;
  private call: (() => void) | undefined;
  private dueMs = Number.POSITIVE_INFINITY;
  private ringMs = Number.POSITIVE_INFINITY;
  private lastRingMs = Number.NEGATIVE_INFINITY;
  private isTurning = false;

  /** @param program as Alarm asks for */
  constructor(program: string) {
    this.alarm = new Alarm(program, () => this.onRing());
  }

  /** @param atUs a moment of `nowUs`. @returns the same moment of `performance.now()` */
  toMs(atUs: number): number {
    return (atUs - this.originUs) / 1000;
  }

  /** Calls once, at this moment of `performance.now()` or soon after it, instead of any asked for before. */
  callAt(dueMs: number, call: () => void): void {
    this.call = call;
    this.dueMs = dueMs;
    this.setAlarm();
  }

  /** Forgets the call, unless another has taken its place. */
  cancel(call: () => void): void {
    if (this.call === call) this.call = undefined;
  }

  private onRing(): void {
    const nowMs = performance.now();
    // Neither a ring put off by the gap nor one for a request that an answer has taken along tells how long waking takes.
    const wasAimed = this.ringMs === this.dueMs - this.leadMs;
    this.ringMs = Number.POSITIVE_INFINITY;
    this.lastRingMs = nowMs;
    if (wasAimed) {
      const leadMs = this.leadMs + (nowMs > this.dueMs ? LEAD_STEP_MS : -LEAD_STEP_MS);
      this.leadMs = Math.min(MAX_LEAD_MS, Math.max(0, leadMs));
    }
    this.callOrWait();
  }

  private callOrWait(): void {
    const { call } = this;
    if (call === undefined || this.isTurning) return;
    // By the caller's own clock: one that were a fraction of a µs ahead would call before anything is due.
    const leftMs = this.dueMs - performance.now();
    if (leftMs <= 0) {
      this.call = undefined;
      call();
    } else if (leftMs <= this.leadMs + LEAD_STEP_MS) {
      this.turn();
    } else {
      this.setAlarm();
    }
  }

  /** Lets the event loop go round once, so that answers are still read, and looks again. */
  private turn(): void {
    this.isTurning = true;
    setImmediate(() => {
      this.isTurning = false;
      this.callOrWait();
    });
  }

  private setAlarm(): void {
    if (this.isTurning) return;
    const ringMs = Math.max(this.dueMs - this.leadMs, this.lastRingMs + RING_GAP_MS);
    // An earlier ring stays set: to put it off would wake the sleeper, too.
    if (this.ringMs <= ringMs) return;
    this.ringMs = ringMs;
    this.alarm.ringAt(ringMs * 1000 + this.originUs);
  }
}
