import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../electron/lab/free-port.ts';
import { Pki } from '../../electron/lab/pki.ts';
import { kernelCpuUs } from './processes.ts';

const program = path.resolve(import.meta.dirname, '../fixtures/own-service.mjs');

/** A service as a user would have it: a program of its own, which nothing of the lab has started. */
export interface OwnService {
  readonly pid: number;
  readonly port: number;
  readonly url: string;
  /** How many requests it has seen, and the last of them. */
  asked(): Promise<{ asked: number; last: { method: string; url: string; body: string; headers: object } }>;
  stop(): Promise<void>;
}

/** The command line that starts it. @param options as the fixture names them */
export const commandOf = (port: number, ...options: string[]): string =>
  [process.execPath, program, port, '127.0.0.1', ...options].join(' ');

/** Starts it, and waits until it listens. */
export async function startOwnService(options: string[] = [], host = '127.0.0.1'): Promise<OwnService> {
  const port = await freePort();
  const child = spawn(process.execPath, [program, String(port), host, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return {
    pid: child.pid ?? 0,
    port,
    url: `http://${host}:${port}`,
    asked: async () => (await fetch(`http://${host}:${port}/asked`)).json(),
    stop: async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** A certificate for `localhost` and 127.0.0.1 in files, and that of its authority. */
export async function certificateFiles(): Promise<{ option: string; caFile: string }> {
  const { keyPem, certPem, caPem } = await new Pki().identity('ecdsa-p256');
  const dir = mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-own-'));
  const write = (name: string, text: string) => {
    const file = path.join(dir, name);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  };
  return {
    option: `tls=${write('key.pem', keyPem)},${write('cert.pem', certPem)}`,
    caFile: write('ca.pem', caPem),
  };
}

/** An address of this machine that is not loopback: as good as another machine's to the lab, and it stays here. */
export function ownAddress(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address;
}

/** CPU of several processes by the kernel's own account, µs. */
export const kernelCpuOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + kernelCpuUs(pid), 0);
