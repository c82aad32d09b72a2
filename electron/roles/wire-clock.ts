import { Alarm } from './alarm.ts';
import { nowUs } from './counters.ts';
import { UsualCost } from './usual-cost.ts';
import { Agenda, type Appointment } from './wire-agenda.ts';

/** How early the alarm is set at first; then it follows what the threads really need to wake up. */
const FIRST_LEAD_US = 150;
const MIN_LEAD_US = 40;
/** Where a futex can't wait for less than the system's tick (Windows: 15.6 ms) the wire turns instead of sleeping. */
const MAX_LEAD_US = 20_000;
/** A step up for each late ring and a ninth of it down for each early one settle where nine in ten are early enough. */
const LEAD_STEP_US = 9;
/**
 * A lead as long as the whole wait lets nobody sleep, so no ring would tell that it has become too long, nor how fast the
 * threads wake up by now: after an overload it would stay so, and make each round trip too short.
 */
const UNUSED_LEAD_KEPT = 0.98;
/** What an event loop takes to hear of a ring, and a hand-over to the kernel, on slow machines that have a core free. */
const MAX_WAKE_US = 200;
const MAX_HANDOVER_US = 200;

/** Something to be done at its moment. */
export interface Due extends Appointment {
  onDue(): void;
}

/**
 * Does what is due at its moment, to some µs. It sleeps until shortly before and turns the event loop for the rest, which
 * costs a core only for that rest; bytes are still read in every turn. To turn all the time keeps one core full: with two
 * cores, that is half of what the tiers have.
 */
export class WireClock {
  private readonly agenda = new Agenda<Due>();
  private readonly alarm: Alarm;
  private readonly wake = new UsualCost(30, MAX_WAKE_US);
  private readonly handover = new UsualCost(20, MAX_HANDOVER_US);
  private leadUs = FIRST_LEAD_US;
  private ringUs = Number.POSITIVE_INFINITY;
  private isTurning = false;
  /** When this thread last did something for the wire. */
  private lastActiveUs = 0;

  /** @param program as Alarm asks for */
  constructor(program: string) {
    this.alarm = new Alarm(program, (wakeUs) => this.onRing(wakeUs));
  }

  add(due: Due): void {
    this.agenda.add(due);
    if (this.isTurning || this.agenda.first() !== due) return;
    if (due.dueUs - this.leadUs <= nowUs())
      this.leadUs = Math.max(MIN_LEAD_US, this.leadUs * UNUSED_LEAD_KEPT);
    this.awaitFirst();
  }

  /**
   * When the bytes that are being read would have come to the far end of a wire without a delay. The kernel had them
   * before a sleeping event loop heard of it, by as much as the loop takes to hear of a ring; and handing them over will
   * take time, somewhere within which the receiver wakes up: half of it leaves the least error. Without this, a round trip
   * is too long by 0.1 ms on a busy machine and 0.3 ms on an idle one.
   */
  arrivalUs(): number {
    const readUs = nowUs();
    const sleptUs = this.isTurning ? 0 : Math.min(this.wake.us, readUs - this.lastActiveUs);
    this.lastActiveUs = readUs;
    return readUs - this.handover.us / 2 - sleptUs;
  }

  /** Notes what it took to hand due bytes to the kernel. */
  countHandover(us: number): void {
    this.lastActiveUs = nowUs();
    this.handover.count(us);
  }

  private onRing(wakeUs: number): void {
    this.ringUs = Number.POSITIVE_INFINITY;
    // A ring that came while this thread was at work waited for the work, not for the thread to wake up.
    if (this.lastActiveUs < nowUs() - wakeUs) this.wake.count(wakeUs);
    const first = this.agenda.first();
    if (first === undefined || this.isTurning) return;
    const leadUs = this.leadUs + (nowUs() > first.dueUs ? LEAD_STEP_US : -LEAD_STEP_US / 9);
    this.leadUs = Math.min(MAX_LEAD_US, Math.max(MIN_LEAD_US, leadUs));
    this.doDue();
  }

  private doDue(): void {
    for (;;) {
      const due = this.agenda.takeDue(nowUs());
      if (due === undefined) break;
      due.onDue();
    }
    this.awaitFirst();
  }

  private awaitFirst(): void {
    const first = this.agenda.first();
    if (first === undefined || this.isTurning) return;
    const ringUs = first.dueUs - this.leadUs;
    if (ringUs <= nowUs()) {
      this.isTurning = true;
      setImmediate(() => {
        this.isTurning = false;
        this.doDue();
      });
      return;
    }
    if (ringUs >= this.ringUs) return;
    this.ringUs = ringUs;
    this.alarm.ringAt(ringUs);
  }
}
