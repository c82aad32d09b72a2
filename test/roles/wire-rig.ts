import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { RoleProcess } from '../../electron/lab/role-process.ts';
import { type Counters, countersSchema, type WireListenSpec } from '../../shared/role-api.ts';

/** Both paths also hold in the bench, which is bundled to out/test. */
export const wireRolesDir = path.resolve(import.meta.dirname, '../../out/roles');
const instrumentFile = path.resolve(import.meta.dirname, '../../test/roles/wire-instrument.py');
const listening = z.object({ port: z.int() });
const run = promisify(execFile);

export interface WireUnderTest {
  readonly role: RoleProcess;
  listen(spec: WireListenSpec): Promise<number>;
  counters(linkId: string): Promise<Counters>;
  stop(): Promise<void>;
}

/** Forks the built wire (out/roles/wire.cjs) as the lab does; the caller stops it. */
export async function forkWire(): Promise<WireUnderTest> {
  const { role } = await RoleProcess.start({ name: 'wire', rolesDir: wireRolesDir });
  return {
    role,
    listen: async (spec) => listening.parse(await role.call('listen', spec)).port,
    counters: async (linkId) => countersSchema.parse(await role.call('counters', linkId)),
    stop: () => role.stop(),
  };
}

/** A Python that measures with its own clock; undefined where the machine has none. */
export interface Instrument {
  /** Process of the server. */
  readonly pid: number;
  /** Of a server that echoes, or swallows a stream and confirms its end. */
  readonly port: number;
  /** Echo round trips, ms: for each port in turn, on one connection each. The first of a list is a new connection's. */
  pingsMs(count: number, pauseMs: number, ports: readonly number[]): Promise<number[][]>;
  /** Rate of one connection until the far end has confirmed the last byte. */
  streamBytesPerSec(megabytes: number, port: number): Promise<number>;
  stop(): void;
}

/** Starts the instrument's server; the caller stops it. */
export async function openInstrument(): Promise<Instrument | undefined> {
  const server: ChildProcess = spawn('python3', [instrumentFile, 'serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const missing = once(server, 'error').then(() => undefined);
  const first = server.stdout && once(server.stdout, 'data').then(([data]) => Number(String(data)));
  const port = await Promise.race([missing, first]);
  if (typeof port !== 'number') return undefined;
  const ask = async (...args: readonly (string | number)[]): Promise<unknown> => {
    const { stdout } = await run('python3', [instrumentFile, ...args.map(String)], { maxBuffer: 2 ** 24 });
    return JSON.parse(stdout);
  };
  return {
    port,
    pid: server.pid ?? 0,
    pingsMs: async (count, pauseMs, ports) =>
      z.array(z.array(z.number())).parse(await ask('pings', count, pauseMs, ...ports)),
    streamBytesPerSec: async (megabytes, toPort) =>
      (megabytes * 2 ** 20) / z.number().parse(await ask('stream', megabytes, toPort)),
    stop: () => void server.kill('SIGKILL'),
  };
}

/** Median of the round trips on an open connection: through the wire, less those beside it, taken in turn with them. */
export async function addedRttMs(instrument: Instrument, count: number, port: number): Promise<number> {
  const [beside = [], through = []] = await instrument.pingsMs(count, 1, [instrument.port, port]);
  return middle(through.slice(1)) - middle(beside.slice(1));
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
