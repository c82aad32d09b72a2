import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { LabError } from '../../shared/fault.ts';
import { assertRunSize, type ReadRun, readRun } from '../../shared/read-run.ts';

/**
 * Reads a run document from a file.
 * @throws LabError `run-unreadable`, `run-too-large` or `run-of-another-version`
 */
export async function readRunFile(file: string): Promise<ReadRun> {
  const name = path.basename(file);
  let text: string;
  try {
    // Asked before it is read: a wrong choice of a huge file must not fill the memory.
    assertRunSize(name, (await stat(file)).size);
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof LabError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new LabError(
      {
        code: 'run-unreadable',
        message: `${file} can't be read (${reason}): name a file with a run document.`,
      },
      { cause: error },
    );
  }
  return readRun(name, text);
}
