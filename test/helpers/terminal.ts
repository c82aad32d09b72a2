import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from './eventually.ts';
import { childrenOf } from './processes.ts';

const cli = path.resolve(import.meta.dirname, '../../out/cli/cli.cjs');

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Runs are kept beside the settings: beside these, and not in the home of whoever runs the tests. */
const ownSettings = path.join(mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-')), 'settings.json');

/** Starts the built command line. */
export function startCli(args: readonly string[], settings = ownSettings): Started {
  const env = { ...process.env, TLS_COST_LAB_SETTINGS: settings };
  const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ended>((resolve) =>
    child.on('close', (code) => resolve({ code, stdout, stderr })),
  );
  return { child, ended };
}

/** Runs the built command line to its end. */
export const runCli = (...args: string[]): Promise<Ended> => startCli(args).ended;

/** Waits until it has started the processes that every topology needs. @returns their ids */
export function rolesOf({ child }: Started): Promise<number[]> {
  return eventually('the roles', () => {
    const children = childrenOf(child.pid ?? 0);
    return children.length === 3 && children;
  });
}
