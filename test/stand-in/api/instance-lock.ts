import {
  type FSWatcher,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const call = z.object({ argv: z.array(z.string()), cwd: z.string(), additionalData: z.unknown().optional() });

/** What a second process tells the first before it leaves. */
export type SecondInstance = z.infer<typeof call>;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function tryToOwn(ownerFile: string): boolean {
  try {
    writeFileSync(ownerFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const owner = Number.parseInt(readFileSync(ownerFile, 'utf8'), 10);
    if (owner === process.pid) return true;
    if (isAlive(owner)) return false;
    rmSync(ownerFile, { force: true }); // left by a process that was killed
    return tryToOwn(ownerFile);
  }
}

/**
 * The lock of one app in its userData folder: a file with the owner's pid, and beside it one file per later
 * process, which the owner watches for. All of it synchronous, as requestSingleInstanceLock is.
 */
export class InstanceLock {
  private watcher: FSWatcher | undefined;
  private folder: string | undefined;

  isHeld(): boolean {
    return this.watcher !== undefined;
  }

  /** @returns false when another living process holds the lock; that one has then been told of `mine` */
  request(userData: string, mine: SecondInstance, onSecond: (second: SecondInstance) => void): boolean {
    if (this.watcher) return true;
    const folder = path.join(userData, 'stand-in-lock');
    mkdirSync(folder, { recursive: true });
    if (!tryToOwn(path.join(folder, 'owner'))) {
      const draft = path.join(folder, `draft-${process.pid}`);
      writeFileSync(draft, JSON.stringify(mine));
      renameSync(draft, path.join(folder, `call-${process.pid}`));
      return false;
    }
    this.folder = folder;
    this.watcher = watch(folder, () => this.readCalls(folder, onSecond)).unref();
    process.once('exit', () => this.release());
    return true;
  }

  private readCalls(folder: string, onSecond: (second: SecondInstance) => void): void {
    for (const name of readdirSync(folder).filter((entry) => entry.startsWith('call-'))) {
      const file = path.join(folder, name);
      const second = call.parse(JSON.parse(readFileSync(file, 'utf8')));
      rmSync(file);
      onSecond(second);
    }
  }

  release(): void {
    this.watcher?.close();
    this.watcher = undefined;
    if (this.folder) rmSync(this.folder, { recursive: true, force: true });
    this.folder = undefined;
  }
}
