import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { isRunning, listeningAddresses } from '../helpers/processes.ts';
import { forkWire, type WireUnderTest, wireRolesDir } from './wire-rig.ts';

let wire: WireUnderTest;
beforeAll(async () => {
  wire = await forkWire();
});
afterAll(() => wire.stop());

/** What became of a connection attempt: `connect`, or the error's code. */
function dial(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve('connect');
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

describe('the wire of a link', () => {
  const spec = { linkId: 'kept', targetPort: 9, delayMs: 1 };

  it('keeps its port when it is asked for again', async () => {
    const [first, second] = await Promise.all([wire.listen(spec), wire.listen(spec)]);
    expect(second).toBe(first);
    expect(await wire.listen(spec)).toBe(first);
  });

  it.each([
    ['delay', { ...spec, delayMs: 2 }],
    ['target', { ...spec, targetPort: 10 }],
  ])('gives way to one with another %s', async (_what, other) => {
    const former = await wire.listen(spec);
    const port = await wire.listen(other);
    expect(port).not.toBe(former);
    await expect.poll(() => dial(former)).toBe('ECONNREFUSED');
    // The wire's target refuses, so a slow client may hear of the reset together with the connect.
    expect(['connect', 'ECONNRESET']).toContain(await dial(port));
  });

  it.each([-1, 101, Number.NaN])('is refused a delay of %d ms', async (delayMs) => {
    await expect(wire.listen({ ...spec, delayMs })).rejects.toThrow();
  });

  it('has zeros before the first connection', async () => {
    const { bytesIn, bytesOut, connectionsOpened, requests } = await wire.counters('unheard of');
    expect([bytesIn, bytesOut, connectionsOpened, requests]).toEqual([0, 0, 0, 0]);
  });
});

describe.skipIf(process.platform !== 'linux')('the process of the wires', () => {
  it('listens on 127.0.0.1 only', async () => {
    await wire.listen({ linkId: 'one more', targetPort: 9, delayMs: 0 });
    const addresses = listeningAddresses(wire.role.pid ?? 0);
    expect(addresses.length).toBeGreaterThan(0);
    expect(new Set(addresses)).toEqual(new Set(['0100007F']));
  });

  it('ends when its parent is killed, its sleeping thread included', async () => {
    const program = path.join(wireRolesDir, 'wire.cjs');
    const parent = spawn(
      process.execPath,
      [
        '-e',
        `console.log(require('node:child_process').fork(process.argv[1], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }).pid);
        setInterval(() => {}, 1000);`,
        program,
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const [pid] = await once(parent.stdout, 'data');
    expect(isRunning(Number(pid))).toBe(true);
    parent.kill('SIGKILL');
    await eventually('the end of the wire', () => !isRunning(Number(pid)));
  });
});
