import { readFileSync } from 'node:fs';
import os from 'node:os';

/** What the whole machine, and this process, have done since they started. */
export interface MachineReading {
  /** Time that all cores have been busy, with whatever. */
  readonly busyMs: number;
  /** Time that the hypervisor gave to others although a core here had work (Linux guests; 0 elsewhere). */
  readonly stealMs: number;
  /** CPU of this process, the lab. */
  readonly labUs: number;
  readonly wallMs: number;
  /** Stands still while the machine sleeps, unlike the wall clock. */
  readonly monotonicMs: number;
}

/** Clock ticks of /proc/stat: USER_HZ is 100 on every Linux that Node runs on (proc(5), time(7)). */
const MS_PER_TICK = 10;

/** The first line of /proc/stat (proc(5)): user nice system idle iowait irq softirq steal … */
function ofProcStat(): Pick<MachineReading, 'busyMs' | 'stealMs'> | undefined {
  let text: string;
  try {
    text = readFileSync('/proc/stat', 'utf8');
  } catch {
    // Not Linux.
    return undefined;
  }
  const ticks = text.slice(0, text.indexOf('\n')).split(/\s+/).slice(1).map(Number);
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = ticks;
  return { busyMs: (user + nice + system + irq + softirq) * MS_PER_TICK, stealMs: steal * MS_PER_TICK };
}

function ofNode(): Pick<MachineReading, 'busyMs' | 'stealMs'> {
  const busyMs = os
    .cpus()
    .reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
  return { busyMs, stealMs: 0 };
}

/** Node's own count of busy cores leaves out Linux's soft interrupts, in which loopback traffic is received: hence /proc. */
export function readMachine(): MachineReading {
  const { user, system } = process.cpuUsage();
  return {
    ...(ofProcStat() ?? ofNode()),
    labUs: user + system,
    wallMs: Date.now(),
    monotonicMs: performance.now(),
  };
}

/** How much further the wall clock has gone than the monotonic one. */
export const clockStepMs = (from: MachineReading, to: MachineReading) =>
  to.wallMs - from.wallMs - (to.monotonicMs - from.monotonicMs);

/**
 * What the machine did between two readings, in cores.
 * @param measuredUs CPU of the processes that are measured; it and the lab's own are no work of others
 */
export function machineBetween(from: MachineReading, to: MachineReading, measuredUs: number) {
  const windowMs = Math.max(1, to.monotonicMs - from.monotonicMs);
  const machineBusyCores = (to.busyMs - from.busyMs) / windowMs;
  const ownCores = (measuredUs + to.labUs - from.labUs) / 1000 / windowMs;
  return {
    machineBusyCores,
    // Not cut off at 0: the system counts in steps of 10 ms, and cutting would turn that noise into work.
    otherWorkCores: machineBusyCores - ownCores,
    stealCores: (to.stealMs - from.stealMs) / windowMs,
  };
}
