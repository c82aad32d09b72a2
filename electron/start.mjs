import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { desktopOrObstacle } from './start/electron-executable.mjs';
import { parseStartFlags, startUsage } from './start/flags.mjs';
import { runInForeground } from './start/foreground.mjs';
import { makeReady, nodeObstacle } from './start/install.mjs';

// Runs before anything is installed: this file and start/ import nothing but Node's own modules.

const project = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const built = (name) => path.join(project, 'out', name);
/** A desktop window that is gone again so soon, with an error, never opened. */
const failedToOpenMs = 10_000;

const say = (line) => process.stderr.write(`${line}\n`);

async function runNode(script, args) {
  const { code } = await runInForeground(process.execPath, [script, ...args], { isNode: true });
  return code;
}

/**
 * @param {readonly string[]} links none, or the one to open
 * @returns {Promise<number | string>} the window's exit code, or why there is no window
 */
async function openDesktop(links) {
  const found = await desktopOrObstacle(project, say);
  if (found.obstacle) return found.obstacle;
  const env = { ...process.env };
  // Left over from a parent that is Electron itself, this would make Electron a plain Node without windows.
  delete env.ELECTRON_RUN_AS_NODE;
  const startedAtMs = Date.now();
  const { code, interrupted } = await runInForeground(found.executable, [project, ...links], {
    env,
    isNode: false,
  });
  const failedToOpen = code !== 0 && !interrupted && Date.now() - startedAtMs < failedToOpenMs;
  return failedToOpen ? `Electron ended at once with exit code ${code}` : code;
}

/**
 * `npm start`: installs and builds what is stale, then opens the window, on the desktop or in a browser.
 * @param {readonly string[]} argv
 * @returns {Promise<number>} exit code: 0 ended as asked, 1 could not start, 2 bad usage, or the program's own
 */
export async function start(argv) {
  const flags = parseStartFlags(argv);
  if (flags.kind === 'help') {
    process.stdout.write(startUsage);
    return 0;
  }
  if (flags.kind === 'bad') {
    say(flags.message);
    return 2;
  }
  const failure = nodeObstacle(process.version) ?? (await makeReady(project, say));
  if (failure) {
    say(failure);
    return 1;
  }
  if (flags.kind === 'terminal') return runNode(built('cli/cli.cjs'), flags.args);
  const links = flags.link === undefined ? [] : [flags.link];
  if (!flags.web) {
    const outcome = await openDesktop(links);
    if (typeof outcome === 'number') return outcome;
    say(`${outcome}; serving the same window in your browser instead.`);
  }
  const args = [
    ...(flags.open ? [] : ['--no-open']),
    ...(flags.port ? ['--port', String(flags.port)] : []),
    ...links,
  ];
  return runNode(built('web/web.cjs'), args);
}

// npm gives the path as typed, import.meta the real one: a project below a symbolic link must start too.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await start(process.argv.slice(2));
}
