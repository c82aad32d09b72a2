// Pictures of the window over made-up figures: node test/renderer/harness/run.mjs [scene…|measure]
import { fileURLToPath } from 'node:url';
import { build, runnerImport } from 'vite';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const rendererDir = `${root}out/test/harness`;
await build({
  configFile: `${root}vite.config.ts`,
  root: `${root}renderer`,
  logLevel: 'warn',
  build: { outDir: rendererDir },
});
const { module } = await runnerImport(`${root}test/renderer/harness/shots.ts`, { configFile: false, root });
await module.main(rendererDir, process.env.SHOTS_DIR ?? '/tmp/shots', process.argv.slice(2));
