import { cp, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { build } from 'vite';

const here = import.meta.dirname;
const outDir = path.resolve(here, '../../out/test/stand-in');

// Playwright finds its own files by where it lies, asar may not be bundled, register.cjs answers for electron.
const left = ['electron', 'playwright-core', '@electron/asar'];
const external = [...left, ...builtinModules, ...builtinModules.map((name) => `node:${name}`)];

/** One self-contained CommonJS file: a sandboxed preload can load no other, and a hook should not. */
const nodeEntry = (name, file) => ({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    rolldownOptions: {
      external,
      input: { [name]: path.join(here, file) },
      output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
    },
  },
});

/** A script for one of the page's worlds, leaving its exports in a variable. */
const pageEntry = (name, variable) => ({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    outDir: path.join(outDir, 'page'),
    emptyOutDir: false,
    target: 'es2023',
    minify: false,
    lib: {
      entry: path.join(here, 'page', `${name}.ts`),
      formats: ['iife'],
      name: variable,
      fileName: () => `${name}.js`,
    },
  },
});

/** Builds the stand-in, its launcher and the fixture app into out/test/stand-in/. */
export async function buildStandIn() {
  await rm(outDir, { recursive: true, force: true });
  await build(pageEntry('page-world', 'pageWorld'));
  await build(pageEntry('preload-world', 'preloadWorld'));
  for (const name of ['electron', 'register', 'packaged', 'launch'])
    await build(nodeEntry(name, `${name}.ts`));
  for (const name of ['main', 'preload', 'role'])
    await build(nodeEntry(`fixture/${name}`, `fixture/${name}.ts`));
  await cp(path.join(here, 'fixture', 'page'), path.join(outDir, 'fixture', 'page'), { recursive: true });
}

if (process.argv[1] === import.meta.filename) await buildStandIn();
