import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A hidden neighbour: on the same disk, so that renaming it is one step, and in nobody's list of files. */
const draftOf = (file: string) =>
  path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}.draft`);

/** Whether a name is that of a draft, which a program that was killed may have left. */
export const isDraft = (name: string): boolean => name.startsWith('.') && name.endsWith('.draft');

const statOrNothing = (file: string) =>
  stat(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });

/**
 * Writes a file as a whole or not at all: to a hidden neighbour first, then renamed over the old one. A link stays one,
 * and what is no file (a device, a pipe) is written into.
 * @param mode who may read a new file, as `chmod` has it; an old one keeps its own
 * @throws NodeJS.ErrnoException what the system says; the old file is then as it was
 */
export async function writeWholeFile(
  file: string,
  content: string | Uint8Array,
  mode = 0o666,
): Promise<void> {
  const old = await statOrNothing(file);
  if (old && !old.isFile()) return writeFile(file, content);
  const target = old ? await realpath(file) : file;
  const draft = draftOf(target);
  try {
    const handle = await open(draft, 'wx', old?.mode ?? mode);
    try {
      await handle.writeFile(content);
      // A name that is on the disk before its content is an empty file after a power cut.
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, target);
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

/**
 * Makes a folder with its files, all of them or none.
 * @throws NodeJS.ErrnoException what the system says, `EEXIST` when something of that name is there
 */
export async function writeWholeFolder(
  folder: string,
  files: readonly { readonly name: string; readonly text: string }[],
): Promise<void> {
  if (await statOrNothing(folder)) {
    throw Object.assign(new Error(`EEXIST: ${folder} is there already`), { code: 'EEXIST' });
  }
  const draft = draftOf(path.resolve(folder));
  try {
    await mkdir(draft);
    for (const { name, text } of files) await writeFile(path.join(draft, name), text);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}
