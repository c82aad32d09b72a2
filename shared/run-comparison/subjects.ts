import { endsTlsInApp, isValid, sameConditions } from '../comparison.ts';
import { type Place, type PublishedRow, placeKey, placeOf, published } from '../published.ts';
import type { Figure, Point } from '../result.ts';
import { type Series, seriesOf } from '../series.ts';
import { type MeasureId, measured, publishedMeasure } from './measures.ts';
import type { Side } from './sides.ts';

/** What is compared: a measured point, or what was published of one. */
export type Subject =
  | { readonly kind: 'measured'; readonly point: Point }
  | { readonly kind: 'published'; readonly row: PublishedRow };

export const measuredSubject = (point: Point): Subject => ({ kind: 'measured', point });

export function figureOf(subject: Subject, measure: MeasureId): Figure | undefined {
  return subject.kind === 'measured'
    ? measured(subject.point, measure)
    : publishedMeasure(subject.row, measure);
}

/** The published figures were measured with the source's own proxy. */
export function seriesOfSubject(subject: Subject): Series {
  return subject.kind === 'measured'
    ? seriesOf(subject.point)
    : { topology: subject.row.place.topology, proxy: 'builtin' };
}

export const endsTlsInItsApp = (subject: Subject): boolean =>
  endsTlsInApp(subject.kind === 'measured' ? subject.point : subject.row.place);

/** Whether its figures may be divided by another's. */
export const isSound = (subject: Subject): boolean => subject.kind === 'published' || isValid(subject.point);

/** What was published of the same place; undefined where nothing was. */
export function publishedSubject(point: Point): Subject | undefined {
  const place = placeOf(point);
  const row = place && published.find((one) => placeKey(one.place) === placeKey(place));
  return row && { kind: 'published', row };
}

const sameLeg = (a: Place, b: Place): boolean => placeKey({ ...a, topology: b.topology }) === placeKey(b);

/** What a subject may be held against on its own side: sound, and under the same conditions. */
export function peersOf(subject: Subject, side: Side): Subject[] {
  if (subject.kind === 'published') {
    return published
      .filter(({ place }) => sameLeg(place, subject.row.place))
      .map((row) => ({ kind: 'published', row }));
  }
  const points = side.kind === 'run' ? side.run.points : [];
  return points
    .filter((other) => sameConditions(other, subject.point) && isValid(other))
    .map(measuredSubject);
}
