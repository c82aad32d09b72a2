import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** A download from which no byte came for so long is given up; one that moves may take its time. */
const stallMs = 8_000;
/** For so long a failed download isn't tried again. */
const failureKeptMs = 24 * 3_600_000;

const usualName = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Finds Electron's executable without loading the `electron` package, which would start a download.
 * @param {string} project the project's folder
 * @returns {string | undefined}
 */
export function findElectron(project, env = process.env) {
  const folder = path.join(project, 'node_modules', 'electron');
  const name = readText(path.join(folder, 'path.txt')) ?? usualName[process.platform] ?? 'electron';
  const places = [
    env.ELECTRON_EXEC_PATH,
    env.ELECTRON_OVERRIDE_DIST_PATH && path.join(env.ELECTRON_OVERRIDE_DIST_PATH, name),
    // path.txt is written after the last file: without it an extraction was cut short.
    existsSync(path.join(folder, 'path.txt')) && path.join(folder, 'dist', name),
  ];
  return places.find((place) => place && existsSync(place)) || undefined;
}

function bytesBelow(folder) {
  try {
    return readdirSync(folder, { recursive: true }).reduce(
      (sum, name) => sum + (statSync(path.join(folder, String(name)), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  } catch {
    return 0;
  }
}

/** Runs Electron's own installer for as long as it makes progress. */
function runInstaller(installer, scratch) {
  return new Promise((resolve) => {
    const env = {
      ...process.env,
      TMPDIR: scratch,
      TMP: scratch,
      TEMP: scratch,
      ELECTRON_GET_NO_PROGRESS: '1',
    };
    const child = spawn(process.execPath, [installer], { env, stdio: 'ignore' });
    let seenBytes = 0;
    let movedAtMs = Date.now();
    const watch = setInterval(() => {
      const bytes = bytesBelow(scratch) + bytesBelow(path.join(path.dirname(installer), 'dist'));
      if (bytes !== seenBytes) movedAtMs = Date.now();
      seenBytes = bytes;
      if (Date.now() - movedAtMs > stallMs - 500) child.kill('SIGKILL');
    }, 500);
    const end = () => {
      clearInterval(watch);
      resolve();
    };
    child.once('error', end);
    child.once('exit', end);
  });
}

/**
 * Fetches Electron's executable if that can be done; a failure is remembered for a day.
 * @param {string} project the project's folder
 * @param {(line: string) => void} say
 */
export async function fetchElectron(project, say) {
  const installer = path.join(project, 'node_modules', 'electron', 'install.js');
  if (!existsSync(installer)) return;
  const cache = path.join(project, 'node_modules', '.cache', 'tls-cost-lab');
  const failure = path.join(cache, 'electron-not-fetched.txt');
  const version = readText(path.join(path.dirname(installer), 'package.json'));
  const failedBefore = statSync(failure, { throwIfNoEntry: false });
  const isRecent = failedBefore && Date.now() - failedBefore.mtimeMs < failureKeptMs;
  if (isRecent && readText(failure) === version) return;
  say("Fetching Electron's executable (once, about 120 MB)…");
  mkdirSync(cache, { recursive: true });
  const scratch = mkdtempSync(path.join(cache, 'electron-'));
  await runInstaller(installer, scratch);
  rmSync(scratch, { recursive: true, force: true });
  if (findElectron(project, {})) rmSync(failure, { force: true });
  else writeFileSync(failure, version ?? '');
}

/**
 * Why no desktop window can open in this session, or undefined.
 * @param {NodeJS.Platform} platform
 * @param {NodeJS.ProcessEnv} env
 */
export function displayObstacle(platform, env) {
  if (platform === 'win32' || platform === 'darwin' || env.DISPLAY || env.WAYLAND_DISPLAY) return undefined;
  return 'There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set)';
}

/**
 * Decides whether the desktop window can open, fetching its executable if need be.
 * @param {string} project the project's folder
 * @param {(line: string) => void} say
 * @returns {Promise<{ executable: string } | { obstacle: string }>}
 */
export async function desktopOrObstacle(project, say) {
  const obstacle = displayObstacle(process.platform, process.env);
  if (obstacle) return { obstacle };
  if (!findElectron(project)) await fetchElectron(project, say);
  const executable = findElectron(project);
  return executable ? { executable } : { obstacle: "Electron's executable isn't here and can't be fetched" };
}
