import { mkdir, readdir, rename, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { freeName } from './free-name.ts';
import { readRunFile } from './read-run-file.ts';
import { removeOlder } from './remove-older.ts';

const KEPT_MS = 7 * 24 * 3600 * 1000;
const isRunFile = (name: string) => name.endsWith('.json');

/** Where the files of deleted runs lie for 7 days, so that a deletion can be taken back. */
export class DeletedRuns {
  readonly folder: string;

  /** @param runsFolder on the same disk, so that a file moves in one step */
  constructor(runsFolder: string) {
    this.folder = path.join(runsFolder, '.deleted');
  }

  /** @throws NodeJS.ErrnoException what the system says */
  async take(file: string): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const deleted = await freeName(this.folder, path.basename(file, '.json'));
    const now = new Date();
    // Before it moves: an old file with its old time would be purged at the next start.
    await utimes(file, now, now);
    await rename(file, deleted);
  }

  /** @returns the path of what was deleted last under an id; undefined when there is none */
  async find(id: string): Promise<string | undefined> {
    let last: { file: string; mtimeMs: number } | undefined;
    for (const name of (await readdir(this.folder).catch(() => [])).filter(isRunFile)) {
      const file = path.join(this.folder, name);
      const read = await readRunFile(file).catch(() => undefined);
      if (read?.run.id !== id) continue;
      const { mtimeMs } = await stat(file);
      if (last === undefined || mtimeMs > last.mtimeMs) last = { file, mtimeMs };
    }
    return last?.file;
  }

  /** Removes for good what was deleted 7 days ago. @throws NodeJS.ErrnoException what the system says */
  async purge(): Promise<void> {
    await removeOlder(this.folder, KEPT_MS, isRunFile);
  }
}
