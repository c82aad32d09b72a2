import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { z } from 'zod';
import { createHost } from '../../electron/host/host.ts';
import type { Host } from '../../electron/host/host-interface.ts';
import { serveClient } from '../../electron/host/serve-client.ts';
import { listenOnLoopback } from '../../electron/loopback/http-server.ts';
import { defaultConfig } from '../../shared/config.ts';
import type { Sample } from '../../shared/sample.ts';
import { ratioFigure } from '../../shared/stats.ts';
import { findChromium } from '../stand-in/find-chromium.ts';
import type { Figure, Outcome } from './figures.ts';
import { ratioOfPairs } from './neighbouring-pairs.ts';
import { median, rolesDir } from './rig.ts';

const MEASURE_MS = 12_000;
const SETTLE_MS = 3_000;
const ROUNDS = 5;
const PAIRS = 120;
/** Samples of 250 ms: those left out after a change, while the page still draws what it had heard; those that count. */
const SETTLING_SAMPLES = 2;
const TURN_SAMPLES = 3;
const HEAP_STEP_MS = 60_000;

interface OpenWindow {
  readonly host: Host;
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly samples: Sample[];
  /** Whether samples and points reach the page. */
  readonly watch: (isWatched: boolean) => void;
}

/** The page of the loopback shell in a real browser, on a host in this process, so that its samples can be read. */
async function withWindow(use: (window: OpenWindow) => Promise<Outcome>): Promise<Outcome> {
  const executablePath = findChromium();
  if (executablePath === undefined) return { kind: 'skipped', reason: 'no Chromium found' };
  const settingsFile = path.join(mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-')), 'settings.json');
  const host = await createHost({ rolesDir, settingsFile });
  const filesDir = path.resolve('out/renderer');
  let isWatched = true;
  const loopback = await listenOnLoopback({
    filesDir,
    port: 0,
    onClient: (channel) => {
      const subscribe: Host['subscribe'] = (listener) =>
        host.subscribe((event) => {
          if (isWatched || event.kind === 'status') listener(event);
        });
      return serveClient({ calls: host.calls, subscribe }, channel);
    },
  });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await page.goto(loopback.address);
    await page.getByText('Connected').waitFor();
    const samples: Sample[] = [];
    host.subscribe((event) => {
      if (event.kind === 'sample') samples.push(event.sample);
    });
    const watch = (on: boolean) => {
      isWatched = on;
    };
    return await use({ host, page, cdp: await page.context().newCDPSession(page), samples, watch });
  } finally {
    await browser.close();
    await loopback.close();
    await host.dispose();
  }
}

async function taskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? Number.NaN;
}

/** CPU of the page's main thread over some seconds at 4 Hz, as a share of one core, and its long tasks. */
function mainThread(mode: 'solo' | 'compare', share: number): Promise<Outcome> {
  return withWindow(async ({ host, page, cdp }) => {
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await host.calls.configure({ ...defaultConfig, mode, topology: 'T2' });
    await host.calls.start();
    await sleep(SETTLE_MS);
    await page.evaluate(() => {
      Reflect.set(globalThis, 'longTasksMs', []);
      new PerformanceObserver((list) => {
        const kept: unknown = Reflect.get(globalThis, 'longTasksMs');
        if (Array.isArray(kept)) kept.push(...list.getEntries().map((entry) => entry.duration));
      }).observe({ entryTypes: ['longtask'] });
    });
    const [startMs, before] = [performance.now(), await taskSeconds(cdp)];
    await sleep(MEASURE_MS);
    const used = (await taskSeconds(cdp)) - before;
    const busy = used / ((performance.now() - startMs) / 1000);
    const longTasks: unknown = await page.evaluate(() => Reflect.get(globalThis, 'longTasksMs'));
    const proof = `long tasks over 50 ms by the wall clock: ${JSON.stringify(longTasks)}`;
    return {
      kind: 'measured',
      ratio: busy,
      numerator: `${(busy * 100).toFixed(1)} % of a core`,
      denominator: `1 (allowed ${share * 100} %)`,
      proof,
    };
  });
}

