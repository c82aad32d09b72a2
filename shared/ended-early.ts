import type { Run } from './result.ts';
import { nameInRun } from './series.ts';

/**
 * What a person is told of a run that a fault ended: that it did, what of it is kept, and why.
 * @returns undefined for a run that went to its end
 */
export function endedEarlyText({ points, fault }: Pick<Run, 'points' | 'fault'>): string | undefined {
  if (fault === undefined) return undefined;
  const names = [...new Set(points.map(nameInRun))].join(', ');
  const kept =
    names === '' ? 'Nothing was measured until then.' : `What was measured until then is kept: ${names}.`;
  return `The run ended early (${fault.code}). ${kept} ${fault.message}`;
}
