import type { HostEvent } from '../../shared/api.ts';
import type { Fault } from '../../shared/fault.ts';
import { measureSuite, type SuiteRunOptions } from './measure-suite.ts';

export type SuiteEvent = Extract<HostEvent, { kind: 'suite' | 'suite-run' }>;

/**
 * Measures a suite for windows.
 * @returns what ended it early, if anything did
 * @throws LabError as `measureSuite` does
 */
export async function tellSuite(
  options: Omit<SuiteRunOptions, 'onProgress' | 'onRun'>,
  tell: (event: SuiteEvent) => void,
): Promise<Fault | undefined> {
  const { fault } = await measureSuite({
    ...options,
    onProgress: (progress) => tell({ kind: 'suite', progress }),
    onRun: (run) => tell({ kind: 'suite-run', run }),
  });
  return fault;
}
