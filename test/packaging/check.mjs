import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildStandIn } from '../stand-in/build.mjs';
import { builtFiles, filesOfAsar, filesOfPage, foreignRequires } from './contents.mjs';
import { checkFuses } from './fuses.mjs';
import { checkInstallers } from './installers.mjs';
import { runBuilder } from './run-builder.mjs';
import { makeStandInDist } from './stand-in-dist.mjs';
import { checkWindow } from './window.mjs';

/** `npm run package:check`: packages the app offline and proves that everything it needs is inside. */
const root = path.resolve(import.meta.dirname, '../..');
const { values: flags } = parseArgs({
  options: {
    project: { type: 'string', default: root }, // another folder with package.json and out/
    'no-build': { type: 'boolean', default: false },
    deb: { type: 'boolean', default: false }, // also tar.gz and deb
  },
});
const project = path.resolve(flags.project);
const rows = [];
delete process.env.ELECTRON_BIN; // the packaged executable is always the stand-in here

class Skip extends Error {}

/** Runs one check; what it returns is the detail shown, what it throws the reason it failed or was skipped. */
async function check(name, body) {
  try {
    rows.push({ name, outcome: 'ok', detail: (await body()) ?? '' });
  } catch (error) {
    const outcome = error instanceof Skip ? 'skipped' : 'FAILED';
    rows.push({ name, outcome, detail: error.message });
  }
}

function mustHold(names, wanted) {
  const missing = wanted.filter((name) => !names.has(name));
  if (missing.length > 0) throw new Error(`missing: ${missing.join(', ')}`);
  return wanted.join(', ');
}

async function checkContents(asar) {
  const files = filesOfAsar(asar);
  const names = new Set(files.map(({ name }) => name));
  const { main } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'));
  const built = builtFiles(project);
  const roles = built.filter((name) => name.startsWith('out/roles/'));

  await check('main and preload', () => mustHold(names, [path.normalize(main), 'out/preload/preload.cjs']));
  await check('page and what it loads', () => {
    const page = 'out/renderer/index.html';
    return mustHold(names, [page, ...filesOfPage(project, page)]);
  });
  await check('every role, readable by plain Node', () => {
    const unpacked = new Set(files.filter((file) => file.unpacked).map(({ name }) => name));
    const [beside] = roles.filter((name) => !existsSync(path.join(`${asar}.unpacked`, name)));
    if (roles.length === 0) throw new Error('no roles in out/roles/');
    if (beside) throw new Error(`${beside} is not beside the asar`);
    return mustHold(unpacked, roles);
  });
  await check('everything else that was built', () => `${mustHold(names, built).split(', ').length} files`);
  await check('package.json and licence', () => mustHold(names, ['package.json', 'LICENSE']));
  await check('nothing else', () => {
    const wanted = new Set([...built, 'package.json', 'LICENSE']);
    const others = [...names].filter((name) => !wanted.has(name));
    if (others.length > 0)
      throw new Error(`not needed: ${others.slice(0, 5).join(', ')} (${others.length} in all)`);
    return 'no node_modules, no maps, no test code';
  });
  await check('bundles stand alone', () => {
    const bundles = built.filter((name) => name.endsWith('.cjs'));
    const needs = bundles.flatMap((name) =>
      foreignRequires(project, name).map((other) => `${name} needs ${other}`),
    );
    if (needs.length > 0) throw new Error(needs.join(', '));
    return `${bundles.length} bundles`;
  });
}

async function checkAll(temporary) {
  const standInFolder = path.join(root, 'out', 'test', 'stand-in');
  const require = createRequire(import.meta.url);
  const { version } = require('electron/package.json');
  const electronDist = path.join(temporary, 'electron-dist');
  const config = path.join(root, 'electron-builder.yml');
  const output = path.join(temporary, 'dist');
  const targets = flags.deb ? ['dir', 'tar.gz', 'deb'] : ['dir'];
  await makeStandInDist(electronDist, standInFolder, version);
  let folder = '';
  await check('electron-builder --linux, offline', async () => {
    folder = await runBuilder({ project, config, electronDist, output, targets });
    return targets.join(', ');
  });
  if (!folder) return;
  const executable = path.join(folder, 'tls-cost-lab');

  await checkContents(path.join(folder, 'resources', 'app.asar'));
  await check('fuses, read back', async () => (await checkFuses(executable)).join(', '));
  const { launchApp, findChromium } = require(path.join(standInFolder, 'launch.cjs'));
  await check('packaged app opens its window', () => {
    if (!findChromium()) throw new Skip('no Chromium found; install one or set CHROMIUM_BIN');
    return checkWindow(launchApp, { executable, standInFolder });
  });
  await check('tar.gz and deb', () => {
    if (!flags.deb) throw new Skip('asked for with --deb');
    return checkInstallers(output);
  });
}

function print() {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const short = (text) => (text.length > 160 ? `${text.slice(0, 157)}...` : text);
  for (const { name, outcome, detail } of rows) {
    const shown = outcome === 'FAILED' ? detail : short(detail);
    console.log(`${outcome.padEnd(8)}${name.padEnd(width + 2)}${shown}`);
  }
}

const temporary = mkdtempSync(path.join(os.tmpdir(), 'package-check-'));
try {
  if (project === root && !flags['no-build']) {
    const { buildAll } = await import('../../electron/build.mjs');
    await buildAll();
  }
  await buildStandIn();
  await checkAll(temporary);
} finally {
  rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
}
print();
if (rows.some(({ outcome }) => outcome === 'FAILED')) process.exitCode = 1;
