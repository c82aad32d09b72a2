import { mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const draftOf = (file: string): string =>
  path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.draft`);

/**
 * Writes a file as a whole or not at all: to a hidden neighbour first, then renamed over the old one. A link stays one,
 * and what is no file (a device, a pipe) is written into.
 * @throws NodeJS.ErrnoException what the system says; the old file is then as it was
 */
export function writeWholeFile(file: string, content: string | Uint8Array): void {
  const old = statSync(file, { throwIfNoEntry: false });
  if (old && !old.isFile()) {
    writeFileSync(file, content);
    return;
  }
  const target = old ? realpathSync(file) : file;
  const draft = draftOf(target);
  try {
    writeFileSync(draft, content, old ? { mode: old.mode } : {});
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * Makes a folder with its files, all of them or none.
 * @throws NodeJS.ErrnoException what the system says, `EEXIST` when something of that name is there
 */
export function writeWholeFolder(
  folder: string,
  files: readonly { readonly name: string; readonly text: string }[],
): void {
  if (statSync(folder, { throwIfNoEntry: false })) {
    throw Object.assign(new Error(`EEXIST: ${folder} is there already`), { code: 'EEXIST' });
  }
  const draft = draftOf(path.resolve(folder));
  try {
    mkdirSync(draft);
    for (const { name, text } of files) writeFileSync(path.join(draft, name), text);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}
