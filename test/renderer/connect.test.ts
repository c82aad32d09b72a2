import { describe, expect, it, vi } from 'vitest';
import { backOffMs, type Connection, connect } from '../../renderer/connect.ts';
import { type Link, LinkError } from '../../renderer/links.ts';
import { createLabStore, type LabStore } from '../../renderer/state/lab-store.ts';
import { selectCpuRows } from '../../renderer/state/selectors.ts';
import type { HostCalls } from '../../shared/api.ts';
import { memoryChannelPair } from '../../shared/channel.ts';
import { createFakeHost, type FakeHost } from './fake-host.ts';

/** A link over memory that can be cut, as a socket can. */
function memoryLink(host: FakeHost) {
  let cut: () => void = () => undefined;
  let refusals = 0;
  const link: Link = {
    open: async () => {
      if (refusals > 0) {
        refusals -= 1;
        throw new LinkError('refused');
      }
      const [near, far] = memoryChannelPair();
      host.attach(far);
      const closed = new Promise<void>((resolve) => {
        cut = resolve;
      });
      return { channel: near, closed };
    },
  };
  return {
    link,
    cut: (refuse = 0) => {
      refusals = refuse;
      cut();
    },
  };
}

interface Bench {
  readonly lab: LabStore;
  readonly calls: HostCalls;
  readonly phases: Connection[];
  readonly pauses: number[];
  readonly frames: (() => void)[];
}

function connected(link: Link): Bench {
  const frames: (() => void)[] = [];
  const phases: Connection[] = [];
  const pauses: number[] = [];
  const lab = createLabStore(
    () => connection.calls,
    (flush) => frames.push(flush),
  );
  const connection = connect(
    link,
    {
      ...lab.listener,
      onConnection: (phase) => {
        phases.push(phase);
        lab.listener.onConnection(phase);
      },
    },
    async (ms) => {
      pauses.push(ms);
    },
  );
  return { lab, calls: connection.calls, phases, pauses, frames };
}

const isConnected = ({ lab }: Bench) =>
  vi.waitFor(() => expect(lab.store.getState().connection.phase).toBe('connected'));

describe('a connected window', () => {
  it('shows what the host knew before the window opened, and what comes after', async () => {
    const host = createFakeHost();
    await host.calls.start();
    host.tick(1000);
    const bench = connected(memoryLink(host).link);
    await isConnected(bench);
    expect(bench.lab.store.getState().samples).toHaveLength(1);
    host.tick(1250);
    await vi.waitFor(() => expect(bench.frames).toHaveLength(1));
    bench.frames[0]?.();
    expect(bench.lab.store.getState().samples).toHaveLength(2);
    expect(selectCpuRows(bench.lab.store.getState())).toHaveLength(1);
  });

  it('writes the state once per frame, however many events came', async () => {
    const host = createFakeHost();
    const bench = connected(memoryLink(host).link);
    await isConnected(bench);
    await bench.calls.start();
    let writes = 0;
    bench.lab.store.subscribe(() => {
      writes += 1;
    });
    for (let at = 0; at < 5; at += 1) host.tick(at * 250);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(writes).toBe(0);
    for (const frame of bench.frames) frame();
    expect(writes).toBe(1);
    expect(bench.lab.store.getState().samples).toHaveLength(5);
  });

  it('toggles at once and ends on what the host says', async () => {
    const host = createFakeHost(20);
    const bench = connected(memoryLink(host).link);
    await isConnected(bench);
    bench.lab.actions.setWorkload({ bodyBytes: 1024 });
    bench.lab.actions.setWorkload({ bodyBytes: 65_536 });
    expect(bench.lab.store.getState().config.workload.bodyBytes).toBe(65_536);
    await vi.waitFor(() => expect(bench.lab.store.getState().awaiting).toBe(0));
    expect(bench.lab.store.getState().config.workload.bodyBytes).toBe(65_536);
    expect((await host.calls.snapshot()).status.config.workload.bodyBytes).toBe(65_536);
  });

  it('says beside its field why a setting was refused, and shows what holds', async () => {
    const bench = connected(memoryLink(createFakeHost()).link);
    await isConnected(bench);
    bench.lab.actions.setWorkload({ connections: 20_000 });
    await vi.waitFor(() => expect(bench.lab.store.getState().configFault).toBeDefined());
    const { configFault, config } = bench.lab.store.getState();
    expect(configFault).toMatchObject({ code: 'bad-config', field: 'workload.connections' });
    expect(config.workload.connections).toBe(64);
  });
});

describe('a window that loses its host', () => {
  it('keeps what was measured, tries again with growing pauses, and comes back by itself', async () => {
    const host = createFakeHost();
    await host.calls.start();
    host.tick(1000);
    const wire = memoryLink(host);
    const bench = connected(wire.link);
    await isConnected(bench);
    const seen: number[] = [];
    bench.lab.store.subscribe(({ samples }) => seen.push(samples.length));
    wire.cut(3);
    await vi.waitFor(() => expect(bench.phases.at(-1)?.phase).toBe('connected'));
    await vi.waitFor(() => expect(bench.phases.length).toBeGreaterThanOrEqual(6));
    expect(seen.every((count) => count === 1)).toBe(true);
    expect(bench.pauses).toEqual([250, 500, 1000, 2000]);
    expect(bench.phases).toContainEqual({ phase: 'reconnecting', attempt: 4, refused: true });
    expect(bench.phases.at(-1)).toEqual({ phase: 'connected' });
  });

  it('waits at most five seconds between tries', () => {
    expect([1, 2, 3, 4, 5, 6, 50].map(backOffMs)).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000]);
  });

  it('is told that there is no connection when it asks meanwhile', async () => {
    const nowhere: Link = { open: () => new Promise(() => undefined) };
    await expect(connected(nowhere).calls.start()).rejects.toMatchObject({
      fault: { code: 'connection-lost' },
    });
  });
});
