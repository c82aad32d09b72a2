import { groupBy } from './group-by.ts';
import type { Point } from './result.ts';
import { compareSeries, pointName, seriesOf } from './series.ts';

/** The words of a label that depend on the language. */
export interface LegWords {
  readonly newConnections: string;
  readonly resumed: string;
  readonly bytes: (bytes: number) => string;
  readonly rtt: (rttMs: number) => string;
}

/** One way in which the points of an experiment may differ, and how a bar says it. */
interface Aspect {
  readonly of: (point: Point) => string;
  readonly say: (point: Point, words: LegWords) => string;
}

/** `new`, or `new 1/10` where every tenth request finds a new connection. */
function reuseLabel({ reuse }: Point['workload'], { newConnections }: LegWords): string {
  if (reuse === 'keep-alive') return '';
  return reuse === 'new' ? newConnections : `${newConnections} 1/${reuse}`;
}

const aspects: readonly Aspect[] = [
  { of: ({ workload }) => workload.protocol, say: ({ workload }) => workload.protocol },
  {
    of: ({ workload }) => String(workload.bodyBytes),
    say: ({ workload }, { bytes }) => bytes(workload.bodyBytes),
  },
  { of: ({ workload }) => String(workload.reuse), say: ({ workload }, words) => reuseLabel(workload, words) },
  {
    of: ({ tls }) => String(tls.resumption),
    say: ({ workload, tls }, { resumed }) =>
      tls.resumption && workload.reuse !== 'keep-alive' ? resumed : '',
  },
  {
    of: ({ workload }) => String(workload.connections),
    say: ({ workload }) => `×${workload.connections}`,
  },
  {
    of: ({ network }) => String(network.innerRttMs),
    say: ({ network }, { rtt }) => (network.innerRttMs > 0 ? rtt(network.innerRttMs) : ''),
  },
];

/** Equal for points that differ in topology or engine only. */
const legKey = ({ workload, tls, network }: Point) => JSON.stringify([workload, tls, network]);

/** The points of one experiment leg by leg, in the order in which the legs came, each in display order. */
export function inLegs(points: readonly Point[]): Point[] {
  const legs = [...new Set(points.map(legKey))];
  const legOf = (point: Point) => legs.indexOf(legKey(point));
  return points.toSorted((a, b) => legOf(a) - legOf(b) || compareSeries(seriesOf(a), seriesOf(b)));
}

/** What so large a share of an experiment's points have in common goes without saying at each of them. */
const USUAL_SHARE = 0.8;

/** How an aspect is said of each point: not at all where it is what nearly all have. */
function sayer({ of, say }: Aspect, points: readonly Point[]): Aspect['say'] {
  const alike = groupBy(points, of);
  return (point, words) =>
    (alike.get(of(point))?.length ?? 0) >= USUAL_SHARE * points.length ? '' : say(point, words);
}

/** What each point of an experiment is called beside the others: its series, and only what differs among them. */
export function legLabels(points: readonly Point[], words: LegWords): string[] {
  const sayers = aspects.map((aspect) => sayer(aspect, points));
  return points.map((point) =>
    [pointName(point), ...sayers.map((say) => say(point, words))].filter(Boolean).join(' '),
  );
}