function appUsPerRequest(samples: readonly Sample[]): number {
  const slices = samples.map(({ tiers: { app } }) => ({
    amount: (app?.userUs ?? 0) + (app?.systemUs ?? 0),
    count: app?.requests ?? 0,
  }));
  return ratioFigure(slices)?.mean ?? Number.NaN;
}

/**
 * The app's CPU per request while the window draws, against the same while it hears nothing and so draws nothing, as from
 * the terminal. One lab runs throughout, and the turns are short, A B B A, and many: on this kind of machine the same
 * load costs up to twice as much for seconds at a time, which falls on neighbouring turns alike.
 */
function observer(): Promise<Outcome> {
  return withWindow(async ({ host, samples, watch }) => {
    await host.calls.configure(defaultConfig);
    await host.calls.start();
    await sleep(SETTLE_MS);
    const measure = async (isWatched: boolean) => {
      watch(isWatched);
      const first = samples.length + SETTLING_SAMPLES;
      while (samples.length < first + TURN_SAMPLES) await sleep(10);
      return appUsPerRequest(samples.slice(first, first + TURN_SAMPLES));
    };
    const known = await ratioOfPairs(
      PAIRS,
      () => measure(true),
      () => measure(false),
    );
    return { kind: 'measured', ...known, numerator: 'drawing', denominator: 'not drawing' };
  });
}

/** Time from `npm start`'s program to a page that answers, nothing being stale. */
async function secondStart(): Promise<Outcome> {
  const timesMs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startMs = performance.now();
    const shell = spawn(process.execPath, ['electron/start.mjs', '--web', '--no-open'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = z.tuple([z.string()]).parse(await once(shell.stdout.setEncoding('utf8'), 'data'));
    const address = /https?:\/\/\S+/.exec(line)?.[0];
    if (address === undefined) throw new Error(`No address was printed: ${line}`);
    await fetch(address, { redirect: 'manual' });
    timesMs.push(performance.now() - startMs);
    shell.kill('SIGTERM');
    await once(shell, 'exit');
  }
  const ms = median(timesMs);
  return { kind: 'measured', ratio: ms / 2000, numerator: `${ms.toFixed(0)} ms`, denominator: '2000 ms' };
}

async function heapBytes(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize;
}

/** The page's heap after a forced collection, minute by minute in Compare: the last against the second. */
function soak(minutes: number): Promise<Outcome> {
  return withWindow(async ({ host, cdp }) => {
    await host.calls.configure({ ...defaultConfig, mode: 'compare' });
    await host.calls.start();
    await sleep(HEAP_STEP_MS);
    const heaps: number[] = [];
    for (let minute = 1; minute < minutes; minute++) {
      await sleep(HEAP_STEP_MS);
      heaps.push(await heapBytes(cdp));
    }
    const [first, last] = [heaps[0] ?? Number.NaN, heaps.at(-1) ?? Number.NaN];
    const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
    return {
      kind: 'measured',
      ratio: last / first,
      numerator: megabytes(last),
      denominator: megabytes(first),
      proof: heaps.map(megabytes).join(', '),
    };
  });
}

export const windowFigures: readonly Figure[] = [
  {
    id: 'window-solo',
    what: 'page’s main thread, Solo at 4 Hz',
    atMost: 0.15,
    measure: () => mainThread('solo', 0.15),
  },
  {
    id: 'window-compare',
    what: 'page’s main thread, Compare at 4 Hz',
    atMost: 0.25,
    measure: () => mainThread('compare', 0.25),
  },
  {
    id: 'window-observer',
    what: 'app CPU per request with the window drawing ÷ not drawing',
    atLeast: 0.95,
    atMost: 1.05,
    measure: observer,
  },
  { id: 'second-start', what: 'second start to a served page ÷ 2 s', atMost: 1, measure: secondStart },
];

/** Ten minutes long, so only measured when asked for by name. */
export const soakFigure: Figure = {
  id: 'soak',
  what: 'page’s heap after ten minutes of Compare ÷ after two',
  atMost: 1.1,
  measure: () => soak(10),
};
