import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { topologyIds } from '../../shared/topologies.ts';
import { eventually } from '../helpers/eventually.ts';
import { type LiveLab, openLiveLab } from '../helpers/live-lab.ts';
import { listeningAddresses } from '../helpers/processes.ts';

describe('listeners', () => {
  let live: LiveLab;
  beforeAll(async () => {
    live = await openLiveLab({ mode: 'compare', compared: [...topologyIds] });
    live.lab.start();
    await eventually('every topology to be open', () => live.lab.livePoints().length === topologyIds.length);
  });
  afterAll(() => live.lab.dispose());

  it('are on 127.0.0.1 and nowhere else', () => {
    const addresses = [process.pid, ...live.pids().values()].flatMap(listeningAddresses);
    expect(addresses.length).toBeGreaterThanOrEqual(4);
    expect(new Set(addresses)).toEqual(new Set(['0100007F']));
  });
});
