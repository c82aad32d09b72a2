import { spawn } from 'node:child_process';
import { kernelCpuUs } from './processes.ts';

/** Processes that keep cores busy and are none of the lab's. */
export interface BusyLoops {
  /** By the kernel's account. */
  cpuUs(): number;
  stop(): void;
}

export function startBusyLoops(count: number): BusyLoops {
  const loops = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' }),
  );
  return {
    cpuUs: () => loops.reduce((sum, { pid }) => sum + kernelCpuUs(pid ?? 0), 0),
    stop: () => {
      for (const loop of loops) loop.kill('SIGKILL');
    },
  };
}
