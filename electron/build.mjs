import { existsSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const external = ['electron', ...builtinModules, ...builtinModules.map((name) => `node:${name}`)];

/** Every process of the program is one self-contained file: a sandboxed preload can't load siblings, and a role starts faster. */
const nodeEntries = {
  'main/main': 'electron/main.ts',
  'preload/preload': 'electron/preload.ts',
  'web/web': 'electron/web.ts',
  'cli/cli': 'electron/cli.ts',
  'roles/app': 'electron/roles/app.ts',
  'roles/proxy': 'electron/roles/proxy.ts',
  'roles/load': 'electron/roles/load.ts',
};

/**
 * Bundles one Node entry into one CommonJS file.
 * @param {string} name output path below out/, without extension
 * @param {string} input source file, relative to the project
 */
export async function buildNodeEntry(name, input) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      outDir: 'out',
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        external,
        input: { [name]: path.join(root, input) },
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  });
}

/** Builds everything into out/. */
export async function buildAll() {
  rmSync(path.join(root, 'out'), { recursive: true, force: true });
  await build({ root, configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' });
  for (const [name, input] of Object.entries(nodeEntries)) {
    if (existsSync(path.join(root, input))) await buildNodeEntry(name, input);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAll();
