import { type Command, Option } from 'commander';
import { Refusal } from './refusal.ts';

export type OutputFormat = 'text' | 'json' | 'csv' | 'markdown' | 'html';

/** In which form a result is wanted, and where; stdout if no file is named. */
export interface Output {
  readonly format: OutputFormat;
  readonly outFile: string | undefined;
}

export interface OutputFlags {
  json?: boolean;
  csv?: boolean;
  markdown?: boolean;
  html?: boolean;
  out?: string;
}

export function addOutputFlags(command: Command): Command {
  return command
    .addOption(new Option('--json', 'print the run document (tls-cost-lab/run@1)'))
    .option('--csv', 'print one row per point, with the reason in the column leftOut where there is none')
    .option('--markdown', 'print a report as Markdown')
    .option('--html', 'print a report as one HTML page with charts')
    .option('--out <file>', 'write the result to a file instead');
}

/** @throws Refusal when several forms are asked for */
export function outputFrom(flags: OutputFlags): Output {
  const chosen = (['json', 'csv', 'markdown', 'html'] as const).filter((format) => flags[format]);
  if (chosen.length > 1) throw new Refusal(`--${chosen.join(' and --')} were given; allowed: one of them`);
  return { format: chosen[0] ?? 'text', outFile: flags.out };
}
