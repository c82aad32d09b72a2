import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import open from 'open';

/** A browser that has not come for the file by then will not come. */
const keptMs = 30_000;

/**
 * Opens the default browser. It is given the name of a private file that leads on to the address: the arguments of a
 * process are for every user of the machine to see, and the address has the token in it.
 * @param address with the token
 * @returns removes the file, once it has been used or is no longer wanted
 */
export async function openBrowser(address: string): Promise<() => void> {
  // mkdtemp makes the folder 0700.
  const folder = await mkdtemp(path.join(tmpdir(), 'tls-cost-lab-'));
  const file = path.join(folder, 'open.html');
  const remove = () => {
    clearTimeout(timer);
    rmSync(folder, { recursive: true, force: true });
  };
  const timer = setTimeout(remove, keptMs);
  timer.unref();
  await writeFile(
    file,
    `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url=${address}"><title>TLS Cost Lab</title>\n`,
    { mode: 0o600 },
  );
  try {
    (await open(file)).on('error', remove);
  } catch (error) {
    remove();
    throw error;
  }
  return remove;
}

/** Whether a browser's window could open in this session. */
export function canOpenBrowser(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  return platform === 'win32' || platform === 'darwin' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}
