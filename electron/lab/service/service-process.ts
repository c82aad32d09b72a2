import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { LabError } from '../../../shared/fault.ts';
import type { ServiceProcess } from '../../../shared/service.ts';
import type { Keeper, KeptEngine } from '../keeper.ts';
import { ProcessTree } from '../process-tree.ts';
import { listensOn } from './listening.ts';

const run = promisify(execFile);

/** The process whose tree is the app's; `kept` is there if the lab has started it. */
export interface RunningService {
  readonly pid: number;
  readonly tree: ProcessTree;
  readonly kept: KeptEngine | undefined;
}

const badProcess = (message: string, field: string, given: string) =>
  new LabError({ code: 'bad-service', message, field: `service.process.${field}`, given });

/** Units of the system first, then the user's own. */
async function mainPid(unit: string): Promise<number> {
  let reason = 'it has no main process: it is not running, or there is no such unit';
  for (const scope of [['--system'], ['--user']]) {
    try {
      const { stdout } = await run('systemctl', [
        ...scope,
        'show',
        '--property=MainPID',
        '--value',
        '--',
        unit,
      ]);
      const pid = Number(stdout.trim());
      if (pid > 0) return pid;
    } catch (error) {
      const stderr: unknown = error instanceof Error ? Reflect.get(error, 'stderr') : undefined;
      if (scope[0] === '--system')
        reason =
          String(stderr ?? error)
            .trim()
            .split('\n')[0] ?? reason;
    }
  }
  throw badProcess(`The systemd unit ${unit} can't be measured: ${reason}.`, 'unit', unit);
}

async function start(command: string, keeper: Keeper): Promise<KeptEngine> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'tls-cost-lab-service-'));
  return keeper.run({
    file: '/bin/sh',
    args: ['-c', command],
    dir,
    cwd: process.cwd(),
    env: {},
    stopSignal: 'SIGTERM',
    signalsGroup: true,
  });
}

/**
 * Finds or starts the process of a service.
 * @throws LabError `bad-service` when there is no such process or unit
 */
export async function runningService(about: ServiceProcess, keeper: Keeper): Promise<RunningService> {
  if (process.platform !== 'linux') {
    const message = 'The CPU of a service of your own can be measured on Linux only; leave its process out.';
    throw badProcess(message, 'kind', about.kind);
  }
  if (about.kind === 'command') {
    const kept = await start(about.command, keeper);
    return { pid: kept.pid, tree: new ProcessTree(kept.pid), kept };
  }
  const pid = about.kind === 'pid' ? about.pid : await mainPid(about.unit);
  const tree = new ProcessTree(pid);
  if (tree.read() === undefined) {
    throw badProcess(`There is no process ${pid}, or it can't be read.`, about.kind, String(pid));
  }
  return { pid, tree, kept: undefined };
}

/**
 * Another process's CPU would look like the app's.
 * @throws LabError `bad-service` when neither the process nor one of its children listens on the port
 */
export function assertListens({ pid }: RunningService, about: ServiceProcess, port: number): void {
  if (listensOn(pid, port) !== false) return;
  const message = `Process ${pid} and its children don't listen on port ${port}, so their CPU is not that of your service. Find the one that does: ss -ltnp 'sport = :${port}'.`;
  throw badProcess(message, about.kind, String(pid));
}
