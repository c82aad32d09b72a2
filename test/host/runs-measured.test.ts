import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from '../../electron/host/host.ts';
import type { HostEvent } from '../../shared/api.ts';
import { defaultConfig } from '../../shared/config.ts';
import { type Run, runSchema } from '../../shared/result.ts';
import { eventually } from '../helpers/eventually.ts';
import { rolesDir } from '../helpers/live-lab.ts';

const settingsFile = path.join(mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-')), 'settings.json');
const folder = path.join(path.dirname(settingsFile), 'runs');

let host: Awaited<ReturnType<typeof createHost>>;
const events: HostEvent[] = [];
let isDisposed = false;

const open = async () => {
  host = await createHost({ rolesDir, settingsFile });
  host.subscribe((event) => events.push(event));
};
beforeAll(open);
afterAll(async () => {
  if (!isDisposed) await host.dispose();
});

const onDisk = (): Run[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => runSchema.parse(JSON.parse(readFileSync(path.join(folder, name), 'utf8'))));

const kept = () => host.calls.runs().then(({ runs }) => runs);
const fault = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => error.fault.code,
  );

/** Waits until live measuring has enough of each series for a run. */
async function keptWhileMeasuring() {
  for (let tries = 0; tries < 100; tries++) {
    const summary = await host.calls.keepLiveRun().catch(() => undefined);
    if (summary !== undefined) return summary;
    await sleep(200);
  }
  throw new Error('Live measuring never had enough for a run.');
}

describe('what is measured live', () => {
  it('is no run before there is anything to keep', async () => {
    expect(await fault(host.calls.keepLiveRun())).toBe('nothing-measured');
    await host.calls.configure({ ...defaultConfig, mode: 'compare', compared: ['T0', 'T1'] });
    await host.calls.start();
    expect(await fault(host.calls.keepLiveRun())).toBe('nothing-measured');
    await host.calls.stop();
    expect(await kept()).toEqual([]);
  });

  it('is kept on demand while it goes on, and by itself at its end, with intervals for every series', async () => {
    await host.calls.start();
    const first = await keptWhileMeasuring();
    expect(first).toMatchObject({ kind: 'live', topologies: ['T0', 'T1'], pointCount: 2 });
    expect((await host.calls.snapshot()).status.phase.kind).not.toBe('idle');
    await host.calls.stop();
    await eventually('the run of the end', () => onDisk().length === 2);
    const runs = await kept();
    expect(runs.map(({ kind }) => kind)).toEqual(['live', 'live']);
    for (const run of onDisk()) {
      expect(run.live).toBe(true);
      for (const point of run.points) expect(point.serverCpuUsPerRequest?.ci95).toBeDefined();
    }
    expect(events.filter(({ kind }) => kind === 'runs')).toHaveLength(2);
    await host.calls.stop();
    expect(onDisk()).toHaveLength(2);
  });

  it('under settings that were changed is not mixed with what follows, and is not kept unless asked for', async () => {
    await host.calls.configure({ ...defaultConfig, topology: 'T1' });
    await host.calls.start();
    await keptWhileMeasuring();
    const workload = { ...defaultConfig.workload, bodyBytes: 1000 };
    await host.calls.configure({ ...defaultConfig, topology: 'T1', workload });
    expect(await fault(host.calls.keepLiveRun())).toBe('nothing-measured');
    expect(onDisk()).toHaveLength(3);
    await keptWhileMeasuring();
    const changed = onDisk().filter(({ points }) => points[0]?.workload.bodyBytes === 1000);
    expect(changed).toHaveLength(1);
    expect(changed[0]?.points).toHaveLength(1);
  });

  it('is kept when a suite takes its place; the suite too, cancelled with points', async () => {
    const before = onDisk().length;
    await host.calls.startSuite({
      experiments: ['D'],
      topologies: ['T1'],
      proxies: ['builtin'],
      quick: true,
    });
    await eventually('the live run', () => onDisk().length === before + 1);
    await eventually('points of the suite', () => events.some(({ kind }) => kind === 'suite-run'));
    await host.calls.cancelSuite();
    await eventually('the run of the suite', () => onDisk().length === before + 2);
    const suites = (await kept()).filter(({ kind }) => kind === 'suite');
    expect(suites).toMatchObject([{ isPartial: true, pointCount: 1 }]);
    const told = events.flatMap((event) => (event.kind === 'suite-run' ? event.run : [])).at(-1);
    expect(await host.calls.run(suites[0]?.id)).toEqual(JSON.parse(JSON.stringify(told)));
  });

  it('is kept when the shell ends, live or suite', async () => {
    const before = onDisk().length;
    await host.calls.start();
    await keptWhileMeasuring();
    await host.dispose();
    expect(onDisk()).toHaveLength(before + 2);
    await open();
    events.length = 0;
    await host.calls.startSuite({
      experiments: ['D'],
      topologies: ['T1'],
      proxies: ['builtin'],
      quick: true,
    });
    await eventually('points of the suite', () => events.some(({ kind }) => kind === 'suite-run'));
    const startMs = performance.now();
    await host.dispose();
    isDisposed = true;
    expect(onDisk()).toHaveLength(before + 3);
    // A shell waits 3 s for its lab.
    expect(performance.now() - startMs).toBeLessThan(3_000);
  });
});
