import { Argument, Command, CommanderError } from 'commander';
import type { SuiteOptions } from '../../shared/api.ts';
import type { EngineConfigRequest } from '../../shared/engine-state.ts';
import type { HandshakeOptions } from '../../shared/handshake/options.ts';
import type { RunRequest } from '../host/point-runner.ts';
import { addCompareFlags, type CompareFlags, type CompareInvocation, compareFrom } from './compare-flags.ts';
import {
  addEngineFlags,
  addEnginePathFlag,
  type ConfigFlags,
  configRequestFrom,
  type EngineFiles,
  type EngineFlags,
  engineFilesFrom,
} from './engine-flags.ts';
import { addExportFlags, type ExportFlags, type ExportInvocation, exportFrom } from './export-flags.ts';
import { addHandshakeFlags, type HandshakeFlags, handshakeFrom } from './handshake-flags.ts';
import { addKeepFlag, type KeepFlag } from './keep-flag.ts';
import { addOutputFlags, type Output, type OutputFlags, outputFrom } from './output-flags.ts';
import { addPlanFlags, type PlanFlags, type PlanInvocation, planFrom } from './plan-flags.ts';
import { addProbeFlags, type ProbeFlags, type ProbeInvocation, probeFrom } from './probe-flags.ts';
import { Refusal } from './refusal.ts';
import { addRunFlags, type RunFlags, requestFrom } from './run-flags.ts';
import { addServiceFlags } from './service-flags.ts';
import { withSharedSettings } from './shared-settings.ts';
import { addSuiteFlags, type SuiteFlags, suiteFrom } from './suite-flags.ts';

/** Documents with a published schema, by the command that prints them. */
const documentNames = ['run', 'handshake', 'probe', 'plan', 'comparison'] as const;
export type DocumentName = (typeof documentNames)[number];

export type Invocation =
  | { kind: 'run'; request: RunRequest; output: Output; engines: EngineFiles; keep: boolean }
  | { kind: 'engines'; engines: EngineFiles; format: 'text' | 'json' }
  | { kind: 'engine-config'; request: EngineConfigRequest; engines: EngineFiles }
  | { kind: 'suite'; options: SuiteOptions; output: Output; engines: EngineFiles; keep: boolean }
  | { kind: 'handshake'; options: HandshakeOptions; format: 'text' | 'json'; outFile: string | undefined }
  | ({ kind: 'compare' } & CompareInvocation)
  | ({ kind: 'probe' } & ProbeInvocation)
  | { kind: 'export'; asked: ExportInvocation }
  | ({ kind: 'plan' } & PlanInvocation)
  | { kind: 'schema'; document: DocumentName }
  | { kind: 'shown'; text: string }
  | { kind: 'refused'; message: string };

type Decide = (invocation: Invocation) => void;

/** The commands that measure or find out. */
function addMeasuringCommands(program: Command, decide: Decide): void {
  const run = program.command('run').description('Measure one point per topology and engine');
  addKeepFlag(addOutputFlags(addServiceFlags(addEngineFlags(addRunFlags(run))))).action(
    (typed: RunFlags & EngineFlags & OutputFlags & KeepFlag, command: Command) => {
      const flags = withSharedSettings(typed, command);
      const engines = engineFilesFrom(flags);
      decide({
        kind: 'run',
        request: requestFrom(flags),
        output: outputFrom(flags),
        engines,
        keep: flags.keep,
      });
    },
  );
  const suite = program
    .command('suite')
    .description('Measure the experiments A to E and hold them against the published figures');
  addKeepFlag(addOutputFlags(addSuiteFlags(suite))).action((flags: SuiteFlags & OutputFlags & KeepFlag) => {
    decide({
      kind: 'suite',
      options: suiteFrom(flags),
      output: outputFrom(flags),
      engines: engineFilesFrom(flags),
      keep: flags.keep,
    });
  });
  addEnginePathFlag(program.command('engines').description('List the proxies that can be measured'))
    .option('--json', 'print them as JSON')
    .action((flags: EngineFlags & { json?: boolean }) => {
      const format = flags.json ? 'json' : 'text';
      decide({ kind: 'engines', engines: engineFilesFrom(flags), format });
    });
  addEnginePathFlag(program.command('engine-config').argument('<engine>'))
    .description('Print the configuration that an engine is run with')
    .option('--topology <topology>', 'whose proxy it plays', 'T2')
    .option('--tier <tier>', 'which proxy of a mesh: proxy or proxy2', 'proxy')
    .action((engine: string, flags: ConfigFlags) => {
      const request = configRequestFrom(engine, flags);
      decide({ kind: 'engine-config', request, engines: engineFilesFrom(flags) });
    });
  addHandshakeFlags(program.command('handshake'))
    .description('Measure what a handshake costs, by key, TLS version, resumption and distance')
    .action((flags: HandshakeFlags) => {
      decide({ kind: 'handshake', ...handshakeFrom(flags) });
    });
  addProbeFlags(program.command('probe').argument('<url>'))
    .description('Find out about one server of your own: phases, certificates, versions, resumption')
    .action((url: string, flags: ProbeFlags) => {
      decide({ kind: 'probe', ...probeFrom(url, flags) });
    });
}

/** The commands that read documents, or tell what they consist of. */
function addDocumentCommands(program: Command, decide: Decide): void {
  addCompareFlags(program.command('compare').argument('<files...>'))
    .description(
      'Compare two to four runs, the first of them the baseline, or runs with the published figures',
    )
    .action((files: string[], flags: CompareFlags) => {
      decide({ kind: 'compare', ...compareFrom(files, flags) });
    });
  addPlanFlags(program.command('plan').argument('<run>', 'a saved run document'))
    .description('Plan cores, price and latency for your own traffic from a measured run')
    .action((file: string, flags: PlanFlags) => {
      decide({ kind: 'plan', ...planFrom(file, flags) });
    });
  addExportFlags(program.command('export').argument('[file]', 'a run document'))
    .description('Write a saved run in another form: a report, a table, or files for other tools')
    .action((file: string | undefined, flags: ExportFlags) => {
      decide({ kind: 'export', asked: exportFrom(file, flags) });
    });
  program
    .command('schema')
    .addArgument(new Argument('[document]', 'of which command').choices(documentNames).default('run'))
    .description('Print the JSON Schema of the document that a command prints')
    .action((document: DocumentName) => {
      decide({ kind: 'schema', document });
    });
}

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
  const decide: Decide = (decided) => {
    invocation = decided;
  };
  addMeasuringCommands(program, decide);
  addDocumentCommands(program, decide);
  try {
    program.parse([...argv], { from: 'user' });
    return invocation ?? { kind: 'refused', message: text || program.helpInformation() };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', message: error.message };
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? { kind: 'shown', text } : { kind: 'refused', message: text.trim() };
  }
}
