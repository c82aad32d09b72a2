import { renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes a file as a whole or not at all: to a hidden neighbour first, then renamed over the old one.
 * @throws NodeJS.ErrnoException what the system says; the old file is then as it was
 */
export function writeWholeFile(file: string, content: string | Uint8Array): void {
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.draft`);
  try {
    writeFileSync(draft, content);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
