import { afterEach, expect, it } from 'vitest';
import { defaultConfig } from '../../shared/config.ts';
import type { Lane } from '../../shared/timeline.ts';
import type { TopologyId } from '../../shared/topologies.ts';
import { eventually } from '../helpers/eventually.ts';
import { type LiveLab, openLiveLab } from '../helpers/live-lab.ts';

let live: LiveLab | undefined;
afterEach(() => live?.lab.dispose());

/** The lanes of one real request through a topology, as hops. */
async function lanesOf(topology: TopologyId) {
  live = await openLiveLab({ topology, workload: { ...defaultConfig.workload, connections: 4 } });
  const { lab, events } = live;
  lab.start();
  const lanes = await eventually('a request to be timed', () =>
    events.flatMap((event) => (event.kind === 'timeline' ? [event.timeline.lanes] : [])).at(0),
  );
  return lanes.map(({ from, to, security }: Lane) => `${from} ${to} ${security}`);
}

it('a request through a mesh is timed on each of its three hops', async () => {
  expect(await lanesOf('T5')).toEqual(['client proxy plaintext', 'proxy proxy2 tls', 'proxy2 app plaintext']);
});

it('a request that is passed on unread is timed by the client alone', async () => {
  expect(await lanesOf('T4')).toEqual(['client proxy tls']);
});
