import { readFileSync } from 'node:fs';
import os from 'node:os';
import type { Environment } from '../../shared/result.ts';
import type { Hello } from '../../shared/role-api.ts';

/** Whether the processor has AES instructions; null where the system doesn't say (only Linux is asked). */
function hasAesInstructions(): boolean | null {
  try {
    const features = /^(?:flags|Features)\s*:(.*)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'));
    return features?.[1] === undefined ? null : /\baes\b/.test(features[1]);
  } catch {
    // No /proc on this system: unknown is the honest answer.
    return null;
  }
}

/**
 * The machine, as every result carries it.
 * @param runtime of the measured roles, which may differ from this process's own
 */
export function describeEnvironment(runtime: Hello['runtime']): Environment {
  return {
    os: `${os.type()} ${os.release()} ${os.arch()}`,
    cpuModel: os.cpus()[0]?.model.trim() ?? 'unknown',
    cores: os.availableParallelism(),
    memoryBytes: os.totalmem(),
    aes: hasAesInstructions(),
    runtime,
  };
}
