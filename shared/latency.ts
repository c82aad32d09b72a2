import {
  build,
  decodeFromCompressedBase64,
  encodeIntoCompressedBase64,
  type Histogram,
} from 'hdr-histogram-js';
import type { Percentiles } from './sample.ts';

/** Longest latency that is told apart: two minutes; what takes longer is recorded as that. */
const MAX_LATENCY_US = 120_000_000;

/**
 * Latencies of requests in µs, kept as an HDR histogram at 3 significant digits (http://hdrhistogram.org).
 * Percentiles come from merged histograms and are never averaged.
 */
export class LatencyHistogram {
  private readonly histogram: Histogram;

  constructor(encoded?: string) {
    this.histogram =
      encoded === undefined
        ? build({
            bitBucketSize: 32,
            autoResize: false,
            lowestDiscernibleValue: 1,
            highestTrackableValue: MAX_LATENCY_US,
            numberOfSignificantValueDigits: 3,
          })
        : decodeFromCompressedBase64(encoded);
  }

  get count(): number {
    return this.histogram.totalCount;
  }

  /** Adds a latency, once or as often as it was met; under a microsecond counts as one. */
  recordUs(latencyUs: number, times = 1): void {
    const wholeUs = Math.round(latencyUs);
    this.histogram.recordValueWithCount(wholeUs < 1 ? 1 : Math.min(wholeUs, MAX_LATENCY_US), times);
  }

  add(other: LatencyHistogram): void {
    this.histogram.add(other.histogram);
  }

  /** Takes back what was added before. */
  subtract(other: LatencyHistogram): void {
    this.histogram.subtract(other.histogram);
  }

  /** Forgets everything recorded, keeping the memory. */
  reset(): void {
    this.histogram.reset();
  }

  /** The V2 compressed form in base64, as other HdrHistogram libraries read it. */
  encode(): string {
    return encodeIntoCompressedBase64(this.histogram);
  }

  /** @param quantile from 0 to 1. @returns ms, or NaN when nothing was recorded */
  quantileMs(quantile: number): number {
    return this.count === 0 ? Number.NaN : this.histogram.getValueAtPercentile(quantile * 100) / 1000;
  }

  /** The usual percentiles in ms; undefined when nothing was recorded. */
  percentiles(): Percentiles | undefined {
    if (this.count === 0) return undefined;
    return {
      p50: this.quantileMs(0.5),
      p90: this.quantileMs(0.9),
      p99: this.quantileMs(0.99),
      p999: this.quantileMs(0.999),
      // Not `maxValue`: that one remembers values which were taken back.
      max: this.quantileMs(1),
    };
  }

  /** The percentile distribution in ms, in the text form of HdrHistogram's `outputPercentileDistribution`. */
  percentileText(): string {
    return this.histogram.outputPercentileDistribution(5, 1000);
  }

  /**
   * A percentile curve for drawing: ever finer steps towards 100 %, up to where one request decides.
   * @param stepsPerHalving points each time the remaining share halves
   */
  curve(stepsPerHalving = 4): { quantile: number; ms: number }[] {
    const points: { quantile: number; ms: number }[] = [];
    for (let step = 0; this.count > 0; step++) {
      const rest = 2 ** (-step / stepsPerHalving);
      if (rest * this.count < 1) break;
      points.push({ quantile: 1 - rest, ms: this.quantileMs(1 - rest) });
    }
    return points;
  }
}
