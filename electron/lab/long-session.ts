import type { HostEvent } from '../../shared/api.ts';
import { type Fault, toFault } from '../../shared/fault.ts';

type Told = Exclude<HostEvent, { kind: 'fault' }>;

/** A long measurement that windows see: at most one at a time, and what the last one told stays until the next. */
export class LongSession<E extends Told> {
  private readonly onEvent: (event: E | Extract<HostEvent, { kind: 'fault' }>) => void;
  /** What a window that opens later has to see too; the host keeps the faults. */
  private readonly last = new Map<E['kind'], E>();
  private abort: AbortController | undefined;

  constructor(onEvent: LongSession<E>['onEvent']) {
    this.onEvent = onEvent;
  }

  /** One that was cancelled no longer counts, though it may still have to be waited for. */
  get isRunning(): boolean {
    return this.abort !== undefined && !this.abort.signal.aborted;
  }

  /** Claims the session, so that a second one can't begin while the first waits for its turn. */
  begin(): AbortSignal {
    this.abort = new AbortController();
    return this.abort.signal;
  }

  cancel(): void {
    this.abort?.abort(new Error('cancelled'));
  }

  /**
   * Measures until the end, the signal of `begin`, or a failure; its events tell which.
   * @param work is given what tells windows, and answers what ended it early, if anything did
   */
  async measure(
    signal: AbortSignal,
    work: (tell: (event: E) => void) => Promise<Fault | undefined>,
  ): Promise<void> {
    // Not before: a window that opens while this one waits for its turn shows the one before, as the others do.
    this.last.clear();
    try {
      const fault = await work((event) => this.tell(event));
      if (fault !== undefined) this.report(fault);
    } catch (error) {
      // One that was cancelled before it had anything to show has failed at nothing.
      if (!signal.aborted) this.report(toFault(error));
    } finally {
      // Another may have begun since this one was cancelled, and waits for its end.
      if (this.abort?.signal === signal) this.abort = undefined;
    }
  }

  /** For a window that has just opened. */
  recentEvents(): E[] {
    return [...this.last.values()];
  }

  private report(fault: Fault): void {
    this.onEvent({ kind: 'fault', fault, atMs: Date.now() });
  }

  private tell(event: E): void {
    this.last.set(event.kind, event);
    this.onEvent(event);
  }
}
