import { readdirSync, readFileSync } from 'node:fs';

/** What a process and all its descendants have used since they started, and hold now. */
export interface TreeUsage {
  readonly userUs: number;
  readonly systemUs: number;
  readonly rssBytes: number;
}

/** Clock ticks of /proc: USER_HZ is 100 on every Linux that Node runs on (proc(5), time(7)). */
const US_PER_TICK = 10_000;
const US_PER_NS = 0.001;

interface ProcessReading {
  /** CPU of all its threads, µs, to the nanosecond where the kernel counts so (Documentation/scheduler/sched-stats). */
  readonly cpuUs: number;
  /** The same in ticks, in which alone user and system are told apart. */
  readonly userTicks: number;
  readonly systemTicks: number;
  readonly rssBytes: number;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process or thread has ended between two reads; what it used until then was in the reading before.
    return undefined;
  }
}

function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function scheduledUs(pid: number, tasks: readonly string[]): number {
  return tasks.reduce((sum, task) => {
    const [ranNs = '0'] = (read(`/proc/${pid}/task/${task}/schedstat`) ?? '0').split(' ');
    return sum + Number(ranNs) * US_PER_NS;
  }, 0);
}

/** The fields after the command's name, which may itself hold blanks and parentheses (proc(5)). */
function ticksOf(pid: number): [user: number, system: number] | undefined {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && [Number(fields[11]), Number(fields[12])];
}

function rssOf(pid: number): number {
  const resident = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1];
  return Number(resident ?? 0) * 1024;
}

function readProcess(pid: number, tasks: readonly string[]): ProcessReading | undefined {
  const ticks = ticksOf(pid);
  if (ticks === undefined) return undefined;
  const [userTicks, systemTicks] = ticks;
  const cpuUs = scheduledUs(pid, tasks) || (userTicks + systemTicks) * US_PER_TICK;
  return { cpuUs, userTicks, systemTicks, rssBytes: rssOf(pid) };
}

const childrenOf = (pid: number, tasks: readonly string[]) =>
  tasks.flatMap((task) =>
    (read(`/proc/${pid}/task/${task}/children`) ?? '').split(' ').filter(Boolean).map(Number),
  );

/** A process and all its descendants. */
export function pidsOf(pid: number): number[] {
  return [pid, ...childrenOf(pid, tasksOf(pid)).flatMap(pidsOf)];
}

function readTree(pid: number): ProcessReading[] {
  const tasks = tasksOf(pid);
  const own = readProcess(pid, tasks);
  return own === undefined ? [] : [own, ...childrenOf(pid, tasks).flatMap(readTree)];
}

const sum = (readings: readonly ProcessReading[], pick: (reading: ProcessReading) => number) =>
  readings.reduce((total, reading) => total + pick(reading), 0);

/**
 * Reads the CPU and memory of a real engine, its master and its workers, or of a service of the user's own. The scheduler counts to the nanosecond but not
 * by user and system, the ticks tell those apart but are 10 ms long; so each step of the former is split as the latter's.
 */
export class ProcessTree {
  private readonly pid: number;
  private last = { cpuUs: 0, userTicks: 0, systemTicks: 0 };
  private userUs = 0;
  private systemUs = 0;
  private userShare = 0.5;

  constructor(pid: number) {
    this.pid = pid;
  }

  /** @returns undefined when the process is gone */
  read(): TreeUsage | undefined {
    const readings = readTree(this.pid);
    if (readings.length === 0) return undefined;
    const now = {
      cpuUs: sum(readings, (one) => one.cpuUs),
      userTicks: sum(readings, (one) => one.userTicks),
      systemTicks: sum(readings, (one) => one.systemTicks),
    };
    const user = now.userTicks - this.last.userTicks;
    const system = now.systemTicks - this.last.systemTicks;
    if (user + system > 0) this.userShare = user / (user + system);
    // A child that has ended takes its count with it; nothing is taken back for that.
    const stepUs = Math.max(0, now.cpuUs - this.last.cpuUs);
    this.userUs += stepUs * this.userShare;
    this.systemUs += stepUs * (1 - this.userShare);
    this.last = now;
    return { userUs: this.userUs, systemUs: this.systemUs, rssBytes: sum(readings, (one) => one.rssBytes) };
  }
}
