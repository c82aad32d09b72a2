import type { Point, Run } from '../result.ts';
import { formatNumber } from '../units.ts';
import { englishSentences } from '../verdict-sentences.ts';
import { list, type Section } from './blocks.ts';

/** `3`, or `3 to 12`. */
function rangeText(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => formatNumber(value, 'en'));
  return least === most ? `${least}` : `${least} to ${most}`;
}

function extentText(points: readonly Point[]): string {
  const measuredS = rangeText(points.map((point) => point.measuredS));
  const slices = rangeText(points.map((point) => point.slices));
  return `Each point was measured for ${measuredS} s in ${slices} slices after a warm-up that is not counted. Points that are compared took turns slice by slice, so that a change of the machine's speed falls on all of them.`;
}

function loadTexts(points: readonly Point[]): string[] {
  const kinds = new Set(points.map(({ workload }) => workload.load.kind));
  return kinds.has('closed') ? [englishSentences.closedLoop] : [];
}

const isOpen = ({ workload }: Point) => workload.load.kind === 'open';

/** How the figures came about, as far as a reader needs it to believe or doubt them. */
export function methodSection({ points, id }: Run): Section {
  return {
    heading: 'How it was measured',
    blocks: list([
      ...(points.length > 0 ? [extentText(points)] : []),
      'CPU per request is the user and system time of all threads of a tier, divided by the requests that this tier served in the measured windows. "Servers" are all tiers but the load generator (client).',
      'Whiskers and ± are 95 % intervals, from how much the slices differ among each other. A ratio compares slices of the same turn; where its interval holds 1 there is no measurable difference. It is taken to the topology whose app ends TLS itself, or else to the first with the same engine.',
      'Latencies are kept in HdrHistograms of three significant digits, merged over the slices; no percentile is an average of percentiles.',
      ...loadTexts(points),
      ...(points.some(isOpen)
        ? [
            'Open loop: latency counts from the moment at which a request was due, so it shows a stall in full.',
          ]
        : []),
      'A point is grey when it fails a validity gate (a saturated load generator, errors, TLS other than asked for): none of its figures stands as a result, and it takes no part in comparisons. An empty cell was not measured.',
      `Every figure with its interval is in the run document ${id} (JSON, tls-cost-lab/run@1) and its CSV; tls-cost-lab export --columns says what each column means.`,
    ]),
  };
}
