import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const web = path.resolve(import.meta.dirname, '../../out/web/web.cjs');
let folder = '';

/** The built shell, as `npm start` runs it; it is ended by a signal, or by losing the one who started it. */
function runShell(args: string[], env: NodeJS.ProcessEnv = {}) {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...inherited } = process.env;
  const settings = { TLS_COST_LAB_SETTINGS: path.join(folder, 'settings.json') };
  const stdio: ['ignore', 'pipe', 'pipe', 'ipc'] = ['ignore', 'pipe', 'pipe', 'ipc'];
  const child = spawn(process.execPath, [web, ...args], {
    stdio,
    env: { ...inherited, ...settings, ...env },
  });
  const said = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => {
    said.stdout += String(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    said.stderr += String(chunk);
  });
  const ended = once(child, 'exit').then(([code]) => code);
  const address = async () => {
    while (!said.stdout.includes('stops it')) {
      if (child.exitCode !== null) throw new Error(said.stderr);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return new URL(/http:\S+/.exec(said.stdout)?.[0] ?? '');
  };
  return { child, said, ended, address };
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'web-shell-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(process.platform === 'win32')('the loopback shell', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'prints its address once and ends well on %s',
    async (signal) => {
      const { child, said, ended, address } = runShell(['--no-open']);
      expect((await address()).hostname).toBe('127.0.0.1');
      expect(said.stdout.trimEnd().split('\n')).toEqual([
        expect.stringMatching(/^TLS Cost Lab: http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/),
        'Ctrl-C stops it.',
      ]);
      child.kill(signal);
      expect(await ended).toBe(0);
    },
  );

  test('ends when the program that started it is gone', async () => {
    const { child, ended, address } = runShell(['--no-open']);
    await address();
    child.disconnect();
    expect(await ended).toBe(0);
  });

  test('refuses a bad port with exit code 2, and one in use with 3, each with a sentence', async () => {
    const bad = runShell(['--port', '99999']);
    expect(await bad.ended).toBe(2);
    expect(bad.said.stderr).toContain('--port: "99999" was given; allowed: a whole number from 1 to 65535');
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const busy = runShell(['--no-open', '--port', String(port)]);
    expect(await busy.ended).toBe(3);
    expect(busy.said.stderr).toContain(`Port ${port} is in use by another program`);
    other.close();
  });

  test.skipIf(process.platform !== 'linux')(
    'opens the browser by a private file, so that the token is in no process list, and removes the file once used',
    async () => {
      const opener = path.join(folder, 'xdg-open');
      const log = path.join(folder, 'opened.txt');
      writeFileSync(
        opener,
        `#!/bin/sh\nstat -c '%a' "$1" "$(dirname "$1")" > ${log}.part\necho "$1" >> ${log}.part\nmv ${log}.part ${log}\n`,
      );
      chmodSync(opener, 0o755);
      const env = { DISPLAY: ':99', PATH: `${folder}:${process.env.PATH}` };
      const { child, ended, address } = runShell([], env);
      const page = await address();
      while (!existsSync(log)) await new Promise((resolve) => setTimeout(resolve, 20));
      const [fileMode, folderMode, file = ''] = readFileSync(log, 'utf8').trimEnd().split('\n');
      expect([fileMode, folderMode]).toEqual(['600', '700']);
      expect(file).not.toContain('token');
      expect(readFileSync(file, 'utf8')).toContain(`url=${page.href}`);
      await fetch(page, { redirect: 'manual' });
      expect(existsSync(path.dirname(file))).toBe(false);
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    },
  );
});
