import { setTimeout as sleep } from 'node:timers/promises';
import { type FaultCode, toFault } from '../../shared/fault.ts';
import type { Supervisor } from './supervisor.ts';

/** Faults that a restart mends: a role ended, or went silent, or the call to it was cut off by that. */
const mendable: readonly FaultCode[] = [
  'role-crashed',
  'role-silent',
  'connection-lost',
  'role-start-failed',
];

export interface RecoveryOptions {
  readonly supervisor: Supervisor;
  readonly signal: AbortSignal;
  /** Told before each new attempt, with the number of the attempt and the role that failed. */
  readonly onRecovering: (attempt: number, role: string) => void;
}

/**
 * Runs a measurement again after a role has failed, with growing pauses.
 * @param attempt does the measuring; its argument is 0 at first and rises with each restart
 * @throws LabError of a failure that a restart doesn't mend, such as `role-gave-up`; the signal's reason when aborted
 */
export async function withRecovery(
  options: RecoveryOptions,
  attempt: (restarts: number) => Promise<void>,
): Promise<void> {
  for (let restarts = 0; ; restarts++) {
    try {
      return await attempt(restarts);
    } catch (error) {
      options.signal.throwIfAborted();
      const fault = toFault(error);
      // A role that can't even start once won't start the next time either.
      const isHopeless = fault.code === 'role-start-failed' && restarts === 0;
      if (!mendable.includes(fault.code) || isHopeless) throw error;
      options.onRecovering(restarts + 1, fault.role ?? 'a process');
      await sleep(options.supervisor.backoffMs(), undefined, { signal: options.signal });
    }
  }
}
