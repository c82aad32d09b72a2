import { type Fault, type FaultCode, LabError } from '../../../shared/fault.ts';

/** How long a step of a probe may take. */
export interface Patience {
  readonly limitMs: number;
  /** Ends the probe before its time. */
  readonly signal?: AbortSignal;
}

const stopped: Fault = {
  code: 'probe-stopped',
  message: 'The probe was stopped before its end: what it had found out until then is all there is.',
};

export const isStopped = ({ code }: Fault): boolean => code === stopped.code;

/** @throws LabError `probe-stopped` where nothing more may be begun */
export function refuseStopped({ signal }: Patience): void {
  if (signal?.aborted) throw new LabError(stopped);
}

/**
 * Waits for a step of a probe, but not for ever.
 * @param fault what it is called when time is up
 * @throws LabError that fault, or `probe-stopped`; whatever the step throws. Whoever calls ends the step itself.
 */
export async function within<T>(
  patience: Patience,
  fault: { code: FaultCode; message: string },
  step: Promise<T>,
): Promise<T> {
  const { limitMs, signal } = patience;
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  const cutShort = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LabError(fault)), limitMs);
    onAbort = () => reject(new LabError(stopped));
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
  });
  try {
    return await Promise.race([cutShort, step]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    // It may still fail once nobody waits for it any more.
    step.catch(() => {});
  }
}

/** The time limit of a step, for its sentence. */
export const limitText = ({ limitMs }: Patience) => `${limitMs / 1_000} s`;
