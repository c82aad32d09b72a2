import { setTimeout as sleep } from 'node:timers/promises';
import { LabError } from '../../../shared/fault.ts';
import { accepts } from '../accepts.ts';
import type { Admission } from './service-gate.ts';
import type { RunningService } from './service-process.ts';

const START_TIMEOUT_MS = 30_000;
const START_POLL_MS = 50;

/** Where a service is looked for. */
export interface Place {
  readonly url: URL;
  readonly port: number;
  readonly admission: Admission;
}

export const portOf = ({ port, protocol }: URL) => Number(port) || (protocol === 'https:' ? 443 : 80);

/** @returns the address at which somebody accepts connections */
export async function answering({ port, admission }: Place): Promise<string | undefined> {
  for (const address of admission.addresses) if (await accepts(port, address)) return address;
  return undefined;
}

/** @throws LabError `bad-service` when the place is taken: the CPU of the one would be taken for that of the other */
export async function assertFree(place: Place): Promise<void> {
  if ((await answering(place)) === undefined) return;
  throw new LabError({
    code: 'bad-service',
    message: `Something already listens at ${place.url.origin}, so your command can't serve there. End it, or name its process instead of the command.`,
    field: 'service.process.command',
    given: place.url.origin,
  });
}

/**
 * Waits until a service that was started listens.
 * @throws LabError `role-start-failed` with its last lines
 */
export async function untilAnswering({ kept }: RunningService, place: Place): Promise<void> {
  let how: string | undefined;
  void kept?.exited.then(({ code, signal }) => {
    how = `it ended with ${signal ?? `code ${code}`}`;
  });
  const giveUpMs = performance.now() + START_TIMEOUT_MS;
  while ((await answering(place)) === undefined) {
    if (performance.now() > giveUpMs) {
      how ??= `nobody listened at ${place.url.origin} within ${START_TIMEOUT_MS / 1_000} s`;
      await kept?.stop();
    }
    if (how !== undefined) {
      const lastStderr = (await kept?.exited)?.lastStderr;
      const message = `Your service did not start: ${how}.`;
      throw new LabError({ code: 'role-start-failed', message, role: 'service', lastStderr });
    }
    await sleep(START_POLL_MS);
  }
}
