import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Config, defaultConfig } from '../../shared/config.ts';
import { tiersOf } from '../../shared/topologies.ts';
import { type LiveLab, openLiveLab } from '../helpers/live-lab.ts';

const { workload, tls } = defaultConfig;

const toggles: [string, Partial<Config>][] = [
  ['T0', { topology: 'T0' }],
  ['T3', { topology: 'T3' }],
  ['64 KB bodies', { topology: 'T3', workload: { ...workload, bodyBytes: 65_536 } }],
  [
    'a new connection per request',
    { topology: 'T2', workload: { ...workload, reuse: 'new', connections: 16 } },
  ],
  ['ten requests per connection', { topology: 'T1', workload: { ...workload, reuse: 10 } }],
  ['HTTP/2', { topology: 'T2', workload: { ...workload, protocol: 'h2' } }],
  ['uploads', { topology: 'T3', workload: { ...workload, method: 'POST', bodyBytes: 4096 } }],
  ['an RSA key', { topology: 'T1', tls: { ...tls, key: 'rsa-2048' } }],
  ['TLS 1.2', { topology: 'T3', tls: { ...tls, version: '1.2' } }],
  ['back to the start', {}],
];

describe('a toggle while load runs', () => {
  let live: LiveLab;
  let pids: Map<string, number>;

  beforeAll(async () => {
    live = await openLiveLab();
    live.lab.start();
    await live.nextSample();
    pids = live.pids();
  });
  afterAll(() => live.lab.dispose());

  it.each(toggles)(
    '%s: is measured by the same processes, and only the tiers on the path are in the sample',
    async (_name, change) => {
      const config = { ...defaultConfig, ...change };
      live.lab.configure(config);
      const sample = await live.nextSample();
      expect(sample.topology).toBe(config.topology);
      expect(Object.keys(sample.tiers).sort()).toEqual(tiersOf(config.topology).sort());
      for (const tier of Object.values(sample.tiers)) expect(tier.requests).toBeGreaterThan(0);
      expect(sample.tiers.client?.errors).toEqual({});
      expect(live.pids()).toEqual(pids);
    },
  );

  it('many toggles at once end at the last one, without a fault', async () => {
    const last = { ...defaultConfig, topology: 'T2' as const };
    for (const topology of ['T0', 'T1', 'T2', 'T3', 'T1', 'T0', 'T3'] as const) {
      live.lab.configure({ ...defaultConfig, topology });
    }
    live.lab.configure(last);
    expect((await live.nextSample()).topology).toBe('T2');
    expect(live.events.filter((event) => event.kind === 'fault')).toEqual([]);
    expect(live.pids()).toEqual(pids);
  });

  it('a start while it is stopping measures on', async () => {
    const stopping = live.lab.stop();
    live.lab.start();
    await stopping;
    await live.nextSample();
    expect(live.lab.phase.kind).toBe('running');
  });

  it('stop ends the load, keeps the processes and what was measured; start goes on', async () => {
    await live.lab.stop();
    expect(live.lab.phase).toEqual({ kind: 'idle' });
    expect(live.lab.livePoints().length).toBeGreaterThan(0);
    const before = live.samples().length;
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(live.samples().length).toBe(before);
    live.lab.start();
    await live.nextSample();
    expect(live.pids()).toEqual(pids);
  });
});
