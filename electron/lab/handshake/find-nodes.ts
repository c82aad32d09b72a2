import { access, constants, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { NodeFile } from '../../../shared/handshake/options.ts';

/** @returns the real path of a file that may be run; undefined for anything else, such as a folder */
async function executableAt(file: string): Promise<string | undefined> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile() ? await realpath(file) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Node executables other than the one that this process runs on: those named, and every `node` on the PATH.
 * @param named absolute paths out of the settings; they are taken unseen, so that one that is wrong is told of
 * @returns each once
 */
export async function findNodes(named: readonly string[]): Promise<NodeFile[]> {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const found = await Promise.all(folders.map((folder) => executableAt(path.join(folder, name))));
  const known = await Promise.all([process.execPath, ...named].map(executableAt));
  const others = new Set(found.flatMap((file) => (file === undefined || known.includes(file) ? [] : [file])));
  return [
    ...[...new Set(named)].map((file) => ({ file, isNamed: true })),
    ...[...others].map((file) => ({ file, isNamed: false })),
  ];
}
