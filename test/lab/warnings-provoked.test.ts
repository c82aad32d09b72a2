import os from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { type BusyLoops, startBusyLoops } from '../helpers/busy-loops.ts';
import { measureRun, pointOf, warningOf } from '../helpers/measured-lab.ts';
import { oddRoles } from '../helpers/odd-roles.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

function busyLoops(count: number): BusyLoops {
  const loops = startBusyLoops(count);
  closing.push(() => loops.stop());
  return loops;
}

function oddApp(code: string): string {
  const { rolesDir, remove } = oddRoles('app', code);
  closing.push(remove);
  return rolesDir;
}

/** Spends this much of the app's CPU on each answer: µs, or an expression of them. */
const burning = (us: string) => `
  const startMs = performance.now();
  const { writeHead } = http.ServerResponse.prototype;
  http.ServerResponse.prototype.writeHead = function (...args) {
    const ageS = (performance.now() - startMs) / 1000;
    const endMs = performance.now() + (${us}) / 1000;
    while (performance.now() < endMs);
    return writeHead.apply(this, args);
  };`;

describe.skipIf(process.platform !== 'linux')(
  'trouble of the machine (skipped: only Linux has /proc)',
  () => {
    it('other-work: a program that is not ours, and as much of it as the kernel says', async () => {
      const loops = busyLoops(1);
      const cores = { from: { us: 0, ms: 0 }, to: { us: 0, ms: 0 } };
      const run = await measureRun({
        topology: 'T0',
        workload: { connections: 1 },
        measuredS: 2,
        onWindow: () => {
          const reading = { us: loops.cpuUs(), ms: performance.now() };
          if (cores.from.ms === 0) cores.from = reading;
          cores.to = reading;
        },
      });
      const loopCores = (cores.to.us - cores.from.us) / 1000 / (cores.to.ms - cores.from.ms);
      const otherCores = Number(warningOf(run, 'other-work')?.values.otherCores);
      // Whatever else runs here comes on top; half a window and the clock's steps of 10 ms are within the tenth.
      expect(otherCores, `the loop alone: ${loopCores}`).toBeGreaterThan(loopCores * 0.9);
      expect(otherCores).toBeLessThan(os.cpus().length);
    });

    it('cores-oversubscribed: more that wants to run than there are cores', async () => {
      busyLoops(os.cpus().length);
      const run = await measureRun({ topology: 'T0', workload: { connections: 8 } });
      const { busyCores, cores } = warningOf(run, 'cores-oversubscribed')?.values ?? {};
      expect(cores).toBe(os.cpus().length);
      expect(Number(busyCores)).toBeGreaterThan(Number(cores) * 0.9);
      expect(warningOf(run, 'other-work')).toBeDefined();
    });
  },
);

describe('trouble of the load', () => {
  it('client-saturated: a generator whose core is full', async () => {
    // A thread of its own: beside other programs one loop does not get a whole core, which a full generator has.
    const burn = oddRoles(
      'load',
      `new (require('node:worker_threads').Worker)('for (;;);', { eval: true }).unref();
      setInterval(() => { const end = performance.now() + 9; while (performance.now() < end); }, 1);`,
    );
    closing.push(burn.remove);
    const run = await measureRun({ topology: 'T0', rolesDir: burn.rolesDir });
    const { values } = warningOf(run, 'client-saturated') ?? {};
    expect(values?.utilisation).toBe(pointOf(run).tiers.client?.utilisation);
    expect(pointOf(run).failedGates).toContain('client-saturated');
  });

  it('errors: an app that fails one request in five', async () => {
    const failing = `let count = 0;
      const { writeHead } = http.ServerResponse.prototype;
      http.ServerResponse.prototype.writeHead = function (status, ...rest) {
        return writeHead.call(this, ++count % 5 === 0 ? 503 : status, ...rest);
      };`;
    const run = await measureRun({ topology: 'T1', rolesDir: oddApp(failing), measuredS: 1 });
    const { errors, requests, failedGates } = pointOf(run);
    expect(errors.byKind).toEqual({ status: errors.total });
    expect(Number(warningOf(run, 'errors')?.values.errorShare)).toBeCloseTo(0.2, 2);
    expect(errors.total / (errors.total + requests)).toBeCloseTo(0.2, 2);
    expect(failedGates).toContain('errors');
  });

  it('resumption-mixed: an app that forgets its ticket keys again and again', async () => {
    const forgetful = `const { createServer } = tls;
      tls.createServer = (...args) => {
        const server = createServer(...args);
        setInterval(() => server.setTicketKeys(require('node:crypto').randomBytes(48)), 40);
        return server;
      };`;
    const workload = { reuse: 'new', connections: 8 } as const;
    const run = await measureRun({ topology: 'T1', workload, rolesDir: oddApp(forgetful) });
    const [hop] = pointOf(run).hops;
    const { full, resumed } = warningOf(run, 'resumption-mixed')?.values ?? {};
    expect({ full, resumed }).toEqual(hop?.measuredHandshakes);
    expect(pointOf(run).failedGates).toContain('resumption-mixed');
  });
});

