import { Lab } from '../../electron/lab/lab.ts';
import { baselineFor, costRatio } from '../../shared/comparison.ts';
import { defaultConfig } from '../../shared/config.ts';
import { usualExperiments } from '../../shared/experiment-ids.ts';
import type { Point, Run } from '../../shared/result.ts';
import { workloadText } from '../../shared/settings-text.ts';
import { usualTopologies } from '../../shared/topologies.ts';
import type { Figure, Outcome } from './figures.ts';
import { rolesDir } from './rig.ts';

async function quickSuite(): Promise<Run> {
  const lab = await Lab.open({ rolesDir, onEvent: () => {}, onChange: () => {} }, defaultConfig);
  try {
    return await lab.measureSuite({
      suite: {
        experiments: [...usualExperiments],
        topologies: [...usualTopologies],
        proxies: ['builtin'],
        quick: true,
      },
      signal: new AbortController().signal,
      onProgress: () => {},
    });
  } finally {
    await lab.dispose();
  }
}

const nameOf = ({ experiment, topology, workload, network }: Point) =>
  `${experiment} ${topology} ${workloadText(workload, network)}`;

function ratioToT1(point: Point, points: readonly Point[]): number | undefined {
  const baseline = baselineFor(point, points);
  return baseline && baseline !== point ? costRatio(point, baseline)?.mean : undefined;
}

interface Deviation {
  readonly name: string;
  readonly share: number;
}

/** By how much a figure of each point differs from one suite to the other, largest first. */
function deviations(
  [a, b]: readonly [Run, Run],
  figure: (point: Point, all: readonly Point[]) => number | undefined,
): Deviation[] {
  return a.points
    .flatMap((point): Deviation[] => {
      const twin = b.points.find((other) => nameOf(other) === nameOf(point));
      const [one, other] = [figure(point, a.points), twin && figure(twin, b.points)];
      if (one === undefined || other === undefined) return [];
      return [{ name: nameOf(point), share: Math.max(one / other, other / one) - 1 }];
    })
    .toSorted((one, other) => other.share - one.share);
}

/** Both figures have the same allowance, so the larger deviation is the outcome and the other stands beside it. */
async function agreement(): Promise<Outcome> {
  const runs = [await quickSuite(), await quickSuite()] as const;
  const [cost] = deviations(runs, (point) => point.serverCpuUsPerRequest?.mean);
  const [ratio] = deviations(runs, ratioToT1);
  if (cost === undefined || ratio === undefined) throw new Error('A suite has points and ratios.');
  const say = ({ name, share }: Deviation) => `${(share * 100).toFixed(1)} % (${name})`;
  return {
    kind: 'measured',
    ratio: Math.max(cost.share, ratio.share),
    numerator: `CPU per request: ${say(cost)}`,
    denominator: `ratio to T1: ${say(ratio)}`,
    proof: `${runs[0].points.length} points`,
  };
}

export const suiteFigures: readonly Figure[] = [
  {
    id: 'suite-agreement',
    what: 'largest deviation between two quick suites one after the other',
    atMost: 0.06,
    measure: agreement,
  },
];
