import { LabError } from '../fault.ts';
import { LatencyHistogram } from '../latency.ts';
import type { Point, Run } from '../result.ts';
import { nameInRun } from '../series.ts';
import { settingsText } from '../settings-text.ts';
import { withVisibleControls } from './markup.ts';

/** The percentile distribution of one point. */
export interface HgrmFile {
  readonly name: string;
  readonly text: string;
}

function histogramOf(point: Point, hdr: string): LatencyHistogram {
  try {
    return new LatencyHistogram(hdr);
  } catch (error) {
    const message = `The latency histogram of ${nameInRun(point)} can't be read: it is no compressed HdrHistogram (V2) in base64. Export the run as CSV, or measure again.`;
    throw new LabError({ code: 'run-unreadable', message }, { cause: error });
  }
}

/** A line that plotters of this format pass over. */
const comment = (text: string) => `#[${withVisibleControls(text).replace(/\s+/g, ' ')}]\n`;

const fileName = (point: Point, at: number): string => {
  const name = nameInRun(point)
    .replaceAll('·', '-')
    .replace(/[^\w-]+/g, '-');
  return `${String(at + 1).padStart(2, '0')}-${name}-latency-ms.hgrm`;
};

/**
 * The latencies of a run as HdrHistogram's own plotter (hdrhistogram.github.io/HdrHistogram/plotFiles.html) reads them: a
 * file per point that has any, values in ms, five lines per halving of what remains. Below its own footer stand lines
 * that say what was measured.
 * @throws LabError `run-unreadable` when a histogram is damaged
 */
export function hgrmFiles({ id, startedAt, points }: Run): HgrmFile[] {
  return points.flatMap((point, at) => {
    const { latencyMs, failedGates } = point;
    if (latencyMs === undefined) return [];
    const about = [
      `TLS Cost Lab, run ${id} of ${startedAt}, point ${at + 1}: ${nameInRun(point)}; values in ms`,
      settingsText(point),
      ...(failedGates.length > 0 ? [`Not a valid result: ${failedGates.join(', ')}`] : []),
    ];
    const distribution = histogramOf(point, latencyMs.hdr).percentileText();
    return [{ name: fileName(point, at), text: `${distribution}${about.map(comment).join('')}` }];
  });
}
