import { randomUUID } from 'node:crypto';
import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './disk-reasons.ts';

const lockName = '.lock';
/** Who holds a lock renews it all the time: one this old belongs to a process that was killed. */
const STALE_MS = 5_000;
const RENEW_MS = 500;
const RETRY_MS = 10;

/**
 * A lock that this process holds. It stays empty: on a full disk one may still want to delete something. Open it keeps its
 * inode, which therefore tells it from every other file of its name.
 */
interface Held {
  readonly handle: FileHandle;
  readonly ino: number;
}

/** @returns undefined where there is a lock already */
async function tryLock(file: string): Promise<Held | undefined> {
  try {
    const handle = await open(file, 'wx', 0o600);
    return { handle, ino: (await handle.stat()).ino };
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined;
    throw error;
  }
}

async function ignoring(code: string, work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (codeOf(error) !== code) throw error;
  });
}

/** Takes a lock away by its name, and gives it back where it is another than the one that was looked at. */
async function takeAway(file: string, ino: number): Promise<void> {
  const taken = `${file}.${randomUUID()}`;
  await rename(file, taken);
  // A link takes no name that a third process has taken meanwhile.
  if ((await stat(taken)).ino !== ino) await ignoring('EEXIST', link(taken, file));
  await rm(taken);
}

/** Takes away a lock that nobody holds any more. Another process may do so in the same moment, and hold a new one by now. */
async function removeStale(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const { ino, mtimeMs } = await handle.stat();
    // One from the future is from before the clock was set back.
    if (Math.abs(Date.now() - mtimeMs) >= STALE_MS) await takeAway(file, ino);
  } finally {
    await handle.close();
  }
}

async function renew({ handle }: Held): Promise<void> {
  const now = new Date();
  await handle.utimes(now, now);
}

async function unlock(file: string, { handle, ino }: Held): Promise<void> {
  try {
    const found = await stat(file).catch(() => undefined);
    // Of a process that stood still for so long that another took it away, it is no longer this one's to remove.
    if (found?.ino === ino) await rm(file, { force: true });
  } finally {
    await handle.close();
  }
}

/**
 * Does something while no other process that asks for the same folder's lock does.
 * @param folder is there and may be written
 * @throws NodeJS.ErrnoException what the system says, or what `work` throws
 */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const file = path.join(folder, lockName);
  let held = await tryLock(file);
  while (held === undefined) {
    // It may have been given back meanwhile.
    await ignoring('ENOENT', removeStale(file));
    await sleep(RETRY_MS);
    held = await tryLock(file);
  }
  const own = held;
  // Where a lock can't be renewed, the worst is that another process takes it away.
  const renewing = setInterval(() => void renew(own).catch(() => {}), RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    await unlock(file, own);
  }
}
