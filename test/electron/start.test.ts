import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseStartFlags } from '../../electron/start/flags.mjs';

const project = path.resolve(import.meta.dirname, '../..');
let copy = '';

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs `npm start`'s script in the copy: a project whose packages, build and programs are a few lines each, so that
 * what is tested is the starting.
 */
function start(
  args: string[],
  env: NodeJS.ProcessEnv = {},
  onOutput: (kill: (signal: NodeJS.Signals) => void) => void = () => {},
) {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...inherited } = process.env;
  return new Promise<Ended>((resolve) => {
    const child = spawn(process.execPath, [path.join(copy, 'electron', 'start.mjs'), ...args], {
      env: { ...inherited, ...env },
    });
    const ended: Ended = { code: null, stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => {
      ended.stdout += String(chunk);
      onOutput((signal) => child.kill(signal));
    });
    child.stderr.on('data', (chunk: Buffer) => {
      ended.stderr += String(chunk);
    });
    child.on('close', (code) => resolve({ ...ended, code }));
  });
}

const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(copy, name)), { recursive: true });
  writeFileSync(path.join(copy, name), text);
};

/** Bundles nothing: it copies each entry to where the real one would be built, and counts how often it was called. */
const fakeVite = `
  import { appendFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
  import path from 'node:path';
  export async function build(config) {
    const out = path.join(import.meta.dirname, '../../out');
    appendFileSync(path.join(out, '../builds.txt'), 'x');
    const input = config.build?.rolldownOptions?.input;
    if (!input) { mkdirSync(path.join(out, 'renderer'), { recursive: true }); writeFileSync(path.join(out, 'renderer/index.html'), ''); return; }
    for (const [name, file] of Object.entries(input)) cpSync(file, path.join(out, name + '.cjs'));
  }
`;
const sayArguments = (name: string) => `console.log('${name}', JSON.stringify(process.argv.slice(2)));`;
const buildCount = () => readFileSync(path.join(copy, 'builds.txt'), 'utf8').length;

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'start-test-'));
  cpSync(path.join(project, 'electron', 'start'), path.join(copy, 'electron', 'start'), { recursive: true });
  for (const name of ['start.mjs', 'build.mjs']) {
    cpSync(path.join(project, 'electron', name), path.join(copy, 'electron', name));
  }
  const packages = {
    '': {},
    'node_modules/vite': { version: '1.0.0' },
    'node_modules/elsewhere': { version: '1.0.0', optional: true },
  };
  write('package-lock.json', JSON.stringify({ packages }));
  write(
    'node_modules/.package-lock.json',
    JSON.stringify({ packages: { 'node_modules/vite': { version: '1.0.0' } } }),
  );
  write('node_modules/vite/package.json', JSON.stringify({ type: 'module', exports: './index.js' }));
  write('node_modules/vite/index.js', fakeVite);
  write('electron/web.ts', sayArguments('web'));
  write(
    'electron/cli.ts',
    `
    if (process.argv[2] === 'wait') {
      process.on('SIGINT', () => { console.log('SIGINT'); setTimeout(() => process.exit(7), 400); });
      setInterval(() => {}, 1000);
    } else process.exitCode = 3;
    ${sayArguments('cli')}
  `,
  );
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('flags', { timeout: 60_000 }, () => {
  test.each([['0'], ['65536'], ['-1'], ['80a'], ['1e3'], ['']])(
    '--port %j is refused with what is allowed',
    (given) => {
      for (const argv of [['--port', given], [`--port=${given}`]]) {
        expect(parseStartFlags(argv)).toEqual({
          kind: 'bad',
          message: `--port: ${JSON.stringify(given)} was given; allowed: a whole number from 1 to 65535`,
        });
      }
    },
  );

  test('what only a page has, a port or a browser to open, asks for the page', () => {
    const page = { kind: 'window', web: true, open: true, port: undefined };
    expect(parseStartFlags([])).toEqual({ ...page, web: false });
    expect(parseStartFlags(['--web'])).toEqual(page);
    expect(parseStartFlags(['--no-open'])).toEqual({ ...page, open: false });
    expect(parseStartFlags(['--port', '8080'])).toEqual({ ...page, port: 8080 });
    const link = 'tls-cost-lab://settings?c=e30';
    expect(parseStartFlags([link])).toEqual({ ...page, web: false, link });
  });

  test('a bad one ends with exit code 2 before anything is installed or built', async () => {
    const ended = await start(['--port', 'http']);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toBe('--port: "http" was given; allowed: a whole number from 1 to 65535\n');
    expect(await start(['--prot', '80'])).toMatchObject({ code: 2 });
  });

  test('--help says what there is', async () => {
    const ended = await start(['--help']);
    expect(ended.code).toBe(0);
    for (const flag of ['--web', '--no-open', '--port N']) expect(ended.stdout).toContain(flag);
  });
});

