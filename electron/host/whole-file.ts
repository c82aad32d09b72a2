import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** A hidden neighbour: on the same disk, so that renaming it is one step, and in nobody's list of files. */
const draftOf = (file: string) =>
  path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}.draft`);

/** Whether a name is that of a draft, which a program that was killed may have left. */
export const isDraft = (name: string): boolean => name.startsWith('.') && name.endsWith('.draft');

/**
 * Writes a file as a whole or not at all: to a hidden neighbour first, then renamed over the old one.
 * @param mode who may read it, as `chmod` has it
 * @throws NodeJS.ErrnoException what the system says; the old file is then as it was
 */
export async function writeWholeFile(
  file: string,
  content: string | Uint8Array,
  mode = 0o666,
): Promise<void> {
  const draft = draftOf(file);
  try {
    const handle = await open(draft, 'wx', mode);
    try {
      await handle.writeFile(content);
      // A name that is on the disk before its content is an empty file after a power cut.
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** The same for a caller that can't wait, such as a window that is closing; what it keeps is worth no wait for the disk. */
export function writeWholeFileSync(file: string, content: string): void {
  const draft = draftOf(file);
  try {
    writeFileSync(draft, content);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
