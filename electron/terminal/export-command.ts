import { toFault } from '../../shared/fault.ts';
import { type HgrmFile, hgrmFiles } from '../../shared/report/hgrm.ts';
import type { Run } from '../../shared/result.ts';
import { csvColumns } from '../../shared/tables.ts';
import { readRunFile } from '../host/read-run-file.ts';
import { runTexts } from '../host/run-texts.ts';
import { writeWholeFolder } from '../host/whole-file.ts';
import { exitCodes } from './exit-codes.ts';
import type { ExportInvocation } from './export-flags.ts';
import { keep, outObstacle, write } from './keep-result.ts';
import { tableToText } from './text-table.ts';

const columnsText = (): string =>
  `${tableToText({
    columns: ['column', 'unit', 'meaning'],
    rows: csvColumns.map(({ name, unit, meaning }) => [name, unit, meaning]),
  })}\n`;

async function refuse(message: string): Promise<number> {
  await write(process.stderr, `${message}\n`);
  return exitCodes.badUsage;
}

async function keepFolder(files: readonly HgrmFile[], folder: string | undefined): Promise<number> {
  const wanted = `${files.length} points have latencies, and each is a file of its own`;
  if (folder === undefined) return refuse(`--out: nothing was given; allowed: a new folder, for ${wanted}`);
  try {
    await writeWholeFolder(folder, files);
  } catch (error) {
    return refuse(
      `--out: ${folder} was given, which can't be made (${toFault(error).message}); allowed: a new folder in one that may be written, for ${wanted}`,
    );
  }
  return exitCodes.measured;
}

async function keepText(text: string, outFile: string | undefined): Promise<number> {
  const obstacle = await outObstacle(outFile);
  if (obstacle !== undefined) return refuse(obstacle);
  return (await keep(text, outFile)) ? exitCodes.measured : exitCodes.notMeasured;
}

async function keepDistributions(run: Run, outFile: string | undefined): Promise<number> {
  const files = hgrmFiles(run);
  const [only] = files;
  if (only === undefined) return refuse('--format: hgrm was given, but no request of this run was answered');
  return files.length === 1 ? keepText(only.text, outFile) : keepFolder(files, outFile);
}

/**
 * Writes a saved run in another form. @returns the exit code
 * @throws LabError when the file is no run
 */
export async function exportCommand(asked: ExportInvocation): Promise<number> {
  if (asked.what === 'columns') {
    await write(process.stdout, columnsText());
    return exitCodes.measured;
  }
  const { run, unknownFields } = await readRunFile(asked.file);
  if (unknownFields.length > 0) {
    const note = `Fields that this version does not know were left out: ${unknownFields.join(', ')}`;
    await write(process.stderr, `${note}\n`);
  }
  if (asked.format === 'hgrm') return keepDistributions(run, asked.outFile);
  return keepText(runTexts[asked.format](run), asked.outFile);
}
