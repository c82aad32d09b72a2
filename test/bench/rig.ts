import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Pki, serverName } from '../../electron/lab/pki.ts';
import { RoleProcess } from '../../electron/lab/role-process.ts';
import { defaultConfig, type TlsSettings, type Workload } from '../../shared/config.ts';
import { type Counters, countersSchema, type LoadSpec } from '../../shared/role-api.ts';
import { kernelCpuUs } from '../helpers/processes.ts';

/** Before a window opens, so that code is compiled and connections are open; then the window itself. */
const WARMUP_MS = 3500;
const WINDOW_MS = 3000;

const listening = z.object({ port: z.int() });
export const rolesDir = path.resolve('out/roles');
export const { workload, tls } = defaultConfig;

/** One server under one kind of load, for load generators to be compared on. */
export interface Target {
  readonly port: number;
  readonly caPem: string | undefined;
  readonly settings: TlsSettings | undefined;
  counters(): Promise<Counters>;
  close(): Promise<void>;
}

/** Our app on one listener, in a process of its own. */
export async function openTarget(settings: TlsSettings | undefined): Promise<Target> {
  const { role } = await RoleProcess.start({ name: 'app', rolesDir });
  const identity = settings && (await new Pki().identity(settings.key));
  const tlsPart = settings && identity && { ...settings, certPem: identity.certPem, keyPem: identity.keyPem };
  const { port } = listening.parse(
    await role.call('listen', { linkId: 'bench', protocol: 'h1', tls: tlsPart }),
  );
  return {
    port,
    caPem: identity?.caPem,
    settings,
    counters: async () => countersSchema.parse(await role.call('counters', 'bench')),
    close: () => role.stop(),
  };
}

/** What a load generator spent over a window, by the kernel's account, and what the server served in it. */
export interface Spent {
  readonly cpuUs: number;
  readonly requests: number;
  readonly handshakes: { readonly full: number; readonly resumed: number };
}

/** @param pid of the load generator, running already */
export async function spentOver(pid: number, target: Target): Promise<Spent> {
  await sleep(WARMUP_MS);
  const [before, cpuBefore] = [await target.counters(), kernelCpuUs(pid)];
  await sleep(WINDOW_MS);
  const [after, cpuAfter] = [await target.counters(), kernelCpuUs(pid)];
  return {
    cpuUs: cpuAfter - cpuBefore,
    requests: after.requests - before.requests,
    handshakes: {
      full: after.handshakes.full - before.handshakes.full,
      resumed: after.handshakes.resumed - before.handshakes.resumed,
    },
  };
}

/** Our load generator's cost over one window, in a process of its own. */
export async function spentByOurs(target: Target, change: Partial<Workload>): Promise<Spent> {
  const { role } = await RoleProcess.start({
    name: 'load',
    rolesDir,
  });
  const spec: LoadSpec = {
    linkId: 'bench',
    from: 'client',
    to: 'app',
    port: target.port,
    tls:
      target.settings && target.caPem ? { ...target.settings, caPem: target.caPem, serverName } : undefined,
    workload: { ...workload, ...change },
    timeline: false,
  };
  try {
    await role.call('start', spec);
    return await spentOver(role.pid ?? 0, target);
  } finally {
    await role.stop();
  }
}

/** Another load generator's cost over one window. */
export async function spentByProgram(
  target: Target,
  command: string,
  args: readonly string[],
): Promise<Spent> {
  const child: ChildProcess = spawn(command, args, { stdio: 'ignore' });
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  try {
    return await Promise.race([spentOver(child.pid ?? 0, target), failed]);
  } finally {
    child.kill('SIGKILL');
  }
}

/** Longer than any window; the program is killed once the window is over. */
export const PROGRAM_S = String(Math.ceil((WARMUP_MS + WINDOW_MS) / 1000) + 5);

export function addressOf(target: Target): string {
  return `${target.settings === undefined ? 'http' : 'https'}://127.0.0.1:${target.port}/${workload.bodyBytes}`;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}
