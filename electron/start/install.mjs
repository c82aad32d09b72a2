import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

const oldestNode = [20, 19];
const shownLines = 15;

/**
 * Says what is wrong with a Node version, or nothing.
 * @param {string} version such as `v20.19.0`
 * @returns {string | undefined}
 */
export function nodeObstacle(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestNode;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `TLS Cost Lab needs Node ${oldestNode.join('.')} or newer; this is Node ${version.replace(/^v/, '')}. Get it from https://nodejs.org.`;
}

/** How to call npm: the very one that called us, if one did. */
export function npmCommand() {
  const caller = process.env.npm_execpath;
  if (caller && path.basename(caller) === 'npm-cli.js') return { command: process.execPath, args: [caller] };
  const onWindows = process.platform === 'win32';
  return { command: onWindows ? 'npm.cmd' : 'npm', args: [], shell: onWindows };
}

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages ?? {};
  } catch {
    return undefined;
  }
}

/**
 * Whether node_modules differs from the lock. npm's own record of what it installed is compared, so that an install by
 * hand counts and one that was cut short doesn't. Optional packages of other systems are rightly absent.
 * @param {string} project the project's folder
 */
export function isInstallStale(project) {
  const wanted = packagesOf(path.join(project, 'package-lock.json'));
  const installed = packagesOf(path.join(project, 'node_modules', '.package-lock.json'));
  if (!wanted || !installed) return true;
  const differs = Object.entries(wanted).some(([place, { version, optional }]) => {
    const found = installed[place];
    if (place === '' || (optional && !found)) return false;
    return found?.version !== version || !existsSync(path.join(project, place, 'package.json'));
  });
  return differs || Object.keys(installed).some((place) => !wanted[place]);
}

/**
 * Says why nothing may be installed here, or nothing. `npm ci` first empties node_modules, and through a symbolic link
 * that would be the packages of another checkout.
 * @param {string} project the project's folder
 * @returns {string | undefined}
 */
function installObstacle(project) {
  const modules = path.join(project, 'node_modules');
  if (!lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined;
  return `node_modules here differs from package-lock.json, but is a symbolic link to ${readlinkSync(modules)}, which is left alone. Bring that folder up to date where it belongs, or remove the link for this checkout to have packages of its own.`;
}

/**
 * Runs a step quietly.
 * @returns {Promise<{ code: number, lastLines: string }>} its exit code and the end of what it printed
 */
function runQuietly({ command, args, shell = false }, cwd) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, shell, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-20_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const lastLines = () => output.trimEnd().split('\n').slice(-shownLines).join('\n');
    child.once('error', (error) => resolve({ code: 1, lastLines: `${command}: ${error.message}` }));
    child.once('close', (code) => resolve({ code: code ?? 1, lastLines: lastLines() }));
  });
}

/**
 * Makes node_modules and out/ what the lock and the sources say, each only if it isn't yet.
 * @param {string} project the project's folder
 * @param {(line: string) => void} say one line before each step that takes long
 * @returns {Promise<string | undefined>} why it failed
 */
export async function makeReady(project, say) {
  if (isInstallStale(project)) {
    const obstacle = installObstacle(project);
    if (obstacle) return obstacle;
    say('Installing what package-lock.json lists (once, about a quarter of a minute)…');
    const npm = npmCommand();
    // Everything is a devDependency, for all of it is bundled: NODE_ENV=production must not leave it out.
    const wanted = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
    const { code, lastLines } = await runQuietly({ ...npm, args: [...npm.args, ...wanted] }, project);
    if (code !== 0) return `npm ci failed (exit ${code}). Its last lines:\n${lastLines}`;
  }
  const builder = path.join(project, 'electron', 'build.mjs');
  const { isBuildStale } = await import('../build.mjs');
  if (isBuildStale(project)) {
    say('Building…');
    const { code, lastLines } = await runQuietly({ command: process.execPath, args: [builder] }, project);
    if (code !== 0) return `The build failed (exit ${code}). Its last lines:\n${lastLines}`;
  }
  return undefined;
}
