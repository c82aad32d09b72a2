import { costRatio } from '../comparison.ts';
import type { Figure } from '../result.ts';
import { compareSeries, seriesName } from '../series.ts';
import { independentRatio, ratioToExact } from './independent-ratio.ts';
import type { MeasureId } from './measures.ts';
import type { Side } from './sides.ts';
import { endsTlsInItsApp, figureOf, peersOf, type Subject, seriesOfSubject } from './subjects.ts';

const nameOf = (subject: Subject) => seriesName(seriesOfSubject(subject));

/** What the figures of a row are divided by, each on its own side. */
export interface OwnBaselines {
  /** Of the topology, with its engine where that is not the lab's own. */
  readonly name: string;
  /** By the order of the sides; undefined where the row has nothing of a side. */
  readonly subjects: readonly (Subject | undefined)[];
}

/**
 * What each side's figures of a row are divided by, so that the speed of its machine cancels: the topology whose app ends TLS
 * itself, or else the first that all sides have under the conditions of the row.
 * @param row by the order of the sides
 * @returns undefined when no topology is common to all, or the row has one side only
 */
export function ownBaselines(
  row: readonly (Subject | undefined)[],
  sides: readonly Side[],
): OwnBaselines | undefined {
  const peers = row.map((subject, at) => {
    const side = sides[at];
    return subject && side ? peersOf(subject, side) : undefined;
  });
  const [first = [], ...others] = peers.filter((list) => list !== undefined);
  if (others.length === 0) return undefined;
  const common = first
    .filter((subject) => others.every((list) => list.some((other) => nameOf(other) === nameOf(subject))))
    .toSorted((a, b) => compareSeries(seriesOfSubject(a), seriesOfSubject(b)));
  const chosen = common.find(endsTlsInItsApp) ?? common[0];
  if (chosen === undefined) return undefined;
  const name = nameOf(chosen);
  return { name, subjects: peers.map((list) => list?.find((other) => nameOf(other) === name)) };
}

/** CPU of any tier is divided by that of all servers of the baseline, which may lack the tier. */
const baselineMeasure = (measure: MeasureId): MeasureId => (measure.endsWith('Us') ? 'serversUs' : measure);

/** A figure as a multiple of its own side's baseline; undefined for the baseline itself, and where either wasn't measured. */
export function relativeToOwn(subject: Subject, baseline: Subject, measure: MeasureId): Figure | undefined {
  if (nameOf(subject) === nameOf(baseline)) return undefined;
  if (measure === 'serversUs' && subject.kind === 'measured' && baseline.kind === 'measured')
    // In pairs of slices, where they were measured in turn.
    return costRatio(subject.point, baseline.point);
  const [figure, base] = [figureOf(subject, measure), figureOf(baseline, baselineMeasure(measure))];
  return figure && base && independentRatio(figure, base)?.ratio;
}

/** How a multiple of the one's own baseline stands to that of another side. */
export function relativeRatio(relative: Figure, other: Figure, otherIsExact: boolean) {
  return otherIsExact ? ratioToExact(relative, other.mean) : independentRatio(relative, other);
}
