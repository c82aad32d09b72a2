import { setTimeout as sleep } from 'node:timers/promises';
import type { Sample } from '../../shared/sample.ts';
import type { Series } from '../../shared/series.ts';
import { seriesOfVariant, type Variant } from '../../shared/variant.ts';
import type { LeftOutVariants } from './left-out.ts';
import type { OpenedPlan } from './link-opener.ts';
import { orAborted } from './or-aborted.ts';
import { planFor } from './plan.ts';
import { readTick, type Tick, toSample } from './sampler.ts';
import { placeOfSlice, turnOfSlice } from './slices.ts';
import { startProving } from './start-proving.ts';
import type { Supervisor } from './supervisor.ts';
import { type Warmth, type WarmUp, warmUp } from './warm-up-loop.ts';

/** All tiers are sampled four times a second (DESIGN.md, Measuring). */
const TICK_MS = 250;

/** What is measured in turn; at least one. */
export type Variants = readonly [Variant, ...Variant[]];

export interface LoopOptions {
  readonly supervisor: Supervisor;
  readonly epoch: number;
  readonly variants: Variants;
  /** Variants that can't be opened while others can; kept through restarts. */
  readonly leftOut: LeftOutVariants;
  /** Interleaved variants of one topology must share no listener: each gets a lane of its own. */
  readonly ownLanes: boolean;
  readonly warmUp: WarmUp;
  /** Warms all variants before the first slice; otherwise each just before its own, so that figures come at once. */
  readonly warmsAllFirst: boolean;
  /** Windows of a slice: enough to drown the change-over, few enough for drift to fall on all alike. */
  readonly ticksPerSlice: number;
  /** Asked after every turn in which all variants were measured; the loop goes on for ever if absent. */
  readonly isEnough?: () => boolean;
  readonly timeline: boolean;
  /** The measurement goes on after a restart of a role: its first sample says so. */
  readonly afterGap: boolean;
  readonly firstSlice: number;
  readonly signal: AbortSignal;
  /** A variant's servers are open and idle; handshakes are counted from this tick. */
  readonly onBegin: (opened: OpenedPlan, tick: Tick) => void | Promise<void>;
  readonly onWarm?: (opened: OpenedPlan, warmth: Warmth) => void;
  /** Every reading of the counters, those too that end no window: what is handed over once comes with any of them. */
  readonly onTick?: (opened: OpenedPlan, tick: Tick) => void;
  readonly onRunning: (series: Series) => void;
  readonly onSample: (opened: OpenedPlan, sample: Sample, tick: Tick) => void;
}

/** A variant whose servers are open. */
interface Opened {
  readonly opened: OpenedPlan;
  /** When its counters were last read. */
  seen: Tick;
}

async function tickOf({ supervisor, signal, onTick }: LoopOptions, opened: OpenedPlan): Promise<Tick> {
  const tick = await orAborted(signal, readTick(supervisor, opened));
  onTick?.(opened, tick);
  return tick;
}

async function open(options: LoopOptions, place: number): Promise<Opened> {
  const { supervisor, signal, variants } = options;
  const variant = variants[place] ?? variants[0];
  const plan = options.ownLanes ? planFor(variant, String(place)) : planFor(variant);
  const opened = await orAborted(signal, supervisor.prepare(plan));
  const seen = await tickOf(options, opened);
  await options.onBegin(opened, seen);
  return { opened, seen };
}

async function warm(options: LoopOptions, opened: OpenedPlan): Promise<void> {
  const warmth = await warmUp(options.supervisor, opened, options.warmUp, options.signal);
  if (warmth !== undefined) options.onWarm?.(opened, warmth);
}

/** Waits for a tick. @returns when the next one is due; after a stall (a suspended machine) ticks are not caught up in a burst */
async function untilTick(dueMs: number, signal: AbortSignal): Promise<number> {
  await sleep(Math.max(0, dueMs - performance.now()), undefined, { signal });
  const isLate = performance.now() > dueMs + TICK_MS;
  return (isLate ? performance.now() : dueMs) + TICK_MS;
}

