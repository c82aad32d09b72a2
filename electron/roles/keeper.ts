import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import {
  type KeeperCalls,
  type KeptExit,
  type KeptProgram,
  keptProgramSchema,
} from '../../shared/role-api.ts';
import { runRole } from './role.ts';

const STDERR_LINES = 20;
const KILL_AFTER_MS = 1_000;

interface Kept {
  readonly child: ChildProcess;
  readonly dir: string;
  readonly exited: Promise<KeptExit>;
  readonly stopSignal: KeptProgram['stopSignal'];
  readonly signalsGroup: boolean;
}

const programs = new Map<number, Kept>();
/** Until the lab has asked: a program that refuses its configuration ends before that, and its last lines say why. */
const untold = new Map<number, Promise<KeptExit>>();

/** The whole group: a master that is killed leaves its workers behind. */
function killGroup(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is empty: everything in it has ended by itself.
  }
}

function lastLinesOf(child: ChildProcess): string[] {
  const lines: string[] = [];
  // Engines log to either; what an engine prints is only kept for the message of its failure.
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      lines.push(...text.split('\n').filter((line) => line.trim() !== ''));
      lines.splice(0, Math.max(0, lines.length - STDERR_LINES));
    });
  }
  return lines;
}

function untilExit(child: ChildProcess, dir: string, lines: string[]): Promise<KeptExit> {
  return new Promise((resolve) => {
    // Workers that their master left behind hold its streams open: 'close' comes once they are gone too.
    child.once('exit', () => {
      if (child.pid !== undefined) killGroup(child.pid);
    });
    child.once('close', (code, signal) => {
      if (child.pid !== undefined) programs.delete(child.pid);
      rmSync(dir, { recursive: true, force: true });
      resolve({ code, signal, lastStderr: lines.map((line) => line.slice(0, 500)) });
    });
  });
}

const calls: Omit<KeeperCalls, 'hello'> = {
  run: async (input) => {
    const program = keptProgramSchema.parse(input);
    const { file, args, dir, cwd = dir, env, stopSignal, signalsGroup = false } = program;
    const child = spawn(file, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own: it can be killed as a whole, and Ctrl-C in the lab's terminal doesn't reach it.
      detached: true,
    });
    const exited = untilExit(child, dir, lastLinesOf(child));
    const { pid } = child;
    if (pid !== undefined) {
      programs.set(pid, { child, dir, exited, stopSignal, signalsGroup });
      untold.set(pid, exited);
    }
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    return { pid: pid ?? 0 };
  },
  exited: async (pid) => {
    const exit = untold.get(pid);
    untold.delete(pid);
    return (await exit) ?? { code: null, signal: null, lastStderr: [] };
  },
  stop: async (pid) => {
    const kept = programs.get(pid);
    if (kept === undefined) return;
    if (kept.signalsGroup) killGroup(pid, kept.stopSignal);
    else kept.child.kill(kept.stopSignal);
    const timer = setTimeout(() => killGroup(pid), KILL_AFTER_MS);
    await kept.exited;
    clearTimeout(timer);
  },
};

process.on('exit', () => {
  for (const [pid, { dir }] of programs) {
    killGroup(pid);
    rmSync(dir, { recursive: true, force: true });
  }
});
runRole(calls);
