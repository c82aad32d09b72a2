import type { Command } from 'commander';
import type { SuiteOptions } from '../../shared/api.ts';
import { experimentIds, usualExperiments } from '../../shared/experiment-ids.ts';
import { LabError } from '../../shared/fault.ts';
import { parseSuiteOptions } from '../../shared/suite-options.ts';
import { topologyIds, usualTopologies } from '../../shared/topologies.ts';
import { engines } from '../../shared/words.ts';
import { addEngineFlags, type EngineFlags } from './engine-flags.ts';
import { Refusal } from './refusal.ts';
import { listFrom } from './typed-values.ts';

/** Which flag stands behind a field of the options, for messages. */
const flagOfField: Record<string, string> = {
  experiments: '--only',
  topologies: '--topology',
  proxies: '--proxy',
  quick: '--quick',
};

export interface SuiteFlags extends EngineFlags {
  only: string;
  topology: string;
  proxy: string;
  quick?: boolean;
}

export function addSuiteFlags(command: Command): Command {
  return addEngineFlags(command)
    .option(
      '--only <list>',
      `${experimentIds.join(', ')}; several with commas (P: what plan needs, 3.5 min more; P2: the same over HTTP/2)`,
      usualExperiments.join(','),
    )
    .option('--topology <list>', `${topologyIds.join(', ')}; several with commas`, usualTopologies.join(','))
    .option(
      '--proxy <list>',
      `what plays the proxy in P and P2: ${engines.join(', ')}; several with commas, 95 s more each`,
      'builtin',
    )
    .option('--quick', 'fewer points and wider intervals, in 45 s instead of 150 s');
}

/** @throws Refusal */
export function suiteFrom(flags: SuiteFlags): SuiteOptions {
  const experiments = listFrom('--only', flags.only, experimentIds);
  const topologies = listFrom('--topology', flags.topology, topologyIds);
  const proxies = listFrom('--proxy', flags.proxy, engines);
  try {
    return parseSuiteOptions({ experiments, topologies, proxies, quick: flags.quick ?? false });
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    const { field, given, allowed, message } = error.fault;
    const flag = flagOfField[field ?? ''];
    throw flag === undefined ? new Refusal(message) : Refusal.of(flag, given ?? '', allowed ?? '');
  }
}
