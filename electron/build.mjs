import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Nothing but Node is imported at load: `npm start` asks this module what is stale before anything is installed.

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
// Electron brings itself; Playwright only stands in tests and finds its own files at run time.
const external = [
  'electron',
  'playwright-core',
  ...builtinModules,
  ...builtinModules.map((name) => `node:${name}`),
];

/** Every process of the program is one self-contained file: a sandboxed preload can't load siblings, and a role starts faster. */
const nodeEntries = {
  'main/main': 'electron/main.ts',
  'preload/preload': 'electron/preload.ts',
  'web/web': 'electron/web.ts',
  'cli/cli': 'electron/cli.ts',
  'roles/app': 'electron/roles/app.ts',
  'roles/proxy': 'electron/roles/proxy.ts',
  'roles/load': 'electron/roles/load.ts',
  'roles/wire': 'electron/roles/wire.ts',
  'roles/keeper': 'electron/roles/keeper.ts',
  'roles/handshake-server': 'electron/roles/handshake-server.ts',
  'roles/handshake-client': 'electron/roles/handshake-client.ts',
  'roles/stream': 'electron/roles/stream.ts',
  'roles/primitives': 'electron/roles/primitives.ts',
};

const builtFrom = ['electron', 'renderer', 'shared', 'assets'];
const builtWith = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'];

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(place) : [place];
  });
}

/**
 * One digest of everything that the build reads. By contents, not by time: a fresh checkout has new times.
 * @param {string} [project] the project's folder
 * @returns {string} SHA-256 in hex
 */
export function sourcesDigest(project = root) {
  const sources = builtFrom.flatMap((folder) => filesBelow(path.join(project, folder))).sort();
  const digest = createHash('sha256');
  for (const file of [...sources, ...builtWith.map((name) => path.join(project, name))]) {
    const content = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
    digest.update(`${path.relative(project, file)}\0${content.length}\0`).update(content);
  }
  return digest.digest('hex');
}

const stampOf = (project) => path.join(project, 'out', 'built-from.txt');

/**
 * Whether out/ is missing, incomplete, or older than what it was built from.
 * @param {string} [project] the project's folder
 */
export function isBuildStale(project = root) {
  const stamp = stampOf(project);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== sourcesDigest(project)) return true;
  const outputs = Object.entries(nodeEntries)
    .filter(([, input]) => existsSync(path.join(project, input)))
    .map(([name]) => `${name}.cjs`);
  return ['renderer/index.html', ...outputs].some((name) => !existsSync(path.join(project, 'out', name)));
}

/**
 * Bundles one Node entry into one CommonJS file.
 * @param {string} name output path below out/, without extension
 * @param {string} input source file, relative to the project
 */
export async function buildNodeEntry(name, input) {
  const { build } = await import('vite');
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
        // hdr-histogram-js reaches zlib through eval, so that bundlers for browsers don't see it; known, and harmless here.
        checks: { eval: false },
        input: { [name]: path.join(root, input) },
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  });
}

/** Builds everything into out/. The stamp is written last, so a build that was cut short counts as stale. */
export async function buildAll() {
  const { build } = await import('vite');
  const digest = sourcesDigest();
  rmSync(stampOf(root), { force: true });
  for (const name of Object.keys(nodeEntries)) {
    rmSync(path.join(root, 'out', path.dirname(name)), { recursive: true, force: true });
  }
  // The config's own root is relative to where npm was called from; this one isn't.
  const pages = path.join(root, 'renderer');
  await build({ root: pages, configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' });
  for (const [name, input] of Object.entries(nodeEntries)) {
    if (existsSync(path.join(root, input))) await buildNodeEntry(name, input);
  }
  mkdirSync(path.join(root, 'out'), { recursive: true });
  writeFileSync(stampOf(root), digest);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await buildAll();
