import type { SuiteOptions } from '../../shared/api.ts';
import { usualExperiments } from '../../shared/experiment-ids.ts';
import { usualTopologies } from '../../shared/topologies.ts';

/** What is chosen before anybody chooses. */
export const wholeSuite: SuiteOptions = {
  experiments: [...usualExperiments],
  topologies: [...usualTopologies],
  proxies: ['builtin'],
  quick: true,
};

/** A list with one value put in or taken out, in the order of all. */
export function toggled<T>(all: readonly T[], chosen: readonly T[], value: T): T[] {
  return all.filter((each) => (each === value ? !chosen.includes(each) : chosen.includes(each)));
}
