import { type FaultCode, LabError } from '../../../shared/fault.ts';

/**
 * Waits for a step of a probe, but not for ever.
 * @param fault what it is called when time is up
 * @throws LabError that fault, or whatever the step throws; whoever calls ends the step itself
 */
export async function within<T>(
  ms: number,
  fault: { code: FaultCode; message: string },
  step: Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LabError(fault)), ms);
  });
  try {
    return await Promise.race([step, timeUp]);
  } finally {
    clearTimeout(timer);
    // It may still fail once nobody waits for it any more.
    step.catch(() => {});
  }
}

/** The time limit of a step, for its sentence. */
export const limitText = (ms: number) => `${ms / 1_000} s`;
