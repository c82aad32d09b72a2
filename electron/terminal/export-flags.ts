import { type Command, Option } from 'commander';
import { type TextFormat, textFormats } from '../../shared/report/formats.ts';
import { Refusal } from './refusal.ts';

export interface ExportFlags {
  format?: TextFormat;
  columns?: boolean;
  out?: string;
}

/** A saved run to be written in another form, or what the columns of its CSV mean. */
export type ExportInvocation =
  | { readonly what: 'columns' }
  | {
      readonly what: 'run';
      readonly file: string;
      readonly format: TextFormat;
      readonly outFile: string | undefined;
    };

export function addExportFlags(command: Command): Command {
  return command
    .addOption(new Option('--format <format>', 'of what is written').choices(textFormats))
    .option('--out <file>', 'write to a file instead; for hgrm of several points, the folder to make')
    .option('--columns', 'print what the columns of the CSV mean, with their units');
}

/** @throws Refusal when neither a run nor the columns are asked for, or no form is named */
export function exportFrom(file: string | undefined, flags: ExportFlags): ExportInvocation {
  if (flags.columns) return { what: 'columns' };
  if (file === undefined)
    throw new Refusal('export: no file was named; allowed: a run document, or --columns');
  if (flags.format === undefined)
    throw new Refusal(`--format: nothing was given; allowed: ${textFormats.join(', ')}`);
  return { what: 'run', file, format: flags.format, outFile: flags.out };
}
