import { access, constants, realpath } from 'node:fs/promises';
import path from 'node:path';

async function executableAt(file: string): Promise<string | undefined> {
  try {
    await access(file, constants.X_OK);
    return await realpath(file);
  } catch {
    return undefined;
  }
}

/**
 * Node executables other than the one that this process runs on: those named, and every `node` on the PATH.
 * @param named absolute paths out of the settings; they are taken unseen, so that one that is wrong is told of
 * @returns each once, by its real path
 */
export async function findNodes(named: readonly string[]): Promise<string[]> {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const found = await Promise.all(folders.map((folder) => executableAt(path.join(folder, name))));
  const own = await realpath(process.execPath);
  const others = found.filter((file) => file !== undefined && file !== own);
  return [...new Set([...named, ...others.flatMap((file) => file ?? [])])];
}
