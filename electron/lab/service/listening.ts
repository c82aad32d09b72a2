import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { pidsOf } from '../process-tree.ts';

/** State `TCP_LISTEN` in the kernel's tables (proc_pid_net(5)). */
const LISTEN = '0A';

function listeningInodes(pid: number, port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return ['tcp', 'tcp6'].flatMap((table) => {
    try {
      return readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .filter(([, local = '', , state]) => state === LISTEN && local.endsWith(suffix))
        .flatMap((fields) => fields[9] ?? []);
    } catch {
      // Ended meanwhile, or a kernel without IPv6.
      return [];
    }
  });
}

/** @returns undefined when this user may not look */
function socketInodes(pid: number): string[] | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        // Closed between the listing and the look.
        return [];
      }
    });
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    return code === 'ENOENT' ? [] : undefined;
  }
}

/**
 * Whether a process or one of its descendants listens on a port.
 * @returns undefined when that can't be told, since it is another user's
 */
export function listensOn(root: number, port: number): boolean | undefined {
  let isUnknown = false;
  for (const pid of pidsOf(root)) {
    const listening = new Set(listeningInodes(pid, port));
    const own = socketInodes(pid);
    if (own === undefined) isUnknown = true;
    else if (own.some((inode) => listening.has(inode))) return true;
  }
  return isUnknown ? undefined : false;
}
