import { groupBy } from '../group-by.ts';
import { inLegs, legLabels } from '../leg-labels.ts';
import type { Point } from '../result.ts';
import { formatBytes, formatNumber } from '../units.ts';

/** A point with what it is called beside the others of its experiment. */
export interface NamedPoint {
  readonly label: string;
  readonly point: Point;
}

/** The points of one experiment in the order in which they are shown, each by its series and what differs among them. */
export function namedPoints(points: readonly Point[]): NamedPoint[] {
  const ordered = inLegs(points);
  const labels = legLabels(ordered, {
    newConnections: 'new connections',
    resumed: 'resumed',
    bytes: (bytes) => formatBytes(bytes, 'en'),
    rtt: (rttMs) => `RTT ${formatNumber(rttMs, 'en')} ms`,
  });
  return ordered.map((point, at) => ({ label: labels[at] ?? '', point }));
}

/** What names a point among all of its run's: one topology may stand in several legs of an experiment. */
export function namesInReport(points: readonly Point[]): (point: Point) => string {
  const names = new Map<Point, string>();
  for (const [experiment, own] of groupBy(points, (point) => point.experiment)) {
    for (const { label, point } of namedPoints(own)) names.set(point, `${experiment ?? ''} ${label}`.trim());
  }
  return (point) => names.get(point) ?? point.topology;
}
