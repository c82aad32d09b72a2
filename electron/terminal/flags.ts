import { Command, CommanderError, Option } from 'commander';
import { defaultConfig, parseConfig } from '../../shared/config.ts';
import { LabError } from '../../shared/fault.ts';
import { type TopologyId, topologyIds } from '../../shared/topologies.ts';
import { keyTypes, methods, protocols, tlsVersions } from '../../shared/words.ts';
import type { RunRequest } from '../host/point-runner.ts';

export type OutputFormat = 'text' | 'json' | 'csv' | 'markdown';

export type Invocation =
  | { kind: 'run'; request: RunRequest; format: OutputFormat; outFile: string | undefined }
  | { kind: 'schema' }
  | { kind: 'shown'; text: string }
  | { kind: 'refused'; message: string };

/** How long a warm-up and a measurement may be, s. */
const durations = { warmup: { min: 0, max: 60 }, duration: { min: 0.5, max: 3600 } } as const;

/** Which flag stands behind a field of the configuration, for messages. */
const flagOfField: Record<string, string> = {
  topology: '--topology',
  compared: '--topology',
  'workload.bodyBytes': '--body',
  'workload.method': '--method',
  'workload.reuse': '--reuse',
  'workload.connections': '--connections',
  'workload.protocol': '--protocol',
  'workload.streamsPerConnection': '--streams',
  'tls.version': '--tls',
  'tls.key': '--key',
  'tls.resumption': '--resume',
};

interface RunFlags {
  topology: string;
  body: string;
  method: string;
  reuse: string;
  connections: string;
  streams: string;
  protocol: string;
  tls: string;
  key: string;
  resume: string;
  duration: string;
  warmup: string;
  json?: boolean;
  csv?: boolean;
  markdown?: boolean;
  out?: string;
}

class Refusal extends Error {}

/** A number stays text when it isn't one, so that the refusal quotes what was typed. */
function numberOr(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text;
}

function seconds(flag: 'warmup' | 'duration', text: string): number {
  const value = Number(text);
  const { min, max } = durations[flag];
  if (text.trim() !== '' && value >= min && value <= max) return value;
  throw new Refusal(`--${flag}: ${JSON.stringify(text)} was given; allowed: seconds from ${min} to ${max}`);
}

function onOff(text: string): boolean | string {
  return text === 'on' ? true : text === 'off' ? false : text;
}

function topologiesFrom(text: string): [TopologyId, ...TopologyId[]] {
  const wanted = new Set(text.split(',').map((one) => one.trim().toUpperCase()));
  const known = topologyIds.filter((topology) => wanted.delete(topology));
  const [first, ...rest] = known;
  if (first === undefined || wanted.size > 0) {
    throw new Refusal(
      `--topology: ${JSON.stringify(text)} was given; allowed: ${topologyIds.join(', ')}, or several of them with commas`,
    );
  }
  return [first, ...rest];
}

function requestFrom(flags: RunFlags): RunRequest {
  const topologies = topologiesFrom(flags.topology);
  try {
    const { workload, tls } = parseConfig({
      ...defaultConfig,
      workload: {
        bodyBytes: numberOr(flags.body),
        method: flags.method.toUpperCase(),
        reuse: numberOr(flags.reuse),
        connections: numberOr(flags.connections),
        protocol: flags.protocol,
        streamsPerConnection: numberOr(flags.streams),
        load: { kind: 'closed' },
      },
      tls: { version: flags.tls, key: flags.key, resumption: onOff(flags.resume) },
    });
    return {
      topologies,
      config: { workload, tls },
      warmupS: seconds('warmup', flags.warmup),
      durationS: seconds('duration', flags.duration),
    };
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    const { field, given, allowed, message } = error.fault;
    const flag = flagOfField[field ?? ''];
    const words = flag === '--resume' ? 'on or off' : allowed;
    throw new Refusal(flag === undefined ? message : `${flag}: ${given} was given; allowed: ${words}`);
  }
}

function formatFrom(flags: RunFlags): OutputFormat {
  const chosen = (['json', 'csv', 'markdown'] as const).filter((format) => flags[format]);
  if (chosen.length > 1) throw new Refusal(`--${chosen.join(' and --')} were given; allowed: one of them`);
  return chosen[0] ?? 'text';
}

function addRunFlags(command: Command): Command {
  const { workload, tls } = defaultConfig;
  return command
    .option(
      '--topology <list>',
      `${topologyIds.join(', ')}; several with commas are interleaved`,
      topologyIds.join(','),
    )
    .option('--body <bytes>', 'body size of each response (GET) or upload (POST)', String(workload.bodyBytes))
    .option('--method <method>', methods.join(' or '), workload.method)
    .option(
      '--reuse <reuse>',
      'keep-alive, new (a connection per request), or requests per connection',
      'keep-alive',
    )
    .option('--connections <n>', 'open at the same time', String(workload.connections))
    .option(
      '--streams <n>',
      'h2 only: requests in flight on each connection',
      String(workload.streamsPerConnection),
    )
    .option('--protocol <protocol>', protocols.join(' or '), workload.protocol)
    .option('--tls <version>', tlsVersions.join(' or '), tls.version)
    .option('--key <type>', keyTypes.join(' or '), tls.key)
    .option('--resume <on|off>', 'session resumption', tls.resumption ? 'on' : 'off')
    .option('--duration <s>', 'measured time of each topology, seconds', '6')
    .option('--warmup <s>', 'load before measuring, of each topology, seconds', '1')
    .addOption(new Option('--json', 'print the run document (tls-cost-lab/run@1)'))
    .option('--csv', 'print one row per point')
    .option('--markdown', 'print a table')
    .option('--out <file>', 'write the result to a file instead');
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
  addRunFlags(program.command('run').description('Measure one point per topology'))
    .exitOverride()
    .action((flags: RunFlags) => {
      invocation = {
        kind: 'run',
        request: requestFrom(flags),
        format: formatFrom(flags),
        outFile: flags.out,
      };
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
