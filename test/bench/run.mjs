import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeReady } from '../../electron/start/install.mjs';

const project = path.resolve(fileURLToPath(import.meta.url), '../../..');
await makeReady(project, (line) => console.error(line));
const { buildNodeEntry } = await import('../../electron/build.mjs');
await buildNodeEntry('test/bench', 'test/bench/bench.ts');
const bench = path.join(project, 'out/test/bench.cjs');
const ended = spawnSync(process.execPath, [bench, ...process.argv.slice(2)], {
  cwd: project,
  stdio: 'inherit',
});
process.exitCode = ended.status ?? 1;
