import { Command, CommanderError } from 'commander';
import type { SuiteOptions } from '../../shared/api.ts';
import type { RunRequest } from '../host/point-runner.ts';
import { addOutputFlags, type Output, type OutputFlags, outputFrom } from './output-flags.ts';
import { Refusal } from './refusal.ts';
import { addRunFlags, type RunFlags, requestFrom } from './run-flags.ts';
import { addSuiteFlags, type SuiteFlags, suiteFrom } from './suite-flags.ts';

export type Invocation =
  | { kind: 'run'; request: RunRequest; output: Output }
  | { kind: 'suite'; options: SuiteOptions; output: Output }
  | { kind: 'schema' }
  | { kind: 'shown'; text: string }
  | { kind: 'refused'; message: string };

/**
 * Reads the command line; decides, and does nothing.
 * @param argv arguments after the program's name
 */
export function parseArguments(argv: readonly string[], version: string): Invocation {
  let text = '';
  let invocation: Invocation | undefined;
  const program = new Command('tls-cost-lab')
    .description('Measures what TLS costs each tier, depending on where it terminates.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: (line) => (text += line), writeErr: (line) => (text += line) });
  addOutputFlags(addRunFlags(program.command('run').description('Measure one point per topology'))).action(
    (flags: RunFlags & OutputFlags) => {
      invocation = { kind: 'run', request: requestFrom(flags), output: outputFrom(flags) };
    },
  );
  const suite = program
    .command('suite')
    .description('Measure the experiments A to E and hold them against the published figures');
  addOutputFlags(addSuiteFlags(suite)).action((flags: SuiteFlags & OutputFlags) => {
    invocation = { kind: 'suite', options: suiteFrom(flags), output: outputFrom(flags) };
  });
  program
    .command('schema')
    .description('Print the JSON Schema of the run document')
    .action(() => {
      invocation = { kind: 'schema' };
    });
  try {
    program.parse([...argv], { from: 'user' });
    return invocation ?? { kind: 'refused', message: text || program.helpInformation() };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', message: error.message };
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? { kind: 'shown', text } : { kind: 'refused', message: text.trim() };
  }
}
