import { existsSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { Config } from '../../shared/config.ts';
import type { Service } from '../../shared/service.ts';
import { eventually } from '../helpers/eventually.ts';
import { type LiveLab, openLiveLab } from '../helpers/live-lab.ts';
import { kernelCpuOf, type OwnService, ownAddress, startOwnService } from '../helpers/own-service.ts';
import { childrenOf } from '../helpers/processes.ts';

const noAddress = ownAddress() === undefined ? ' (skipped: there is no address but loopback)' : '';

let live: LiveLab | undefined;
let own: OwnService | undefined;

afterEach(async () => {
  await live?.lab.dispose();
  await own?.stop();
});

const serviceAt = (url: string, change: Partial<Service> = {}): Service => ({
  plaintextUrl: `${url}/`,
  method: 'GET',
  headers: [],
  anyLength: false,
  ...change,
});

const solo = (topology: Config['topology'], service: Service): Partial<Config> => ({
  mode: 'solo',
  topology,
  service,
});

const faultCode = ({ lab }: LiveLab) => (lab.phase.kind === 'failed' ? lab.phase.fault.code : undefined);

describe('a service of one’s own in the app’s place', () => {
  it.each([
    ['one process', ['work=20'], 0],
    ['a parent and two children', ['work=20', 'children=2'], 2],
  ])('of %s has the CPU that the kernel counts, within 5 %%', async (_what, options, children) => {
    own = await startOwnService(options);
    const pids = [own.pid, ...childrenOf(own.pid)];
    expect(pids).toHaveLength(1 + children);
    const service = serviceAt(own.url, { process: { kind: 'pid', pid: own.pid } });
    live = await openLiveLab(solo('T2', service));
    const readings: { byLabUs: number; byKernelUs: number }[] = [];
    live.onSample(({ tiers: { app } }) => {
      const byLabUs = (app?.userUs ?? Number.NaN) + (app?.systemUs ?? Number.NaN);
      readings.push({ byLabUs, byKernelUs: kernelCpuOf(pids) });
    });
    const byKernel = () => (readings.at(-1)?.byKernelUs ?? 0) - (readings[0]?.byKernelUs ?? 0);
    live.lab.start();
    // The kernel counts in ticks of 10 ms and is asked a moment after the lab: both are little of a second, however long that
    // takes on a machine with other work.
    await eventually('a second of CPU', () => readings.length > 16 && byKernel() > 1_000_000, 60_000);
    await live.lab.stop();
    const byKernelUs = byKernel();
    const byLabUs = readings.slice(1).reduce((sum, reading) => sum + reading.byLabUs, 0);
    expect(Math.abs(byLabUs / byKernelUs - 1)).toBeLessThan(0.05);
    expect(live.lab.livePoints()[0]?.point.tiers.app?.rssBytes).toBeGreaterThan(10_000_000);
  });

  it('has no CPU where its process isn’t known, and the point says so', async () => {
    own = await startOwnService();
    live = await openLiveLab(solo('T2', serviceAt(own.url)));
    live.lab.start();
    const sample = await live.nextSample();
    expect(Object.keys(sample.tiers).toSorted()).toEqual(['client', 'proxy']);
    const point = await eventually('the warning', () =>
      live?.lab
        .livePoints()
        .map((one) => one.point)
        .find(({ warnings }) => warnings.some(({ code }) => code === 'cpu-not-visible')),
    );
    expect(point.tiers.app).toBeUndefined();
    expect(point.serverCpuUsPerRequest).toBeUndefined();
    expect(point.tiers.proxy?.cpuUsPerRequest?.mean).toBeGreaterThan(0);
    expect(point.errors.total).toBe(0);
  });

  it('that isn’t at 127.0.0.1 is reached by the wire alone', async () => {
    own = await startOwnService([], '127.0.0.3');
    live = await openLiveLab(solo('T0', serviceAt(own.url)));
    live.lab.start();
    const sample = await live.nextSample();
    expect(sample.wire?.bytes).toBeGreaterThan(0);
    expect(live.pids().has('wire')).toBe(true);
  });

  it('whose process is killed ends the run with the reason', async () => {
    own = await startOwnService();
    live = await openLiveLab(solo('T0', serviceAt(own.url, { process: { kind: 'pid', pid: own.pid } })));
    live.lab.start();
    await live.nextSample();
    await own.stop();
    await eventually('the end', () => live && faultCode(live) === 'bad-service');
  });

  it.skipIf(ownAddress() === undefined)(
    `on another address gets nothing from a configuration alone, by any way to start${noAddress}`,
    async () => {
      own = await startOwnService([], ownAddress());
      const open = { connections: 1, load: { kind: 'open', ratePerSec: 1 } as const };
      const command = { kind: 'command', command: `touch /tmp/never-${own.port}` } as const;
      for (const process of [undefined, command]) {
        live = await openLiveLab(solo('T0', serviceAt(own.url, { process })));
        const lab = live.lab;
        lab.configure({ ...lab.config, workload: { ...lab.config.workload, ...open } });
        lab.start();
        await eventually('the refusal', () => live && faultCode(live) === 'not-confirmed');
        // A toggle while it is refused, to a topology that isn't compared yet, changes nothing.
        lab.configure({ ...lab.config, mode: 'compare', compared: ['T0', 'T2'] });
        lab.start();
        await eventually('the refusal', () => live && faultCode(live) === 'not-confirmed');
        await lab.dispose();
      }
      expect((await own.asked()).asked).toBe(0);
      expect(existsSync(`/tmp/never-${own.port}`)).toBe(false);
    },
  );
});
