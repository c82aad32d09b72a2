import type { Figure } from '../result.ts';
import { type ComparedRatio, independentRatio, ratioToExact } from './independent-ratio.ts';
import { type MeasureId, measureIds } from './measures.ts';
import { type OwnBaselines, relativeToOwn } from './own-baseline.ts';
import { figureOf, isSound, type Subject } from './subjects.ts';

/** Why there is no ratio although there is a row. */
export const noRatioReasons = [
  'noPartner',
  'notHere',
  'baselineNotValid',
  'notValid',
  'baselineNotMeasured',
  'notMeasured',
] as const;
export type NoRatioReason = (typeof noRatioReasons)[number];

/** One side's figure of one measure, held against the first side's. */
export interface ComparedFigure {
  readonly figure?: Figure;
  /** Absent on the first side, and where `noRatio` says why. */
  readonly compared?: ComparedRatio;
  readonly noRatio?: NoRatioReason;
  /** The figure as a multiple of its own side's baseline. */
  readonly relative?: Figure;
  /** That multiple held against the first side's. */
  readonly relativeCompared?: ComparedRatio;
}

export interface ComparedMeasure {
  readonly measure: MeasureId;
  /** By the order of the sides. */
  readonly figures: readonly ComparedFigure[];
}

function reasonAgainst(
  subject: Subject | undefined,
  baseline: Subject | undefined,
): NoRatioReason | undefined {
  if (subject === undefined) return 'notHere';
  if (baseline === undefined) return 'noPartner';
  if (!isSound(baseline)) return 'baselineNotValid';
  return isSound(subject) ? undefined : 'notValid';
}

/** A ratio to a side without intervals has that of the figure alone. */
const ratioTo = (figure: Figure, baseline: Figure, baselineSubject: Subject): ComparedRatio | undefined =>
  baselineSubject.kind === 'published'
    ? ratioToExact(figure, baseline.mean)
    : independentRatio(figure, baseline);

interface Sought {
  readonly subjects: readonly (Subject | undefined)[];
  readonly own: OwnBaselines | undefined;
}

function relativeAt({ subjects, own }: Sought, measure: MeasureId, at: number): Figure | undefined {
  const [subject, baseline] = [subjects[at], own?.subjects[at]];
  return subject && baseline && isSound(subject) ? relativeToOwn(subject, baseline, measure) : undefined;
}

function compareAt(sought: Sought, measure: MeasureId, at: number): ComparedFigure {
  const [baseline, subject] = [sought.subjects[0], sought.subjects[at]];
  const figure = subject && figureOf(subject, measure);
  const relative = relativeAt(sought, measure, at);
  const known = { ...(figure ? { figure } : {}), ...(relative ? { relative } : {}) };
  if (at === 0) return known;
  const reason = reasonAgainst(subject, baseline);
  if (reason !== undefined || !baseline) return { ...known, noRatio: reason ?? 'noPartner' };
  const base = figureOf(baseline, measure);
  if (base === undefined) return { ...known, noRatio: 'baselineNotMeasured' };
  const compared = figure && ratioTo(figure, base, baseline);
  if (compared === undefined) return { ...known, noRatio: 'notMeasured' };
  const relativeBase = relativeAt(sought, measure, 0);
  const relativeCompared = relative && relativeBase && ratioTo(relative, relativeBase, baseline);
  return { ...known, compared, ...(relativeCompared ? { relativeCompared } : {}) };
}

/**
 * Every measure that some side has a figure of, held against the first side's.
 * @param subjects by the order of the sides
 * @param own what each is divided by for a comparison over machines; undefined where that is not needed
 */
export function compareFigures(
  subjects: readonly (Subject | undefined)[],
  own: OwnBaselines | undefined,
): ComparedMeasure[] {
  return measureIds
    .filter((measure) => subjects.some((subject) => subject && figureOf(subject, measure)))
    .map((measure) => ({
      measure,
      figures: subjects.map((_, at) => compareAt({ subjects, own }, measure, at)),
    }));
}
