import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A cgroup of its own for one process, as a second account of its CPU. */
export interface CpuGroup {
  usageUs(): number;
  remove(): void;
}

/** Where a CPU account is kept: version 1's own hierarchy counts in ns, version 2 in µs (cgroups(7)). */
const accounts = [
  {
    parent: '/sys/fs/cgroup/cpuacct',
    file: 'cpuacct.usage',
    usageUs: (text: string) => Number(text) / 1000,
  },
  ...['/sys/fs/cgroup/unified', '/sys/fs/cgroup'].map((parent) => ({
    parent,
    file: 'cpu.stat',
    usageUs: (text: string) => Number(/^usage_usec (\d+)$/m.exec(text)?.[1]),
  })),
];

/**
 * Moves a process into a new cgroup; its threads go with it.
 * @returns the group, or why there can be none here
 */
export function openCpuGroup(pid: number): CpuGroup | string {
  const reasons: string[] = [];
  for (const { parent, file, usageUs } of accounts) {
    const folder = path.join(parent, `tls-cost-lab-test-${pid}`);
    try {
      if (!existsSync(path.join(parent, 'cgroup.procs'))) throw new Error(`${parent} is no cgroup`);
      mkdirSync(folder);
      try {
        const read = () => usageUs(readFileSync(path.join(folder, file), 'utf8'));
        if (!Number.isFinite(read())) throw new Error(`${file} has no CPU in it`);
        writeFileSync(path.join(folder, 'cgroup.procs'), String(pid));
        return { usageUs: read, remove: () => rmdirSync(folder) };
      } catch (error) {
        rmdirSync(folder);
        throw error;
      }
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error));
    }
  }
  return `no cgroup can be made: ${reasons.join('; ')}`;
}
