import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenOnLoopback } from '../../electron/loopback/http-server.ts';

let folder = '';
const options = (port: number) => ({ filesDir: folder, port, onClient: () => () => {} });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'loopback-port-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a folder without index.html is refused with what to do', async () => {
  await expect(listenOnLoopback(options(0))).rejects.toThrow('run npm run build');
});

test('a port in use is refused; closing frees it, and the next start has a token of its own', async () => {
  await writeFile(path.join(folder, 'index.html'), '<!doctype html>');
  const first = await listenOnLoopback(options(0));
  await expect(listenOnLoopback(options(first.port))).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await first.close();
  const second = await listenOnLoopback(options(first.port));
  expect(second.port).toBe(first.port);
  expect(second.address).not.toBe(first.address);
  await second.close();
});
