import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Removes what has lain in a folder for longer than it is worth; a folder that isn't there holds nothing. */
export async function removeOlder(
  folder: string,
  keptMs: number,
  isMeant: (name: string) => boolean,
): Promise<void> {
  for (const name of (await readdir(folder).catch(() => [])).filter(isMeant)) {
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs > keptMs) await rm(file, { force: true });
  }
}
