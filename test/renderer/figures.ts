import { type Config, defaultConfig } from '../../shared/config.ts';
import type { Figure, Point } from '../../shared/result.ts';
import type { Sample } from '../../shared/sample.ts';
import type { TopologyId } from '../../shared/topologies.ts';
import type { Engine, Tier } from '../../shared/words.ts';
import { fakePoint, fakeSample } from './fake-figures.ts';

/** TEST CODE: points and samples with given figures. */

export const figure = (mean: number, half?: number): Figure =>
  half === undefined ? { mean } : { mean, ci95: [mean - half, mean + half] };

/** A point whose tiers cost what is given, µs. */
export function pointWith(
  topology: TopologyId,
  cpu: Partial<Record<Tier, Figure>>,
  config: Config = defaultConfig,
  proxy: Engine = 'builtin',
): Point {
  const point = fakePoint(topology, config, 100, proxy);
  const tiers = Object.fromEntries(
    Object.entries(point.tiers).map(([tier, figures]) => {
      const known = Object.entries(cpu).find(([name]) => name === tier)?.[1];
      return [tier, { ...figures, cpuUsPerRequest: known }];
    }),
  );
  return { ...point, tiers, warnings: [], failedGates: [] };
}

export function sampleAt(atMs: number, change: Partial<Sample> = {}): Sample {
  const facts = { epoch: 1, topology: 'T1', proxy: 'builtin', slice: 0, atMs, afterGap: false } as const;
  return { ...fakeSample(facts, defaultConfig, () => 0.5), ...change };
}
