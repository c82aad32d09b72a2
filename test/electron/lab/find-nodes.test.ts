import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findNodes } from '../../../electron/lab/handshake/find-nodes.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-nodes-'));
const usualPath = process.env.PATH;
const inFolder = (name: string) => path.join(folder, name, 'node');

function makeExecutable(name: string): string {
  const file = inFolder(name);
  writeFileSync(file, '');
  chmodSync(file, 0o755);
  return file;
}

beforeAll(() => {
  for (const name of ['other', 'same', 'own', 'plain']) mkdirSync(path.join(folder, name));
  // A checkout of Node.js beside the PATH's programs.
  mkdirSync(inFolder('folder'), { recursive: true });
  makeExecutable('other');
  symlinkSync(inFolder('other'), inFolder('same'));
  symlinkSync(process.execPath, inFolder('own'));
  writeFileSync(inFolder('plain'), '');
  const folders = ['folder', 'own', 'other', 'same', 'plain', 'nowhere'];
  process.env.PATH = folders.map((name) => path.join(folder, name)).join(path.delimiter);
});
afterAll(() => {
  process.env.PATH = usualPath;
  rmSync(folder, { recursive: true });
});

it.skipIf(process.platform === 'win32')(
  'on the PATH is every executable file once, but no folder, and not the one that runs this',
  async () => {
    expect(await findNodes([])).toEqual([{ file: inFolder('other'), isNamed: false }]);
  },
);

it('that was named is taken unseen, and is not found a second time', async () => {
  const named = ['/nowhere/node', inFolder('same')];
  expect(await findNodes(named)).toEqual(named.map((file) => ({ file, isNamed: true })));
});
