import { setTimeout as sleep } from 'node:timers/promises';
import { Pki, serverName } from '../../electron/lab/pki.ts';
import { defaultConfig } from '../../shared/config.ts';
import type { Counters, LoadSpec } from '../../shared/role-api.ts';
import { openLiveLab } from '../helpers/live-lab.ts';
import { forkApp, forkLoad, loadSpec } from '../roles/role-under-test.ts';
import type { Figure, Outcome } from './figures.ts';
import { ratioOfPairs } from './neighbouring-pairs.ts';
import { rolesDir } from './rig.ts';

const MEASURE_MS = 12_000;
const WARMUP_MS = 3_000;
const READS = 1_000;
const PAIRS = 40;
const TURN_MS = 2_000;
const TICK_MS = 250;

interface Loaded {
  readonly spec: LoadSpec;
  readonly app: () => Promise<Counters>;
  readonly client: () => Promise<Counters>;
  /** Asks over another fleet instead. */
  startOther(spec: LoadSpec): Promise<void>;
  pause(): Promise<void>;
}

/** Our app under the default workload over TLS, without a lab that would sample it. */
async function underLoad(use: (loaded: Loaded) => Promise<Outcome>): Promise<Outcome> {
  const { tls, workload } = defaultConfig;
  const { certPem, keyPem, caPem } = await new Pki().identity(tls.key);
  const [app, load] = await Promise.all([forkApp(), forkLoad()]);
  try {
    const port = await app.listen({ linkId: 'bench', protocol: 'h1', tls: { ...tls, certPem, keyPem } });
    const spec = loadSpec(port, workload, { tls: { ...tls, caPem, serverName } });
    await load.start(spec);
    await sleep(WARMUP_MS);
    return await use({
      spec,
      app: () => app.counters('bench'),
      client: () => load.counters(spec.linkId),
      startOther: async (other) => {
        await load.keepOnly([]);
        await load.start(other);
      },
      pause: () => load.pause(spec.linkId),
    });
  } finally {
    await Promise.all([app.stop(), load.stop()]);
  }
}

const cpuBetween = (from: Counters, to: Counters) => to.userUs + to.systemUs - from.userUs - from.systemUs;

/** What one answer to `counters` costs the app while it does nothing else, four times a second, ÷ its CPU under load. */
function samplingCost(): Promise<Outcome> {
  return underLoad(async ({ app, pause }) => {
    const before = await app();
    await sleep(MEASURE_MS / 4);
    const after = await app();
    await pause();
    const idle = await app();
    for (let read = 0; read < READS; read++) await app();
    const readUs = cpuBetween(idle, await app()) / READS;
    const busyUs = usPerSec(before, after);
    return {
      kind: 'measured',
      ratio: (readUs * (1000 / TICK_MS)) / busyUs,
      numerator: `4 × ${readUs.toFixed(0)} µs each second`,
      denominator: `${(busyUs / 1000).toFixed(0)} ms each second`,
    };
  });
}

const usPerSec = (from: Counters, to: Counters) => (cpuBetween(from, to) / (to.atUs - from.atUs)) * 1e6;

/** Both ends of a hop that is all but idle, with a handshake taken down every second or without. */
async function idleUsPerSec({ spec, app, client, startOther }: Loaded, timeline: boolean): Promise<number> {
  const load = { kind: 'open', ratePerSec: 1 } as const;
  await startOther({ ...spec, timeline, workload: { ...spec.workload, connections: 1, load } });
  await sleep(WARMUP_MS);
  const [fromApp, fromClient] = await Promise.all([app(), client()]);
  await sleep(MEASURE_MS);
  const [toApp, toClient] = await Promise.all([app(), client()]);
  return usPerSec(fromApp, toApp) + usPerSec(fromClient, toClient);
}

/** What the handshake that is taken down every second costs both its ends ÷ their CPU under load. */
function anatomyCost(): Promise<Outcome> {
  return underLoad(async (loaded) => {
    const { app, client } = loaded;
    const [fromApp, fromClient] = await Promise.all([app(), client()]);
    await sleep(MEASURE_MS / 4);
    const [toApp, toClient] = await Promise.all([app(), client()]);
    const busyUs = usPerSec(fromApp, toApp) + usPerSec(fromClient, toClient);
    const takenUs = (await idleUsPerSec(loaded, true)) - (await idleUsPerSec(loaded, false));
    return {
      kind: 'measured',
      ratio: takenUs / busyUs,
      numerator: `${takenUs.toFixed(0)} µs each second`,
      denominator: `${(busyUs / 1000).toFixed(0)} ms each second`,
    };
  });
}

async function labCpu(): Promise<Outcome> {
  const live = await openLiveLab({ topology: 'T3' }, { rolesDir });
  try {
    live.lab.start();
    await live.nextSample();
    await sleep(WARMUP_MS);
    const [startMs, before] = [performance.now(), process.cpuUsage()];
    await sleep(MEASURE_MS);
    const used = process.cpuUsage(before);
    const busy = (used.user + used.system) / 1000 / (performance.now() - startMs);
    return {
      kind: 'measured',
      ratio: busy,
      numerator: `${(busy * 100).toFixed(2)} % of a core`,
      denominator: '1 (allowed 2 %)',
    };
  } finally {
    await live.lab.dispose();
  }
}

/** The app's CPU per request over a turn in which all counters are read so often. */
async function usPerRequest({ app, client }: Loaded, everyMs: number): Promise<number> {
  const from = await app();
  const startMs = performance.now();
  for (let dueMs = everyMs; dueMs < TURN_MS; dueMs += everyMs) {
    await sleep(startMs + dueMs - performance.now());
    await Promise.all([app(), client()]);
  }
  await sleep(Math.max(0, startMs + TURN_MS - performance.now()));
  const [to] = await Promise.all([app(), client()]);
  return cpuBetween(from, to) / (to.requests - from.requests);
}

/** Turns of two seconds on one app under one load. */
function rateOfSampling(): Promise<Outcome> {
  return underLoad(async (loaded) => {
    const known = await ratioOfPairs(
      PAIRS,
      () => usPerRequest(loaded, TICK_MS),
      () => usPerRequest(loaded, TURN_MS),
    );
    return { kind: 'measured', ...known, numerator: '4 Hz', denominator: '0.5 Hz' };
  });
}

export const samplingFigures: readonly Figure[] = [
  {
    id: 'sampling-cost',
    what: 'CPU for being sampled ÷ CPU of the app, T1',
    atMost: 0.01,
    measure: samplingCost,
  },
  {
    id: 'anatomy-cost',
    what: 'CPU for the handshake that is taken down every second ÷ CPU of load generator and app, T1',
    atMost: 0.01,
    measure: anatomyCost,
  },
  {
    id: 'lab-cpu',
    what: 'lab’s own process while measuring T3, without a window',
    atMost: 0.02,
    measure: labCpu,
  },
  {
    id: 'sampling-rate',
    what: 'app CPU per request sampled at 4 Hz ÷ at 0.5 Hz',
    atLeast: 0.98,
    atMost: 1.02,
    measure: rateOfSampling,
  },
];
