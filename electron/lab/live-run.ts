import type { Config } from '../../shared/config.ts';
import type { Environment, LeftOut, Run } from '../../shared/result.ts';
import { seriesName } from '../../shared/series.ts';
import { measuredVariants } from '../../shared/variant.ts';
import type { LiveFigures } from './live-figures.ts';
import { runDocument } from './run-document.ts';

export interface LiveMeasured {
  readonly figures: LiveFigures;
  readonly config: Config;
  readonly leftOut: readonly LeftOut[];
  readonly environment: Environment;
  /** What ended it, if anything did. */
  readonly failure?: unknown;
}

/**
 * The run document of what is measured live, under settings like the present ones; what was measured under others is not in
 * it, for it may not stand beside this.
 * @returns undefined when a series has too few slices for an interval
 */
export function liveRun({ figures, config, leftOut, environment, failure }: LiveMeasured): Run | undefined {
  const without = leftOut.map(seriesName);
  const chosen = measuredVariants(config).map(seriesName);
  const points = figures.finalPoints(chosen.filter((name) => !without.includes(name)));
  if (points === undefined) return undefined;
  return runDocument({ startedAt: figures.since, environment, points, live: true, leftOut, failure });
}