describe('a start', { timeout: 60_000 }, () => {
  test('builds once; the next one builds nothing, until a source changes', async () => {
    const first = await start(['--web', '--no-open', '--port', '8080']);
    expect(first).toMatchObject({
      code: 0,
      stdout: 'web ["--no-open","--port","8080"]\n',
      stderr: 'Building…\n',
    });
    const builds = buildCount();
    utimesSync(path.join(copy, 'electron', 'web.ts'), new Date(), new Date());
    expect(await start(['--web'])).toMatchObject({ code: 0, stdout: 'web []\n', stderr: '' });
    expect(buildCount()).toBe(builds);
    write('shared/new.ts', 'export {};');
    expect((await start(['--web'])).stderr).toBe('Building…\n');
    expect(buildCount()).toBe(2 * builds);
    rmSync(path.join(copy, 'out', 'cli', 'cli.cjs'));
    expect((await start(['--web'])).stderr).toBe('Building…\n');
  });

  test('says in one line why there is no desktop window, and serves the page', async () => {
    const noDisplay = await start([]);
    expect(noDisplay).toMatchObject({ code: 0, stdout: 'web []\n' });
    expect(noDisplay.stderr).toMatch(
      /^There is no display here .*; serving the same window in your browser instead\.\n$/,
    );
    const noElectron = await start([], { DISPLAY: ':99' });
    expect(noElectron).toMatchObject({ code: 0, stdout: 'web []\n' });
    expect(noElectron.stderr).toMatch(/^Electron's executable isn't here and can't be fetched; .*\n$/);
  });

  test('tries to fetch Electron once, not at every start', async () => {
    write('node_modules/electron/package.json', '{"version":"1.0.0"}');
    write('node_modules/electron/install.js', 'process.exit(1)');
    expect((await start([], { DISPLAY: ':99' })).stderr.split('\n')).toHaveLength(3);
    expect((await start([], { DISPLAY: ':99' })).stderr.split('\n')).toHaveLength(2);
    rmSync(path.join(copy, 'node_modules', 'electron'), { recursive: true });
  });

  test.skipIf(process.platform === 'win32')(
    'opens the desktop window where Electron is, without ELECTRON_RUN_AS_NODE',
    async () => {
      write('dist/electron', '#!/bin/sh\necho "electron [$ELECTRON_RUN_AS_NODE] $*"\nexit $CODE\n');
      chmodSync(path.join(copy, 'dist', 'electron'), 0o755);
      const env = {
        DISPLAY: ':99',
        ELECTRON_OVERRIDE_DIST_PATH: path.join(copy, 'dist'),
        ELECTRON_RUN_AS_NODE: '1',
        CODE: '0',
      };
      expect(await start([], env)).toMatchObject({ code: 0, stdout: `electron [] ${copy}\n`, stderr: '' });
      const failed = await start([], { ...env, CODE: '133' });
      expect(failed).toMatchObject({ code: 0, stdout: `electron [] ${copy}\nweb []\n` });
      expect(failed.stderr).toMatch(/^Electron ended at once with exit code 133; serving .*\n$/);
    },
  );

  test("shows npm's last lines when the lock can't be installed", async () => {
    const lock = readFileSync(path.join(copy, 'package-lock.json'), 'utf8');
    write(
      'package-lock.json',
      JSON.stringify({ packages: { '': {}, 'node_modules/vite': { version: '2.0.0' } } }),
    );
    write('fake/npm-cli.js', `console.error('npm error 404 vite@2.0.0'); process.exit(1)`);
    const ended = await start(['--web'], { npm_execpath: path.join(copy, 'fake', 'npm-cli.js') });
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain('npm ci failed (exit 1). Its last lines:\nnpm error 404 vite@2.0.0');
    write('package-lock.json', lock);
  });

  test('installs nothing into packages that are another checkout’s, by a symbolic link', async () => {
    const lock = readFileSync(path.join(copy, 'package-lock.json'), 'utf8');
    const [modules, others] = [path.join(copy, 'node_modules'), path.join(copy, 'others')];
    renameSync(modules, others);
    symlinkSync(others, modules, 'junction');
    expect(await start(['--web'])).toMatchObject({ code: 0, stdout: 'web []\n' });
    write('package-lock.json', JSON.stringify({ packages: { '': {} } }));
    write('fake/npm-cli.js', `require('node:fs').rmSync('node_modules/vite', { recursive: true })`);
    const ended = await start(['--web'], { npm_execpath: path.join(copy, 'fake', 'npm-cli.js') });
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain(`is a symbolic link to ${others}, which is left alone.`);
    expect(readdirSync(others)).toContain('vite');
    write('package-lock.json', lock);
    rmSync(modules);
    renameSync(others, modules);
  });
});

describe('the terminal', { timeout: 60_000 }, () => {
  test('gets its arguments as they are, and its exit code is passed on', async () => {
    await start(['--terminal']);
    const ended = await start(['--terminal', 'run', '--port', 'x', '--help']);
    expect(ended).toMatchObject({ code: 3, stdout: 'cli ["run","--port","x","--help"]\n', stderr: '' });
  });

  test.skipIf(process.platform === 'win32')(
    'gets a SIGINT once though it comes twice, and ends in its own time',
    async () => {
      let sent = false;
      const ended = await start(['--terminal', 'wait'], {}, (kill) => {
        if (sent) return;
        sent = true;
        kill('SIGINT');
        setTimeout(() => kill('SIGINT'), 50);
      });
      expect(ended).toMatchObject({ code: 7, stdout: 'cli ["wait"]\nSIGINT\n' });
    },
  );
});
