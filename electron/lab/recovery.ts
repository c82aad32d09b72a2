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

/** A neighbour notices a dead role by its sockets before the lab hears of the exit. */
const NEWS_OF_EXIT_MS = 200;

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
  const { supervisor, signal } = options;
  for (let restarts = 0; ; restarts++) {
    const crashesBefore = supervisor.crashCount;
    try {
      return await attempt(restarts);
    } catch (error) {
      signal.throwIfAborted();
      const fault = toFault(error);
      if (fault.code === 'target-unreachable') await sleep(NEWS_OF_EXIT_MS, undefined, { signal });
      const hasCrashed = supervisor.crashCount > crashesBefore;
      // A role that can't even start once won't start the next time either.
      const isHopeless =
        fault.code === 'role-gave-up' || (fault.code === 'role-start-failed' && restarts === 0);
      if (isHopeless || !(hasCrashed || mendable.includes(fault.code))) throw error;
      options.onRecovering(restarts + 1, fault.role ?? 'a process');
      await sleep(supervisor.backoffMs(), undefined, { signal });
    }
  }
}
