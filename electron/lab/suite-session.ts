import type { HostEvent, SuiteOptions } from '../../shared/api.ts';
import { toFault } from '../../shared/fault.ts';
import type { Environment } from '../../shared/result.ts';
import { measureSuite } from './measure-suite.ts';
import type { Supervisor } from './supervisor.ts';

/** What a window that opens later has to see too; the host keeps the faults. */
type KeptEvent = Extract<HostEvent, { kind: 'suite' | 'suite-run' }>;
type SuiteEvent = KeptEvent | Extract<HostEvent, { kind: 'fault' }>;

/** The suite that windows see: at most one at a time, and the last one stays until the next. */
export class SuiteSession {
  private readonly supervisor: Supervisor;
  private readonly environment: Environment;
  private readonly onEvent: (event: SuiteEvent) => void;
  private readonly last = new Map<KeptEvent['kind'], KeptEvent>();
  private abort: AbortController | undefined;

  constructor(supervisor: Supervisor, environment: Environment, onEvent: (event: SuiteEvent) => void) {
    this.supervisor = supervisor;
    this.environment = environment;
    this.onEvent = onEvent;
  }

  /** A cancelled suite no longer counts, though it may still have to be waited for. */
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

  /** Measures until the end, the signal of `begin`, or a failure; its events tell which. */
  async measure(suite: SuiteOptions, signal: AbortSignal): Promise<void> {
    const { supervisor, environment } = this;
    // Not before: a window that opens while this one waits for its turn shows the suite before, as the others do.
    this.last.clear();
    try {
      const run = await measureSuite({
        supervisor,
        environment,
        suite,
        signal,
        onProgress: (progress) => this.tell({ kind: 'suite', progress }),
        onRun: (sofar) => this.tell({ kind: 'suite-run', run: sofar }),
      });
      if (run.fault !== undefined) this.onEvent({ kind: 'fault', fault: run.fault, atMs: Date.now() });
    } catch (error) {
      // A suite that was cancelled before its first point has failed at nothing.
      if (!signal.aborted) this.onEvent({ kind: 'fault', fault: toFault(error), atMs: Date.now() });
    } finally {
      // Another suite may have begun since this one was cancelled, and waits for its end.
      if (this.abort?.signal === signal) this.abort = undefined;
    }
  }

  /** For a window that has just opened. */
  recentEvents(): KeptEvent[] {
    return [...this.last.values()];
  }

  private tell(event: KeptEvent): void {
    this.last.set(event.kind, event);
    this.onEvent(event);
  }
}
