import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LatencyHistogram } from '../../shared/latency.ts';

const latenciesUs = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 300 });

function histogramOf(values: readonly number[]): LatencyHistogram {
  const histogram = new LatencyHistogram();
  for (const value of values) histogram.recordUs(value);
  return histogram;
}

describe('LatencyHistogram', () => {
  it('keeps each percentile within three significant digits of the sorted values', () => {
    fc.assert(
      fc.property(latenciesUs, fc.double({ min: 0.01, max: 1, noNaN: true }), (values, quantile) => {
        const sorted = [...values].sort((a, b) => a - b);
        const exactUs = sorted[Math.ceil(quantile * sorted.length) - 1] ?? Number.NaN;
        const shownUs = histogramOf(values).quantileMs(quantile) * 1000;
        expect(Math.abs(shownUs - exactUs) / exactUs).toBeLessThan(0.002);
      }),
    );
  });

  it('says the same of merged parts as of the whole', () => {
    fc.assert(
      fc.property(latenciesUs, latenciesUs, (first, second) => {
        const merged = histogramOf(first);
        merged.add(histogramOf(second));
        expect(merged.percentiles()).toEqual(histogramOf([...first, ...second]).percentiles());
      }),
    );
  });

  it('forgets what is taken back, its maximum too', () => {
    const histogram = histogramOf([100, 200]);
    const slow = histogramOf([9_000_000]);
    histogram.add(slow);
    histogram.subtract(slow);
    expect(histogram.percentiles()).toEqual(histogramOf([100, 200]).percentiles());
  });

  it('survives being encoded and read again', () => {
    const histogram = histogramOf([3, 250, 251, 90_000]);
    const again = new LatencyHistogram(histogram.encode());
    expect(again.count).toBe(4);
    expect(again.percentiles()).toEqual(histogram.percentiles());
  });

  it('has no percentiles and no curve while it is empty', () => {
    expect(new LatencyHistogram().percentiles()).toBeUndefined();
    expect(new LatencyHistogram().curve()).toEqual([]);
  });

  it('draws a curve that rises and stops where one request decides', () => {
    const curve = histogramOf(Array.from({ length: 1000 }, (_, index) => index + 1)).curve();
    for (const [index, point] of curve.entries()) {
      const before = curve[index - 1];
      if (before !== undefined) {
        expect(point.ms).toBeGreaterThanOrEqual(before.ms);
        expect(point.quantile).toBeGreaterThan(before.quantile);
      }
    }
    expect(curve.at(-1)?.quantile).toBeLessThanOrEqual(0.999);
    expect(curve.at(-1)?.quantile).toBeGreaterThan(0.998);
  });
});
