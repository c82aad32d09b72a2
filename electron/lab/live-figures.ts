import type { HostEvent, LivePoint } from '../../shared/api.ts';
import type { Point } from '../../shared/result.ts';
import type { Sample } from '../../shared/sample.ts';
import { compareSeries, type Series, seriesName } from '../../shared/series.ts';
import { MIN_SLICES_FOR_INTERVAL } from '../../shared/stats.ts';
import { seriesOfVariant } from '../../shared/variant.ts';
import { Accumulator, type Engines } from './accumulator.ts';
import type { OpenedPlan } from './link-opener.ts';
import type { Tick } from './sampler.ts';
import { Timelines } from './timelines.ts';

type FigureEvent = Exclude<HostEvent, { kind: 'status' }>;

/** One minute at 4 Hz. */
const RECENT_SAMPLES = 240;
/** The first second after a change still compiles code; it is shown, but leaves the figures once there is more. */
const COLD_SAMPLES = 4;
/** What is kept of a live measurement has intervals. */
const LEAST_SLICES = MIN_SLICES_FOR_INTERVAL;
/** A percentile curve costs some ms to make, so it is renewed once a second only. */
const CURVE_EVERY_SAMPLES = 4;

interface Live {
  readonly series: Series;
  readonly accumulator: Accumulator;
  epoch: number;
  seen: number;
  curve: LivePoint['curve'];
  last: LivePoint | undefined;
}

/** Turns the samples of a live measurement into the events that windows draw. */
export class LiveFigures {
  private readonly cores: number;
  private readonly emit: (event: FigureEvent) => void;
  private readonly bySeries = new Map<string, Live>();
  private readonly lastTimeline = new Map<string, FigureEvent>();
  private recent: Sample[] = [];
  private timelines = new Timelines();
  private epoch = 0;
  private slice = 0;
  private since_ = new Date();

  constructor(cores: number, emit: (event: FigureEvent) => void) {
    this.cores = cores;
    this.emit = emit;
  }

  /** Slices are numbered through all restarts, so that two of them are never taken for one. */
  get nextSlice(): number {
    return this.slice + 1;
  }

  /** When the oldest figures that may stand beside the newest began. */
  get since(): Date {
    return this.since_;
  }

  /** @param comparable whether what was measured before may stay beside what comes */
  newEpoch(epoch: number, comparable: boolean): void {
    this.epoch = epoch;
    this.timelines = new Timelines();
    if (comparable) return;
    this.since_ = new Date();
    this.bySeries.clear();
    this.lastTimeline.clear();
    this.emit({ kind: 'points', points: [] });
  }

  /** @param epoch of the loop that measures; one that was superseded meanwhile begins nothing */
  begin(epoch: number, opened: OpenedPlan, tick: Tick, engines: Engines): void {
    if (epoch !== this.epoch) return;
    const { variant } = opened.plan;
    const name = seriesName(variant);
    const known = this.bySeries.get(name);
    if (known?.epoch === this.epoch) {
      known.accumulator.restart(tick);
      return;
    }
    const service = opened.service?.facts;
    const accumulator = new Accumulator({ variant, engines, service, cores: this.cores }, RECENT_SAMPLES);
    accumulator.restart(tick);
    this.bySeries.set(name, {
      series: seriesOfVariant(variant),
      accumulator,
      epoch: this.epoch,
      seen: 0,
      curve: [],
      last: known?.last,
    });
  }

  add(opened: OpenedPlan, sample: Sample, tick: Tick): void {
    const live = this.bySeries.get(seriesName(sample));
    // Samples of a loop that a newer configuration has just replaced describe nothing that is still shown.
    if (sample.epoch !== this.epoch || live === undefined) return;
    this.slice = sample.slice;
    this.recent = [...this.recent.slice(1 - RECENT_SAMPLES), sample];
    live.accumulator.add(sample, tick);
    live.seen++;
    if (live.seen === 2 * COLD_SAMPLES) live.accumulator.dropOldest(COLD_SAMPLES);
    if (live.seen % CURVE_EVERY_SAMPLES === 1) live.curve = live.accumulator.curve();
    const point = live.accumulator.point(false);
    if (point !== undefined) live.last = { epoch: this.epoch, point, curve: live.curve };
    this.emit({ kind: 'sample', sample });
    this.emit({ kind: 'points', points: this.livePoints() });
    const lanes = this.timelines.collect(opened, tick);
    if (lanes === undefined) return;
    const event: FigureEvent = {
      kind: 'timeline',
      timeline: { topology: sample.topology, proxy: sample.proxy, lanes },
    };
    this.lastTimeline.set(seriesName(sample), event);
    this.emit(event);
  }

  livePoints(): LivePoint[] {
    return [...this.bySeries.values()]
      .toSorted((a, b) => compareSeries(a.series, b.series))
      .flatMap(({ last }) => last ?? []);
  }

  /**
   * The points of all that was measured under settings like the present ones, as they are when the measurement is over.
   * @param chosen names of the series that the present configuration measures
   * @returns undefined where one of those has too few slices for an interval; others with too few are no part of it
   */
  finalPoints(chosen: readonly string[]): Point[] | undefined {
    const known = [...this.bySeries.values()]
      .filter(({ seen, accumulator }) => seen >= 2 * COLD_SAMPLES && accumulator.slices >= LEAST_SLICES)
      .toSorted((a, b) => compareSeries(a.series, b.series));
    const names = known.map(({ series }) => seriesName(series));
    if (chosen.length === 0 || chosen.some((name) => !names.includes(name))) return undefined;
    return known.flatMap(({ accumulator }) => accumulator.point(true) ?? []);
  }

  recentEvents(): FigureEvent[] {
    return [
      ...this.recent.map((sample): FigureEvent => ({ kind: 'sample', sample })),
      { kind: 'points', points: this.livePoints() },
      ...this.lastTimeline.values(),
    ];
  }
}
