import { parentPort, Worker, workerData } from 'node:worker_threads';
import { nowUs } from './counters.ts';

/** Two numbers that both threads see: the moment to call at, µs, and when the sleeper last called. */
const RING_AT = 0;
const CALLED_AT = 1;
const NO_RING = 0n;

/**
 * The sleeper's side: waits for the moment asked for and tells the main thread. A change of the moment wakes it, so a
 * nearer one takes the place of a later one.
 */
export function sleepForMainThread(): void {
  const cells: unknown = workerData;
  if (!(cells instanceof BigInt64Array)) throw new TypeError('The sleeper is started by an Alarm.');
  for (;;) {
    const ringAt = Atomics.load(cells, RING_AT);
    if (ringAt === NO_RING) {
      Atomics.wait(cells, RING_AT, NO_RING);
      continue;
    }
    const leftUs = Number(ringAt) - nowUs();
    if (leftUs > 0 && Atomics.wait(cells, RING_AT, ringAt, leftUs / 1000) !== 'timed-out') continue;
    if (Atomics.compareExchange(cells, RING_AT, ringAt, NO_RING) !== ringAt) continue;
    Atomics.store(cells, CALLED_AT, BigInt(Math.floor(nowUs())));
    parentPort?.postMessage(undefined);
  }
}

/**
 * Wakes this thread's event loop at a moment that Node's timers can't name: they count whole milliseconds. A second
 * thread sleeps on a futex, whose time limit is as fine as the kernel's timers, while the event loop stays free to read.
 */
export class Alarm {
  private readonly cells = new BigInt64Array(new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT));

  /**
   * @param program file that calls `sleepForMainThread` when it runs on another than the main thread
   * @param onRing called some 0.1 ms after the moment, since the threads have to wake up; it hears how much of that went
   *   by after the sleeper's call
   */
  constructor(program: string, onRing: (wakeUs: number) => void) {
    const sleeper = new Worker(program, { workerData: this.cells });
    sleeper.on('message', () => onRing(nowUs() - Number(Atomics.load(this.cells, CALLED_AT))));
  }

  /** Rings once, at this moment instead of any asked for before. */
  ringAt(atUs: number): void {
    Atomics.store(this.cells, RING_AT, BigInt(Math.floor(atUs)));
    Atomics.notify(this.cells, RING_AT);
  }
}
