import type { ExperimentId } from '../../shared/experiment-ids.ts';
import type { LeftOut, Point } from '../../shared/result.ts';
import type { Sample } from '../../shared/sample.ts';
import { variantKey } from '../../shared/variant.ts';
import { Accumulator } from './accumulator.ts';
import { LeftOutVariants } from './left-out.ts';
import type { OpenedPlan } from './link-opener.ts';
import { measureLoop, type Variants } from './measure-loop.ts';
import type { Plan } from './plan.ts';
import { type RecoveryOptions, withRecovery } from './recovery.ts';
import type { Tick } from './sampler.ts';
import type { Supervisor } from './supervisor.ts';
import type { WarmUp } from './warm-up-loop.ts';

/** How far a measurement has come, each time that all variants have had their turn. */
export interface Progress {
  /** Of the variant that was measured least. */
  readonly measuredS: number;
  readonly slices: number;
  /** Whether the servers' CPU per request of every variant is known within the limit of `interval-too-wide`. */
  readonly isKnown: () => boolean;
}

export interface PointsOptions {
  readonly supervisor: Supervisor;
  readonly cores: number;
  readonly variants: Variants;
  readonly experiment?: ExperimentId;
  readonly warmUp: WarmUp;
  /** Windows of 250 ms in a slice. */
  readonly ticksPerSlice: number;
  readonly isEnough: (progress: Progress) => boolean;
  /** Slices are numbered on through a whole run, so that none is paired with one of another measurement. */
  readonly firstSlice: number;
  readonly signal: AbortSignal;
  /** Told of a variant that is left out while the others are measured. */
  readonly onLeftOut?: (one: LeftOut) => void;
  /** Told before all is opened and warmed up anew, with the number of the attempt and the role that failed. */
  readonly onRecovering?: RecoveryOptions['onRecovering'];
  /** Told before each slice. */
  readonly onSlice?: () => void;
  /** Told after each window: seconds measured so far, over all variants. */
  readonly onProgress?: (measuredS: number) => void;
  /** Told after each turn: what the figures are so far. */
  readonly onTurn?: (points: readonly Point[]) => void;
}

/** What was measured, and what ended it early. */
export interface Measured {
  /** In the order of the variants; those without a single window are missing. */
  readonly points: readonly Point[];
  readonly nextSlice: number;
  /** Variants whose engine could not be started, or not again, or does not serve: what was measured of them before is among the points. */
  readonly leftOut: readonly LeftOut[];
  /** Absent when it went to its end, or was aborted. */
  readonly failure: unknown;
}

/** What is collected while a measurement goes on, one accumulator per variant that has begun. */
class Collection {
  private readonly options: PointsOptions;
  private readonly byKey = new Map<string, Accumulator>();
  private measuredS = 0;
  readonly leftOut: LeftOutVariants;
  nextSlice: number;

  constructor(options: PointsOptions) {
    this.options = options;
    this.nextSlice = options.firstSlice;
    this.leftOut = new LeftOutVariants(options.variants, options.onLeftOut);
  }

  async begin({ plan, service }: OpenedPlan, tick: Tick): Promise<void> {
    const { supervisor, cores, experiment } = this.options;
    const { variant } = plan;
    const engines = await supervisor.engineFacts(plan);
    const known =
      this.of(plan) ?? new Accumulator({ variant, experiment, engines, service: service?.facts, cores });
    known.restart(tick);
    this.byKey.set(variantKey(variant), known);
  }

  of({ variant }: Plan): Accumulator | undefined {
    return this.byKey.get(variantKey(variant));
  }

  add({ plan }: OpenedPlan, sample: Sample, tick: Tick): void {
    this.of(plan)?.add(sample, tick);
    this.nextSlice = sample.slice + 1;
    this.measuredS += sample.windowMs / 1000;
    this.options.onProgress?.(this.measuredS);
  }

  /** All variants have had their turn. @returns whether that was the last one */
  endTurn(): boolean {
    const all = this.options.variants.flatMap((variant, place) =>
      this.leftOut.has(place) ? [] : (this.byKey.get(variantKey(variant)) ?? []),
    );
    this.options.onTurn?.(this.points(false));
    return this.options.isEnough({
      measuredS: Math.min(...all.map((one) => one.measuredS)),
      slices: Math.min(...all.map((one) => one.slices)),
      isKnown: () => all.every((one) => one.isKnown()),
    });
  }

  /** @param isFinal nothing more will be measured */
  points(isFinal: boolean): Point[] {
    return this.options.variants.flatMap(
      (variant) => this.byKey.get(variantKey(variant))?.point(isFinal) ?? [],
    );
  }
}

function attempt(options: PointsOptions, collection: Collection, restarts: number): Promise<void> {
  const { supervisor, variants, warmUp, ticksPerSlice, signal } = options;
  return measureLoop({
    supervisor,
    epoch: 0,
    variants,
    leftOut: collection.leftOut,
    ownLanes: variants.length > 1,
    warmUp,
    warmsAllFirst: true,
    ticksPerSlice,
    isEnough: () => collection.endTurn(),
    timeline: false,
    afterGap: restarts > 0,
    firstSlice: collection.nextSlice,
    signal,
    onBegin: (opened, tick) => collection.begin(opened, tick),
    onWarm: ({ plan }, warmth) => collection.of(plan)?.warmed(warmth),
    onRunning: () => options.onSlice?.(),
    onSample: (opened, sample, tick) => collection.add(opened, sample, tick),
  });
}

/** Measures one point per variant, interleaved. What was measured before a failure or an abort is not thrown away. */
export async function measurePoints(options: PointsOptions): Promise<Measured> {
  const { supervisor, signal } = options;
  const collection = new Collection(options);
  let failure: unknown;
  try {
    const { onRecovering = () => {} } = options;
    await withRecovery({ supervisor, signal, onRecovering }, (restarts) =>
      attempt(options, collection, restarts),
    );
  } catch (error) {
    if (!signal.aborted) failure = error;
  }
  const { nextSlice, leftOut } = collection;
  return { points: collection.points(true), nextSlice, leftOut: leftOut.all, failure };
}
