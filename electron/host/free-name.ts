import { access } from 'node:fs/promises';
import path from 'node:path';

async function isFree(file: string): Promise<boolean> {
  return access(file).then(
    () => false,
    () => true,
  );
}

/** @returns the path of a JSON file that is not there yet: the stem itself, or with a number */
export async function freeName(folder: string, stem: string): Promise<string> {
  for (let count = 1; ; count++) {
    const file = path.join(folder, `${stem}${count === 1 ? '' : `-${count}`}.json`);
    if (await isFree(file)) return file;
  }
}
