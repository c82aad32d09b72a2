import { LatencyHistogram } from '../../shared/latency.ts';
import { type PointInput, toPoint } from '../../shared/point.ts';
import type { Point } from '../../shared/result.ts';
import type { Sample } from '../../shared/sample.ts';
import { clientCostPerSlice, serverCostPerSlice } from '../../shared/server-cost.ts';
import { ratioFigure, relativeHalfWidth } from '../../shared/stats.ts';
import { INTERVAL_LIMIT } from '../../shared/steadiness-warnings.ts';
import { servingTierIds } from '../../shared/words.ts';
import type { Tick } from './sampler.ts';
import type { Warmth } from './warm-up-loop.ts';

export type Engines = PointInput['engines'];
type Fixed = Pick<PointInput, 'variant' | 'experiment' | 'engines' | 'service' | 'cores'>;

/** Collects the samples of one variant and reduces them to a point when asked. */
export class Accumulator {
  private readonly fixed: Fixed;
  private readonly maxSamples: number;
  /** Latencies stay encoded: decoded, four topologies' minutes would take some 70 MB. */
  private samples: { sample: Sample; latency: string | undefined }[] = [];
  private readonly latency = new LatencyHistogram();
  private first: Tick | undefined;
  private last: Tick | undefined;
  private warmth: Warmth | undefined;

  /** @param maxSamples how far the point looks back; a measurement of the command line keeps all of its samples */
  constructor(fixed: Fixed, maxSamples = Number.POSITIVE_INFINITY) {
    this.fixed = fixed;
    this.maxSamples = maxSamples;
  }

  /**
   * Servers are open and idle: handshakes are counted from this tick. After a restart they count from zero again, and
   * so does the point's count of handshakes.
   */
  restart(tick: Tick): void {
    this.first = tick;
    this.last = tick;
  }

  /** How the last warm-up went. */
  warmed(warmth: Warmth): void {
    this.warmth = warmth;
  }

  /** @param tick the tick that ended the sample's window */
  add(sample: Sample, tick: Tick): void {
    const latency = tick.client.latency;
    this.last = tick;
    this.samples.push({ sample, latency });
    if (latency !== undefined) this.latency.add(new LatencyHistogram(latency));
    if (this.samples.length > this.maxSamples) this.dropOldest(1);
  }

  get measuredS(): number {
    return this.samples.reduce((sum, { sample }) => sum + sample.windowMs, 0) / 1000;
  }

  get slices(): number {
    return new Set(this.samples.map(({ sample }) => sample.slice)).size;
  }

  /**
   * Whether the servers' CPU per request is known as well as a finished point should know it. Where a service's isn't
   * visible the client's tells as well how steady the work is.
   */
  isKnown(): boolean {
    const samples = this.samples.map(({ sample }) => sample);
    const isHidden = this.fixed.service !== undefined && samples.some(({ tiers }) => tiers.app === undefined);
    const cost = ratioFigure(isHidden ? clientCostPerSlice(samples) : serverCostPerSlice(samples));
    const half = cost && relativeHalfWidth(cost);
    return half !== undefined && half <= INTERVAL_LIMIT;
  }

  /** Forgets the oldest samples, for example those in which the runtime was still compiling. */
  dropOldest(count: number): void {
    for (const { latency } of this.samples.splice(0, count)) {
      if (latency !== undefined) this.latency.subtract(new LatencyHistogram(latency));
    }
  }

  /**
   * Figures of everything collected.
   * @param isFinal the measurement is over: what is not known well enough by now stays so
   * @returns undefined before the first sample
   */
  point(isFinal: boolean): Point | undefined {
    if (this.samples.length === 0) return undefined;
    const links: PointInput['links'] = {};
    for (const tier of servingTierIds) {
      const [from, to] = [this.first?.[tier], this.last?.[tier]];
      if (from !== undefined && to !== undefined) links[tier] = { from, to };
    }
    const [from, to] = [this.first?.dialled, this.last?.dialled];
    // Of a service whose process isn't known there are no counters, but whoever dials it has seen what was negotiated.
    if (from !== undefined && to !== undefined) links.app ??= { from, to };
    const samples = this.samples.map((entry) => entry.sample);
    return toPoint({ ...this.fixed, samples, latency: this.latency, links, warmup: this.warmth, isFinal });
  }

  curve(): { quantile: number; ms: number }[] {
    return this.latency.curve();
  }
}