describe('resumption that was asked for', () => {
  const anew = { reuse: 'new', connections: 8 } as const;
  const forgetsEach = `const { createServer } = tls;
    tls.createServer = (...args) => {
      const server = createServer(...args);
      const forget = () => server.setTicketKeys(require('node:crypto').randomBytes(48));
      return server.prependListener('connection', forget);
    };`;

  it('resumption-missing: an app that forgets its ticket keys before each connection', async () => {
    const run = await measureRun({ topology: 'T1', workload: anew, rolesDir: oddApp(forgetsEach) });
    const { full, resumed } = warningOf(run, 'resumption-missing')?.values ?? {};
    expect({ full, resumed }).toEqual(pointOf(run).hops[0]?.measuredHandshakes);
    expect(resumed).toBe(0);
    expect(pointOf(run).failedGates).toContain('resumption-missing');
  });

  it.each([
    ['new connections that resume', anew],
    ['kept ones that were never warmed up, whose first handshakes are all full', { connections: 64 }],
  ])('is no matter of %s', async (_what, workload) => {
    const warmUp = { leastMs: 0, mostMs: 0 };
    const run = await measureRun({ topology: 'T3', workload, warmUp });
    expect(pointOf(run).failedGates).not.toContain('resumption-missing');
    expect(pointOf(run).failedGates).not.toContain('tls-unknown');
  });
});

describe('trouble of the figure', () => {
  it('not-warm: an app whose every request costs less than the last, and that is still so at the end of its warm-up', async () => {
    const run = await measureRun({
      topology: 'T0',
      rolesDir: oddApp(burning('2000 * Math.exp(-ageS)')),
      measuredS: 0.5,
      warmUp: { leastMs: 100, mostMs: 1500 },
    });
    expect(pointOf(run).warmup?.settled).toBe(false);
    const { durationS } = warningOf(run, 'not-warm')?.values ?? {};
    expect(Number(durationS)).toBeGreaterThan(1.49);
  });

  it.each([
    ['that may not last until it could be told', {}, { leastMs: 100, mostMs: 200 }],
    [
      'in which hardly anything was asked',
      { load: { kind: 'open', ratePerSec: 2 } } as const,
      { leastMs: 100, mostMs: 1000 },
    ],
  ])('says nothing of a warm-up %s', async (_what, workload, warmUp) => {
    const run = await measureRun({ topology: 'T0', workload, measuredS: 0.5, warmUp });
    expect(pointOf(run).warmup?.durationS).toBeGreaterThan(0.19);
    expect(pointOf(run).warmup?.settled).toBeUndefined();
    expect(warningOf(run, 'not-warm')).toBeUndefined();
  });

  it('interval-too-wide and drift: an app whose every request costs more than the last', async () => {
    const run = await measureRun({ topology: 'T0', rolesDir: oddApp(burning('ageS * 40')), measuredS: 3 });
    const { serverCpuUsPerRequest, turns } = pointOf(run);
    // The upper side: the lower one is held at 0.
    const mean = serverCpuUsPerRequest?.mean ?? 1;
    const half = ((serverCpuUsPerRequest?.ci95?.[1] ?? 0) - mean) / mean;
    expect(warningOf(run, 'interval-too-wide')?.values.halfWidthShare).toBeCloseTo(half, 9);
    const { firstUs, lastUs } = warningOf(run, 'drift')?.values ?? {};
    expect(Number(lastUs) - Number(firstUs)).toBeGreaterThan(30);
    expect(turns.length).toBeGreaterThanOrEqual(9);
  });

  it('gap: an app that is killed in the middle', async () => {
    let isKilled = false;
    const run = await measureRun({
      topology: 'T1',
      measuredS: 1.5,
      onWindow: (measuredS, pids) => {
        const pid = pids.get('app');
        if (isKilled || measuredS < 0.7 || pid === undefined) return;
        isKilled = true;
        process.kill(pid, 'SIGKILL');
      },
    });
    expect(isKilled).toBe(true);
    expect(warningOf(run, 'gap')?.values).toEqual({ gaps: 1 });
    expect(pointOf(run).measuredS).toBeGreaterThanOrEqual(1.5);
  });
});
