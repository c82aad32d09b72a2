import type { Sample } from '../../shared/sample.ts';
import { compareSeries, type NamedSeries, named, seriesName } from '../../shared/series.ts';
import { memoise } from './memoise.ts';
import type { LabState } from './reduce.ts';

/** How far back the chart goes. */
export const shownSeconds = 60;

/** One window; `null` where the line must break: nothing is known there, and a line would claim that something is. */
export interface LatencyRow {
  readonly secondsAgo: number;
  readonly p50: number | null;
  readonly p99: number | null;
}

export interface LatencyMark {
  readonly secondsAgo: number;
  /** `gap`: a role was being restarted. `change`: other settings from here on. */
  readonly kind: 'gap' | 'change';
}

export interface LatencyLine extends NamedSeries {
  readonly rows: readonly LatencyRow[];
}

export interface LatencySeries {
  readonly lines: readonly LatencyLine[];
  readonly marks: readonly LatencyMark[];
  /** Largest and smallest value shown, ms; absent when there is none. */
  readonly range: { readonly minMs: number; readonly maxMs: number } | undefined;
}

/** More silence than this between two windows of one epoch is a break too (the load was stopped). */
const longestSilenceMs = 12_000;

function rowsOf(samples: readonly Sample[], latestMs: number): LatencyRow[] {
  const rows: LatencyRow[] = [];
  let before: Sample | undefined;
  for (const sample of samples) {
    const secondsAgo = (sample.atMs - latestMs) / 1000;
    const isCut =
      before &&
      (sample.afterGap || sample.epoch !== before.epoch || sample.atMs - before.atMs > longestSilenceMs);
    if (isCut) rows.push({ secondsAgo, p50: null, p99: null });
    rows.push({ secondsAgo, p50: sample.latencyMs?.p50 ?? null, p99: sample.latencyMs?.p99 ?? null });
    before = sample;
  }
  return rows;
}

function marksOf(samples: readonly Sample[], latestMs: number): LatencyMark[] {
  return samples.flatMap((sample, at): LatencyMark[] => {
    const secondsAgo = (sample.atMs - latestMs) / 1000;
    const before = samples[at - 1];
    if (sample.afterGap) return [{ secondsAgo, kind: 'gap' }];
    return before && before.epoch !== sample.epoch ? [{ secondsAgo, kind: 'change' }] : [];
  });
}

/** The line of one series' windows; none where there are none. */
function linesOf(samples: readonly Sample[], latestMs: number): LatencyLine[] {
  const [{ topology, proxy } = {}] = samples;
  if (topology === undefined || proxy === undefined) return [];
  return [{ ...named({ topology, proxy }), rows: rowsOf(samples, latestMs) }];
}

/** The last minute's windows as lines, one per series, oldest first. */
export function toLatencySeries(samples: readonly Sample[]): LatencySeries {
  const latestMs = samples.at(-1)?.atMs ?? 0;
  const shown = samples.filter((sample) => latestMs - sample.atMs <= shownSeconds * 1000);
  const lines = [...new Set(shown.map(seriesName))]
    .flatMap((name) =>
      linesOf(
        shown.filter((sample) => seriesName(sample) === name),
        latestMs,
      ),
    )
    .toSorted(compareSeries);
  const values = shown.flatMap(({ latencyMs }) => (latencyMs ? [latencyMs.p50, latencyMs.p99] : []));
  const range = values.length > 0 ? { minMs: Math.min(...values), maxMs: Math.max(...values) } : undefined;
  return { lines, marks: marksOf(shown, latestMs), range };
}

export const selectLatencySeries = memoise(
  (state: LabState) => [state.samples] as const,
  (samples: readonly Sample[]) => toLatencySeries(samples),
);
