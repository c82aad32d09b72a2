import type { Command } from 'commander';
import { Refusal } from './refusal.ts';

export type OutputFormat = 'text' | 'json' | 'csv' | 'markdown';

/** In which form a result is wanted, and where; stdout if no file is named. */
export interface Output {
  readonly format: OutputFormat;
  readonly outFile: string | undefined;
}

export interface OutputFlags {
  json?: boolean;
  csv?: boolean;
  markdown?: boolean;
  out?: string;
}

/** The flags that choose one of the forms, each with what it prints. */
export function addFormatFlags(
  command: Command,
  prints: Readonly<Record<'json' | 'csv' | 'markdown', string>>,
): Command {
  return command
    .option('--json', prints.json)
    .option('--csv', prints.csv)
    .option('--markdown', prints.markdown)
    .option('--out <file>', 'write the result to a file instead');
}

export function addOutputFlags(command: Command): Command {
  return addFormatFlags(command, {
    json: 'print the run document (tls-cost-lab/run@1)',
    csv: 'print one row per point, with the reason in the column leftOut where there is none',
    markdown: 'print a table',
  });
}

/** @throws Refusal when several forms are asked for */
export function outputFrom(flags: OutputFlags): Output {
  const chosen = (['json', 'csv', 'markdown'] as const).filter((format) => flags[format]);
  if (chosen.length > 1) throw new Refusal(`--${chosen.join(' and --')} were given; allowed: one of them`);
  return { format: chosen[0] ?? 'text', outFile: flags.out };
}
