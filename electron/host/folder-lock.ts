import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './disk-reasons.ts';

const lockName = '.lock';
/** What is done under a lock takes milliseconds: one this old belongs to a process that was killed. */
const STALE_MS = 5_000;
const RETRY_MS = 10;

/** Which of two files of one name it is. The lock stays empty: on a full disk one may still want to delete something. */
const identityOf = ({ ino, mtimeMs }: Stats) => `${ino} ${mtimeMs}`;

/** @returns the identity of the lock that was made; undefined where there is one already */
async function tryLock(file: string): Promise<string | undefined> {
  try {
    const handle = await open(file, 'wx', 0o600);
    return identityOf(await handle.stat().finally(() => handle.close()));
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined;
    throw error;
  }
}

/**
 * Takes away a lock that nobody holds any more. Another process may have done so in the same moment and hold a new one by
 * now: what was taken is looked at again, and given back.
 */
async function removeStale(file: string): Promise<void> {
  const taken = `${file}.${randomUUID()}`;
  try {
    const found = await stat(file);
    // One from the future is from before the clock was set back.
    if (Math.abs(Date.now() - found.mtimeMs) < STALE_MS) return;
    await rename(file, taken);
    const isOther = identityOf(await stat(taken)) !== identityOf(found);
    await (isOther ? rename(taken, file) : rm(taken));
  } catch (error) {
    // Given back by its owner meanwhile.
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

async function unlock(file: string, own: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  // Held for so long that another process took it away, it is no longer this one's to remove.
  if (found !== undefined && identityOf(found) === own) await rm(file, { force: true });
}

/**
 * Does something while no other process that asks for the same folder's lock does.
 * @param folder is there and may be written
 * @throws NodeJS.ErrnoException what the system says, or what `work` throws
 */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const file = path.join(folder, lockName);
  let own = await tryLock(file);
  while (own === undefined) {
    await removeStale(file);
    await sleep(RETRY_MS);
    own = await tryLock(file);
  }
  try {
    return await work();
  } finally {
    await unlock(file, own);
  }
}
