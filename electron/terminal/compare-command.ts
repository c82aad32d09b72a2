import path from 'node:path';
import { compareRuns } from '../../shared/run-comparison/compare-runs.ts';
import { englishWords } from '../../shared/run-comparison/comparison-words.ts';
import { readRunFile } from '../host/read-run-file.ts';
import type { CompareInvocation } from './compare-flags.ts';
import { printComparison } from './compare-text.ts';
import { exitCodes } from './exit-codes.ts';
import { keep, outObstacle, write } from './keep-result.ts';

/**
 * Reads run files and prints how they compare.
 * @returns the exit code
 * @throws LabError when a file can't be read, or there is nothing in it to compare
 */
export async function compareCommand({ files, withPublished, output }: CompareInvocation): Promise<number> {
  const obstacle = await outObstacle(output.outFile);
  if (obstacle !== undefined) {
    await write(process.stderr, `${obstacle}\n`);
    return exitCodes.badUsage;
  }
  const read = await Promise.all(
    files.map(async (file) => ({ name: path.basename(file, '.json'), ...(await readRunFile(file)) })),
  );
  for (const { name, unknownFields } of read) {
    if (unknownFields.length > 0)
      await write(
        process.stderr,
        `${name} has fields of another version, left out: ${unknownFields.join(', ')}\n`,
      );
  }
  const published = withPublished ? englishWords.say('words.published') : undefined;
  const kept = await keep(printComparison(compareRuns(read, published), output.format), output.outFile);
  return kept ? exitCodes.measured : exitCodes.notMeasured;
}
