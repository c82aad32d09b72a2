import type { Command } from 'commander';
import { comparableRuns } from '../../shared/run-comparison/compare-runs.ts';
import { type Output, type OutputFlags, type TableFormat, tableOutputFrom } from './output-flags.ts';
import { Refusal } from './refusal.ts';

export interface CompareFlags extends OutputFlags {
  published?: boolean;
}

export interface CompareInvocation {
  readonly files: readonly string[];
  readonly withPublished: boolean;
  readonly output: Output<TableFormat>;
}

export function addCompareFlags(command: Command): Command {
  return command
    .option('--published', 'compare with the published figures, which then are the baseline')
    .option('--json', 'print the comparison document (tls-cost-lab/comparison@1)')
    .option('--csv', 'print one row per point, measure and run')
    .option('--markdown', 'print tables')
    .option('--out <file>', 'write the result to a file instead');
}

/** @throws Refusal when there are too few or too many files, or several forms are asked for */
export function compareFrom(files: readonly string[], flags: CompareFlags): CompareInvocation {
  const withPublished = flags.published === true;
  const taken = withPublished ? 1 : 0;
  const [min, max] = [comparableRuns.min - taken, comparableRuns.max - taken];
  if (files.length < min || files.length > max) {
    throw Refusal.of(
      'compare',
      `${files.length} run files${withPublished ? ' and --published' : ''}`,
      `${min} to ${max} files`,
    );
  }
  return { files, withPublished, output: tableOutputFrom(flags) };
}
