import { type SuiteOptions, suiteOptionsSchema } from './api.ts';
import { badInputFault } from './bad-input.ts';
import { experimentIds } from './experiment-ids.ts';
import { planSuite } from './experiments.ts';
import { LabError } from './fault.ts';
import { topologyIds } from './topologies.ts';
import { engines } from './words.ts';

const allowedWords = {
  experiments: `a list of ${experimentIds.join(', ')}`,
  topologies: `a list of ${topologyIds.join(', ')}`,
  proxies: `a list of ${engines.join(', ')}`,
  quick: 'true or false',
};

/**
 * Checks what a suite shall measure, when that came from outside.
 * @param input anything
 * @throws LabError `bad-config` that names the first wrong field, what was given and what is allowed; also when the
 *   experiments have nothing to measure over these topologies
 */
export function parseSuiteOptions(input: unknown): SuiteOptions {
  const parsed = suiteOptionsSchema.safeParse(input);
  if (!parsed.success)
    throw new LabError(
      badInputFault(input, parsed.error, { code: 'bad-config', name: 'suite', allowed: allowedWords }),
    );
  if (planSuite(parsed.data).length > 0) return parsed.data;
  const given = `${parsed.data.experiments.join(', ')} over ${parsed.data.topologies.join(', ')}`;
  const allowed = 'experiments and topologies that have something to measure together: E has nothing over T0';
  const message = `topologies: ${given} was given; allowed: ${allowed}`;
  throw new LabError({ code: 'bad-config', message, field: 'topologies', given, allowed });
}
