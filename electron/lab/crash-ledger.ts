import { LabError } from '../../shared/fault.ts';

const MAX_RESTARTS = 5;
const RESTART_WINDOW_MS = 60_000;
const FIRST_BACKOFF_MS = 100;

/** How often each process has crashed lately: with every crash the next start waits longer, until none is tried any more. */
export class CrashLedger {
  private readonly byName = new Map<string, number[]>();
  /** Of all processes, since the lab began. */
  total = 0;

  note(name: string): void {
    this.total++;
    const cutoff = Date.now() - RESTART_WINDOW_MS;
    this.byName.set(name, [...(this.byName.get(name) ?? []).filter((at) => at > cutoff), Date.now()]);
  }

  /** How long to wait before starting what crashed again, ms; grows with each crash. */
  backoffMs(): number {
    const recent = Math.max(0, ...[...this.byName.values()].map((times) => times.length));
    return recent === 0 ? 0 : FIRST_BACKOFF_MS * 2 ** (recent - 1);
  }

  /** @throws LabError `role-gave-up` when the process has crashed too often to be started once more */
  assertWorthStarting(name: string): void {
    const count = this.byName.get(name)?.length ?? 0;
    if (count <= MAX_RESTARTS) return;
    throw new LabError({
      code: 'role-gave-up',
      message: `The ${name} process ended ${count} times within a minute; it isn't restarted any more. Press Start to try again.`,
      role: name,
    });
  }

  /** Forgets crashes: the user has asked to start again. */
  forgive(): void {
    this.byName.clear();
  }
}
