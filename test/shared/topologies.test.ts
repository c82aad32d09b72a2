import { describe, expect, it } from 'vitest';
import { engineNote, unableToPlay } from '../../shared/engine-state.ts';
import type { ExperimentId } from '../../shared/experiment-ids.ts';
import { planSuite, variantsOf } from '../../shared/experiments.ts';
import { seriesName } from '../../shared/series.ts';
import {
  endOf,
  hopsOf,
  isPassedOn,
  needsOf,
  tiersOf,
  topologyIds,
  usualTopologies,
} from '../../shared/topologies.ts';
import { hasProxy, seriesOfVariant } from '../../shared/variant.ts';
import { fakeEngines } from '../renderer/fake-engines.ts';

describe('the table of topologies', () => {
  it('has chains from the client to the app, each hop from where the one before it ended', () => {
    for (const topology of topologyIds) {
      const hops = hopsOf(topology);
      expect(hops[0]?.from).toBe('client');
      expect(hops.at(-1)?.to).toBe('app');
      for (const [at, hop] of hops.slice(1).entries()) expect(hop.from).toBe(hops[at]?.to);
      expect(tiersOf(topology)).toEqual(['client', ...hops.map(({ to }) => to)]);
    }
  });

  it('lets no chain end in a tier that forwards bytes, and no forwarder change what it carries', () => {
    for (const topology of topologyIds) {
      const hops = hopsOf(topology);
      expect(hops.at(-1)?.layer).toBeUndefined();
      for (const [at, hop] of hops.entries())
        if (hop.layer) expect(hops[at + 1]?.security).toBe(hop.security);
    }
  });

  it('asks for mutual certificates on TLS hops only', () => {
    for (const topology of topologyIds)
      for (const hop of hopsOf(topology)) if (hop.mutual) expect(hop.security).toBe('tls');
  });

  it('knows where a passed-on hop ends, and which hop carries it on', () => {
    const through = hopsOf('T4');
    expect(endOf(through, 0)).toBe(through[1]);
    expect(through.map((_, at) => isPassedOn(through, at))).toEqual([false, true]);
    const ended = hopsOf('T3');
    expect(ended.map((hop, at) => endOf(ended, at) === hop)).toEqual([true, true]);
  });

  it('derives what its proxies must be able to do', () => {
    expect(topologyIds.map((topology) => needsOf(topology))).toEqual([[], [], [], [], ['tcp'], ['mutual']]);
    expect(topologyIds.filter(hasProxy)).toEqual(['T2', 'T3', 'T4', 'T5']);
    const caddy = fakeEngines.find(({ id }) => id === 'caddy');
    expect(caddy && unableToPlay(caddy)).toEqual([{ topologies: ['T4'], reason: engineNote('noLayer4') }]);
  });

  it('leaves a suite as it was published unless more is asked for', () => {
    const suiteOf = (topologies: typeof usualTopologies) =>
      planSuite({ experiments: ['A', 'E'], topologies: [...topologies], proxies: ['builtin'], quick: true })
        .flatMap(({ variants }) => variants)
        .map(({ topology }) => topology);
    expect(new Set(suiteOf(usualTopologies))).toEqual(new Set(['T0', 'T1', 'T2', 'T3']));
    expect(suiteOf(topologyIds)).toEqual(expect.arrayContaining(['T4', 'T5']));
  });

  it('measures what a plan is fitted to with every engine, and holds only its own proxy against what was published', () => {
    const asked = { topologies: ['T1', 'T2'] as const, proxies: ['builtin', 'nginx'] as const, quick: true };
    const seriesOf = (id: ExperimentId) => [
      ...new Set(
        variantsOf(id, { ...asked, topologies: [...asked.topologies], proxies: [...asked.proxies] }).map(
          (variant) => seriesName(seriesOfVariant(variant)),
        ),
      ),
    ];
    expect(seriesOf('P')).toEqual(['T1', 'T2', 'T2·nginx']);
    expect(seriesOf('P2')).toEqual(['T1', 'T2', 'T2·nginx']);
    expect(seriesOf('A')).toEqual(['T1', 'T2']);
  });
});
