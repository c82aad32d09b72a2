import { LabError } from '../../shared/fault.ts';
import type { Failure } from './load-target.ts';

/** So many failures without a success between them: the target has gone while connections were being opened. */
const MAX_FAILURES_IN_ROW = 20;

/** One attempt to get a fleet going, and when to give it up. */
export class Start {
  /** Rejects with a LabError `target-unreachable`. */
  readonly settled: Promise<void>;
  resolve: () => void = () => {};
  private reject: (error: LabError) => void = () => {};
  private failuresInRow = 0;
  private readonly connections: number;
  private readonly target: string;

  /**
   * @param connections how many are wanted
   * @param target the target in words
   */
  constructor(connections: number, target: string) {
    this.connections = connections;
    this.target = target;
    this.settled = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // Whoever started may be gone by the time that this is given up.
    this.settled.catch(() => {});
  }

  connected(): void {
    this.failuresInRow = 0;
  }

  /**
   * Judges a failure while connections are being opened.
   * @param wasEverReady whether the fleet has had a good connection
   * @returns true when the attempt is given up
   */
  givesUpAfter(failure: Failure, wasEverReady: boolean): boolean {
    this.failuresInRow += 1;
    const outOfFiles = failure.code === 'EMFILE' || failure.code === 'ENFILE';
    if (wasEverReady && !outOfFiles && this.failuresInRow < MAX_FAILURES_IN_ROW) return false;
    const message = outOfFiles
      ? `${this.connections} connections to ${this.target} were wanted, but the limit of open files is reached: raise it (ulimit -n) or ask for fewer.`
      : `${wasEverReady ? 'Not all connections' : 'No connection'} to ${this.target} could be opened: ${failure.reason}.`;
    // Without a field it is the target's fault, with one it is the setting's.
    const field = outOfFiles ? 'connections' : undefined;
    this.reject(new LabError({ code: 'target-unreachable', message, field }));
    return true;
  }
}
