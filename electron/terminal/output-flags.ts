import type { Command } from 'commander';
import { Refusal } from './refusal.ts';

/** The forms of what a table can say. */
export type TableFormat = 'text' | 'json' | 'csv' | 'markdown';
export type OutputFormat = TableFormat | 'html';

/** In which form a result is wanted, and where; stdout if no file is named. */
export interface Output<F extends OutputFormat = OutputFormat> {
  readonly format: F;
  readonly outFile: string | undefined;
}

export interface OutputFlags {
  json?: boolean;
  csv?: boolean;
  markdown?: boolean;
  html?: boolean;
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
    markdown: 'print a report as Markdown',
  }).option('--html', 'print a report as one HTML page with charts');
}

/** @throws Refusal when several forms are asked for */
function formatFrom<F extends keyof OutputFlags>(flags: OutputFlags, forms: readonly F[]): F | 'text' {
  const chosen = forms.filter((form) => flags[form]);
  if (chosen.length > 1) throw new Refusal(`--${chosen.join(' and --')} were given; allowed: one of them`);
  return chosen[0] ?? 'text';
}

/** @throws Refusal when several forms are asked for */
export function outputFrom(flags: OutputFlags): Output {
  return { format: formatFrom(flags, ['json', 'csv', 'markdown', 'html']), outFile: flags.out };
}

/** The same of what has no page of its own. @throws Refusal when several forms are asked for */
export function tableOutputFrom(flags: OutputFlags): Output<TableFormat> {
  return { format: formatFrom(flags, ['json', 'csv', 'markdown']), outFile: flags.out };
}
