import { access, constants, open, unlink } from 'node:fs/promises';
import { toFault } from '../../shared/fault.ts';
import { writeWholeFile } from '../host/whole-file.ts';

/** Resolves once the text has been handed to the system. */
export function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve) => stream.write(text, () => resolve()));
}

/** Opens a file for writing and leaves everything as it was. */
async function tryOut(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  await (await open(file, isThere ? constants.O_WRONLY : 'wx')).close();
  if (!isThere) await unlink(file);
}

/** Finds out before the measuring whether its result can be kept. @returns why not */
export async function outObstacle(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    await tryOut(file);
    return undefined;
  } catch (error) {
    return `--out: ${file} was given, which can't be written (${toFault(error).message}); allowed: a file in a folder that exists and may be written`;
  }
}

/** Where the file can't be written after all, the result goes to stdout: nothing measured is lost. @returns whether it is in the file */
export async function keep(text: string, file: string | undefined): Promise<boolean> {
  if (file === undefined) {
    await write(process.stdout, text);
    return true;
  }
  try {
    await writeWholeFile(file, text);
    return true;
  } catch (error) {
    await write(
      process.stderr,
      `${file} could not be written (${toFault(error).message}); the result follows.\n`,
    );
    await write(process.stdout, text);
    return false;
  }
}
