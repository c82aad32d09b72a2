import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeReady } from '../../electron/start/install.mjs';

const project = path.resolve(fileURLToPath(import.meta.url), '../../..');

/** @returns {Promise<number>} the bench's own exit code, or 1 when nothing could be made ready for it */
async function runBench() {
  const failure = await makeReady(project, (line) => console.error(line));
  if (failure) {
    console.error(failure);
    return 1;
  }
  const { buildNodeEntry } = await import('../../electron/build.mjs');
  await buildNodeEntry('test/bench', 'test/bench/bench.ts');
  const bench = path.join(project, 'out/test/bench.cjs');
  const args = [bench, ...process.argv.slice(2)];
  return spawnSync(process.execPath, args, { cwd: project, stdio: 'inherit' }).status ?? 1;
}

process.exitCode = await runBench();
