import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name is in parentheses and may itself hold blanks (proc_pid_stat(5)).
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** Whether a process runs. Signal 0 also succeeds on a zombie, so the state is read. */
export function isRunning(pid: number): boolean {
  const state = statOf(pid)?.[0];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/** CPU of a process by the kernel's own account, µs: utime + stime in ticks of 10 ms. */
export function kernelCpuUs(pid: number): number {
  const stat = statOf(pid);
  if (stat === undefined) throw new Error(`There is no process ${pid}.`);
  return (Number(stat[11]) + Number(stat[12])) * 10_000;
}

/** Running processes whose parent is this one. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => Number(statOf(child)?.[1]) === pid && isRunning(child));
}

/** Local addresses on which a process listens, as the kernel writes them: `0100007F` is 127.0.0.1. */
export function listeningAddresses(pid: number): string[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        // Closed between the listing and the look.
        return [];
      }
    }),
  );
  const listening = '0A';
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === listening && sockets.has(fields[9] ?? ''))
      .map((fields) => fields[1]?.split(':')[0] ?? ''),
  );
}
