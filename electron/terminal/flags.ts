import { Argument, Command, CommanderError } from 'commander';
import type { SuiteOptions } from '../../shared/api.ts';
import type { EngineConfigRequest } from '../../shared/engine-state.ts';
import type { HandshakeOptions } from '../../shared/handshake/options.ts';
import type { RunRequest } from '../host/point-runner.ts';
import {
  addEngineFlags,
  addEnginePathFlag,
  type ConfigFlags,
  configRequestFrom,
  type EngineFiles,
  type EngineFlags,
  engineFilesFrom,
} from './engine-flags.ts';
import { addHandshakeFlags, type HandshakeFlags, handshakeFrom } from './handshake-flags.ts';
import { addOutputFlags, type Output, type OutputFlags, outputFrom } from './output-flags.ts';
import { addPlanFlags, type PlanFlags, type PlanInvocation, planFrom } from './plan-flags.ts';
import { addProbeFlags, type ProbeFlags, type ProbeInvocation, probeFrom } from './probe-flags.ts';
import { Refusal } from './refusal.ts';
import { addRunFlags, type RunFlags, requestFrom } from './run-flags.ts';
import { addServiceFlags } from './service-flags.ts';
import { addSuiteFlags, type SuiteFlags, suiteFrom } from './suite-flags.ts';

/** Documents with a published schema, by the command that prints them. */
const documentNames = ['run', 'handshake', 'probe', 'plan'] as const;
export type DocumentName = (typeof documentNames)[number];

export type Invocation =
  | { kind: 'run'; request: RunRequest; output: Output; engines: EngineFiles }
  | { kind: 'engines'; engines: EngineFiles; format: 'text' | 'json' }
  | { kind: 'engine-config'; request: EngineConfigRequest; engines: EngineFiles }
  | { kind: 'suite'; options: SuiteOptions; output: Output }
  | { kind: 'handshake'; options: HandshakeOptions; format: 'text' | 'json'; outFile: string | undefined }
  | ({ kind: 'probe' } & ProbeInvocation)
  | ({ kind: 'plan' } & PlanInvocation)
  | { kind: 'schema'; document: DocumentName }
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
  const run = program.command('run').description('Measure one point per topology and engine');
  addOutputFlags(addServiceFlags(addEngineFlags(addRunFlags(run)))).action(
    (flags: RunFlags & EngineFlags & OutputFlags) => {
      const engines = engineFilesFrom(flags);
      invocation = { kind: 'run', request: requestFrom(flags), output: outputFrom(flags), engines };
    },
  );
  const suite = program
    .command('suite')
    .description('Measure the experiments A to E and hold them against the published figures');
  addOutputFlags(addSuiteFlags(suite)).action((flags: SuiteFlags & OutputFlags) => {
    invocation = { kind: 'suite', options: suiteFrom(flags), output: outputFrom(flags) };
  });
  addEnginePathFlag(program.command('engines').description('List the proxies that can be measured'))
    .option('--json', 'print them as JSON')
    .action((flags: EngineFlags & { json?: boolean }) => {
      const format = flags.json ? 'json' : 'text';
      invocation = { kind: 'engines', engines: engineFilesFrom(flags), format };
    });
  addEnginePathFlag(program.command('engine-config').argument('<engine>'))
    .description('Print the configuration that an engine is run with')
    .option('--topology <topology>', 'whose proxy it plays', 'T2')
    .option('--tier <tier>', 'which proxy of a mesh: proxy or proxy2', 'proxy')
    .action((engine: string, flags: ConfigFlags) => {
      const request = configRequestFrom(engine, flags);
      invocation = { kind: 'engine-config', request, engines: engineFilesFrom(flags) };
    });
  addHandshakeFlags(program.command('handshake'))
    .description('Measure what a handshake costs, by key, TLS version, resumption and distance')
    .action((flags: HandshakeFlags) => {
      invocation = { kind: 'handshake', ...handshakeFrom(flags) };
    });
  addProbeFlags(program.command('probe').argument('<url>'))
    .description('Find out about one server of your own: phases, certificates, versions, resumption')
    .action((url: string, flags: ProbeFlags) => {
      invocation = { kind: 'probe', ...probeFrom(url, flags) };
    });
  addPlanFlags(program.command('plan').argument('<run>', 'a saved run document'))
    .description('Plan cores, price and latency for your own traffic from a measured run')
    .action((file: string, flags: PlanFlags) => {
      invocation = { kind: 'plan', ...planFrom(file, flags) };
    });
  program
    .command('schema')
    .addArgument(new Argument('[document]', 'of which command').choices(documentNames).default('run'))
    .description('Print the JSON Schema of the document that a command prints')
    .action((document: DocumentName) => {
      invocation = { kind: 'schema', document };
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
