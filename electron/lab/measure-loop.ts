import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, measuredTopologies } from '../../shared/config.ts';
import type { Sample } from '../../shared/sample.ts';
import type { TopologyId } from '../../shared/topologies.ts';
import type { OpenedPlan } from './link-opener.ts';
import type { Plan } from './plan.ts';
import { readTick, type Tick, toSample } from './sampler.ts';
import { topologyOfSlice } from './slices.ts';
import type { Supervisor } from './supervisor.ts';

/** All tiers are sampled four times a second (DESIGN.md, Measuring). */
const TICK_MS = 250;
/** Two samples make a slice: long enough to drown the change-over, short enough for drift to fall on all alike. */
const TICKS_PER_SLICE = 2;

export type Topologies = readonly [TopologyId, ...TopologyId[]];

/** What a configuration measures; its schema lets no list be empty. */
export function topologiesOf(config: Config): Topologies {
  const [first, ...rest] = measuredTopologies(config);
  return first === undefined ? [config.topology] : [first, ...rest];
}

export interface LoopOptions {
  readonly supervisor: Supervisor;
  readonly epoch: number;
  readonly topologies: Topologies;
  readonly planOf: (topology: TopologyId) => Plan;
  /** Time under load before anything counts, for each topology, ms. */
  readonly warmupMs: number;
  /** How long each topology is measured, ms; for ever if absent. */
  readonly durationMs?: number;
  readonly timeline: boolean;
  /** The measurement goes on after a restart of a role: its first sample says so. */
  readonly afterGap: boolean;
  readonly firstSlice: number;
  readonly signal: AbortSignal;
  /** A topology's servers are open and idle; handshakes are counted from this tick. */
  readonly onBegin: (opened: OpenedPlan, tick: Tick) => void | Promise<void>;
  readonly onRunning: (topology: TopologyId) => void;
  readonly onSample: (opened: OpenedPlan, sample: Sample, tick: Tick) => void;
}

/** Waits for a call, but not past an abort: a change of settings must not wait for ten thousand connections. */
async function orAborted<T>(signal: AbortSignal, call: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([call, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
    // The loser may still reject; nobody is waiting for it any more.
    call.catch(() => {});
    aborted.catch(() => {});
  }
}

async function open(options: LoopOptions, topology: TopologyId): Promise<OpenedPlan> {
  const { supervisor, signal } = options;
  const opened = await orAborted(signal, supervisor.prepare(options.planOf(topology)));
  await options.onBegin(opened, await orAborted(signal, readTick(supervisor, opened)));
  return opened;
}

/** Waits for a tick. @returns when the next one is due; after a stall (a suspended machine) ticks are not caught up in a burst */
async function untilTick(dueMs: number, signal: AbortSignal): Promise<number> {
  await sleep(Math.max(0, dueMs - performance.now()), undefined, { signal });
  const isLate = performance.now() > dueMs + TICK_MS;
  return (isLate ? performance.now() : dueMs) + TICK_MS;
}

/** One topology, under load throughout: windows follow each other without a break. */
async function loopSolo(options: LoopOptions): Promise<void> {
  const { supervisor, signal, epoch } = options;
  const topology = options.topologies[0];
  const opened = await open(options, topology);
  await orAborted(signal, supervisor.startLoad(opened, options.timeline));
  await orAborted(signal, supervisor.keepOnly([opened]));
  await sleep(options.warmupMs, undefined, { signal });
  options.onRunning(topology);
  let from = await orAborted(signal, readTick(supervisor, opened));
  let dueMs = performance.now() + TICK_MS;
  for (let tick = 0; options.durationMs === undefined || tick * TICK_MS < options.durationMs; tick++) {
    dueMs = await untilTick(dueMs, signal);
    const to = await orAborted(signal, readTick(supervisor, opened));
    const slice = options.firstSlice + Math.floor(tick / TICKS_PER_SLICE);
    options.onSample(
      opened,
      toSample(from, to, { epoch, slice, topology, afterGap: options.afterGap && tick === 0 }),
      to,
    );
    from = to;
  }
  await orAborted(signal, supervisor.pauseLoad(opened));
}

/**
 * One slice of one topology, from silence to silence: the counters are read before the first request and after the
 * last answer, so every µs of CPU in between belongs to a request that is counted.
 */
async function measureSlice(
  options: LoopOptions,
  opened: OpenedPlan,
  slice: number,
  afterGap: boolean,
): Promise<void> {
  const { supervisor, signal, epoch } = options;
  const { topology } = opened.plan;
  options.onRunning(topology);
  let from = await orAborted(signal, readTick(supervisor, opened));
  let dueMs = performance.now() + TICK_MS;
  await orAborted(signal, supervisor.startLoad(opened, options.timeline));
  for (let tick = 0; tick < TICKS_PER_SLICE; tick++) {
    dueMs = await untilTick(dueMs, signal);
    if (tick === TICKS_PER_SLICE - 1) await orAborted(signal, supervisor.pauseLoad(opened));
    const to = await orAborted(signal, readTick(supervisor, opened));
    options.onSample(
      opened,
      toSample(from, to, { epoch, slice, topology, afterGap: afterGap && tick === 0 }),
      to,
    );
    from = to;
  }
}

/** Opens a topology and lets it run until it is warm; what that costs is in no slice. */
async function openWarm(options: LoopOptions, topology: TopologyId): Promise<OpenedPlan> {
  const { supervisor, signal } = options;
  const opened = await open(options, topology);
  await orAborted(signal, supervisor.startLoad(opened, options.timeline));
  await sleep(options.warmupMs, undefined, { signal });
  await orAborted(signal, supervisor.pauseLoad(opened));
  return opened;
}

/** Several topologies in turn, in short slices, every one of them kept connected. */
async function loopCompare(options: LoopOptions): Promise<void> {
  const { supervisor, signal, topologies } = options;
  const opened = new Map<TopologyId, OpenedPlan>();
  await orAborted(signal, supervisor.quiet());
  const sliceMs = TICKS_PER_SLICE * TICK_MS;
  const wanted = (options.durationMs ?? Number.POSITIVE_INFINITY) / sliceMs;
  for (let index = 0; index < Math.ceil(wanted) * topologies.length; index++) {
    const topology = topologyOfSlice(topologies, index);
    // Each is warmed just before its own first slice, so that a toggle is answered by figures at once.
    const one = opened.get(topology) ?? (await openWarm(options, topology));
    opened.set(topology, one);
    const isFirstOfItsTopology = index < topologies.length;
    await measureSlice(options, one, options.firstSlice + index, options.afterGap && isFirstOfItsTopology);
  }
}

/**
 * Measures until the time is over or the signal aborts.
 * @throws the signal's reason when aborted; LabError when a role fails
 */
export async function measureLoop(options: LoopOptions): Promise<void> {
  await (options.topologies.length === 1 ? loopSolo(options) : loopCompare(options));
}