/** One variant, under load throughout: windows follow each other without a break, and no slice has a neighbour to pair with. */
async function loopSolo(options: LoopOptions): Promise<void> {
  const { supervisor, signal, epoch, ticksPerSlice } = options;
  const one = await open(options, 0);
  const { opened } = one;
  const series = seriesOfVariant(opened.plan.variant);
  await startProving(options, one);
  await orAborted(signal, supervisor.keepOnly([opened]));
  await warm(options, opened);
  options.onRunning(series);
  let from = await tickOf(options, opened);
  let dueMs = performance.now() + TICK_MS;
  for (let tick = 0; tick % ticksPerSlice !== 0 || tick === 0 || !options.isEnough?.(); tick++) {
    dueMs = await untilTick(dueMs, signal);
    const to = await tickOf(options, opened);
    const slice = options.firstSlice + Math.floor(tick / ticksPerSlice);
    const window = { epoch, slice, turn: slice, ...series, afterGap: options.afterGap && tick === 0 };
    options.onSample(opened, toSample(from, to, window, one.seen), to);
    one.seen = to;
    from = to;
  }
  await orAborted(signal, supervisor.pauseLoad(opened));
}

/**
 * One slice of one variant, from silence to silence: the counters are read before the first request and after the
 * last answer, so every µs of CPU in between belongs to a request that is counted.
 */
async function measureSlice(
  options: LoopOptions,
  one: Opened,
  window: { slice: number; turn: number; afterGap: boolean },
): Promise<void> {
  const { supervisor, signal, epoch, ticksPerSlice } = options;
  const { opened } = one;
  const series = seriesOfVariant(opened.plan.variant);
  options.onRunning(series);
  let from = await tickOf(options, opened);
  let dueMs = performance.now() + TICK_MS;
  await orAborted(signal, supervisor.startLoad(opened, options.timeline));
  for (let tick = 0; tick < ticksPerSlice; tick++) {
    dueMs = await untilTick(dueMs, signal);
    if (tick === ticksPerSlice - 1) await orAborted(signal, supervisor.pauseLoad(opened));
    const to = await tickOf(options, opened);
    const afterGap = window.afterGap && tick === 0;
    options.onSample(opened, toSample(from, to, { ...window, ...series, epoch, afterGap }, one.seen), to);
    one.seen = to;
    from = to;
  }
}

/** Opens a variant and lets it run until it is warm; what that costs is in no slice. */
async function openWarm(options: LoopOptions, place: number): Promise<Opened> {
  const { supervisor, signal } = options;
  const one = await open(options, place);
  const { opened } = one;
  await startProving(options, one);
  await warm(options, opened);
  await orAborted(signal, supervisor.pauseLoad(opened));
  return one;
}

/** Several variants in turn, in short slices, every one of them kept connected. */
async function loopCompare(options: LoopOptions): Promise<void> {
  const { supervisor, signal, variants, firstSlice, leftOut } = options;
  const count = variants.length;
  const opened = new Map<number, Opened>();
  const warmed = async (place: number): Promise<Opened | undefined> => {
    if (leftOut.has(place) || opened.has(place)) return opened.get(place);
    try {
      opened.set(place, await openWarm(options, place));
    } catch (error) {
      leftOut.add(place, error);
    }
    return opened.get(place);
  };
  await orAborted(signal, supervisor.quiet());
  if (options.warmsAllFirst) for (const place of variants.keys()) await warmed(place);
  for (let index = 0; index % count !== 0 || index === 0 || !options.isEnough?.(); index++) {
    const one = await warmed(placeOfSlice(count, index));
    if (one === undefined) continue;
    await measureSlice(options, one, {
      slice: firstSlice + index,
      turn: firstSlice + turnOfSlice(count, index) * count,
      afterGap: options.afterGap && index < count,
    });
  }
}

/**
 * Measures until it is enough or the signal aborts.
 * @throws the signal's reason when aborted; LabError when a role fails
 */
export async function measureLoop(options: LoopOptions): Promise<void> {
  await orAborted(options.signal, options.supervisor.services.admit(options.variants));
  await (options.variants.length === 1 ? loopSolo(options) : loopCompare(options));
}
