import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { childrenOf, isRunning } from '../helpers/processes.ts';

const out = path.resolve(import.meta.dirname, '../../out');
const shells: [string, string[]][] = [
  ['the terminal', [path.join(out, 'cli/cli.cjs'), 'run', '--topology', 'T3', '--duration', '60']],
  ['the loopback page', [path.join(out, 'web/web.cjs'), '--no-open']],
];

let shell: ChildProcess | undefined;
afterEach(() => shell?.kill('SIGKILL'));

async function startShell(args: string[]): Promise<{ child: ChildProcess; roles: number[] }> {
  const settings = path.join(mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-')), 'settings.json');
  const child = spawn(process.execPath, args, {
    stdio: 'ignore',
    env: { ...process.env, TLS_COST_LAB_SETTINGS: settings },
  });
  shell = child;
  const pid = child.pid ?? 0;
  const roles = await eventually('all three roles', () => {
    const children = childrenOf(pid);
    return children.length === 3 && children;
  });
  return { child, roles };
}

describe.each(shells)('when %s ends', (_name, args) => {
  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('by %s, no role outlives it', async (signal) => {
    const { child, roles } = await startShell(args);
    child.kill(signal);
    await eventually('all roles to be gone', () => roles.every((pid) => !isRunning(pid)), 5_000);
    expect(roles.filter(isRunning)).toEqual([]);
  });
});
