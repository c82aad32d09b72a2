import type { Socket } from 'node:net';
import { nowUs } from './counters.ts';
import type { Due, WireClock } from './wire-clock.ts';
import { type Freight, FreightQueue } from './wire-freight.ts';

/**
 * What a line holds is its delay times its bandwidth; the bound is that of two gigabytes each second, more than this
 * process carries, so that it is memory's and not the line's. The constant part is for a process that had to wait for its
 * core. Behind a reader that stands still, a sender feels it after so much.
 */
const HELD_BYTES_MIN = 16 * 2 ** 20;
const HELD_BYTES_PER_US = 2_000;

export interface DirectionOptions {
  readonly from: Socket;
  readonly to: Socket;
  readonly delayUs: number;
  readonly clock: WireClock;
  /** Called when bytes have been handed to the far end. */
  onDelivered(): void;
}

/** One direction of one connection: what comes from one end goes to the other, in order, after the delay. */
export class WireDirection implements Due {
  dueUs = 0;
  private readonly options: DirectionOptions;
  private readonly queue = new FreightQueue();
  private readonly maxHeldBytes: number;
  private heldBytes = 0;
  private lastDueUs = 0;
  private isAwaited = false;
  /** The far end's kernel takes no more for now. */
  private isStalled = false;

  constructor(options: DirectionOptions) {
    this.options = options;
    this.maxHeldBytes = HELD_BYTES_MIN + options.delayUs * HELD_BYTES_PER_US;
    const goOn = () => {
      this.isStalled = false;
      if (!this.isAwaited) this.deliverDue();
    };
    options.to.on('drain', goOn);
    // Nothing drains any more: what is left falls into the void, and the near end is read to its end.
    options.to.on('close', goOn);
  }

  /** @param departureUs when it sets off, on the clock's time */
  take(freight: Freight, departureUs: number): void {
    // Nothing overtakes what was sent before it.
    this.lastDueUs = Math.max(this.lastDueUs, departureUs + this.options.delayUs);
    this.queue.push({ dueUs: this.lastDueUs, freight });
    if (typeof freight !== 'string') {
      this.heldBytes += freight.length;
      if (this.heldBytes > this.maxHeldBytes) this.options.from.pause();
    }
    if (!this.isAwaited && !this.isStalled) this.deliverDue();
  }

  onDue(): void {
    this.isAwaited = false;
    this.deliverDue();
  }

  private deliverDue(): void {
    const { from, to, clock } = this.options;
    const startUs = nowUs();
    const heldBytes = this.heldBytes;
    // What became due together leaves in one system call.
    to.cork();
    for (let first = this.queue.first; first !== undefined; first = this.queue.first) {
      if (first.dueUs > startUs || this.isStalled) break;
      this.queue.dropFirst();
      this.deliver(first.freight);
    }
    to.uncork();
    if (this.heldBytes < heldBytes) clock.countHandover(nowUs() - startUs);
    if (this.heldBytes <= this.maxHeldBytes && from.isPaused()) from.resume();
    const next = this.queue.first;
    if (next === undefined || this.isStalled) return;
    this.dueUs = next.dueUs;
    this.isAwaited = true;
    clock.add(this);
  }

  private deliver(freight: Freight): void {
    const { to, onDelivered } = this.options;
    if (freight === 'end') to.end();
    else if (freight === 'reset') to.resetAndDestroy();
    else {
      this.heldBytes -= freight.length;
      // An end that is gone takes nothing: on a real line these bytes would find no one either.
      if (to.destroyed || to.writableEnded) return;
      this.isStalled = !to.write(freight);
      onDelivered();
    }
  }
}
