import { LabError } from '../fault.ts';
import { placeKey, placeOf, published } from '../published.ts';
import type { Warning } from '../result.ts';
import { type ComparedMeasure, compareFigures } from './compare-figures.ts';
import { type Difference, differencesOf, isElsewhere } from './differences.ts';
import { ownBaselines } from './own-baseline.ts';
import { pairRuns } from './pairing.ts';
import { compareRows, type NamelessRow, nameRows, type RowName } from './row-names.ts';
import { type NamedRun, type Side, sidesOf } from './sides.ts';
import { measuredSubject, publishedSubject, type Subject } from './subjects.ts';

/** What a side says against its own figures. */
export interface Doubts {
  /** With any, the point is no result. */
  readonly failedGates: readonly Warning['code'][];
  readonly warnings: readonly Warning['code'][];
}

export interface ComparedRow {
  readonly name: RowName;
  /** By the order of the sides; undefined where a side has no such point. */
  readonly doubts: readonly (Doubts | undefined)[];
  /** Topology that the multiples of each side's own are of; undefined where none are given. */
  readonly relativeTo: string | undefined;
  readonly measures: readonly ComparedMeasure[];
}

/** What is to be known before any figure is read. */
export const noteKeys = [
  'notInTurn',
  'publishedExact',
  'elsewhere',
  'sameRun',
  'noPartners',
  'notValid',
  'closedLoop',
] as const;
export interface Note {
  readonly key: (typeof noteKeys)[number];
  readonly values: Readonly<Record<string, string | number>>;
}

export interface RunComparison {
  /** The first is the baseline. */
  readonly sides: readonly Side[];
  readonly differences: readonly Difference[];
  readonly notes: readonly Note[];
  readonly rows: readonly ComparedRow[];
}

/** How many runs may be compared; with the published figures one less, for they are a side. */
export const comparableRuns = { min: 2, max: 4 } as const;

function assertComparable(runs: readonly NamedRun[], withPublished: boolean): void {
  const [min, max] = withPublished
    ? [comparableRuns.min - 1, comparableRuns.max - 1]
    : [comparableRuns.min, comparableRuns.max];
  if (runs.length < min || runs.length > max) {
    const beside = withPublished ? ' beside the published figures' : '';
    throw new LabError({
      code: 'not-comparable',
      message: `${runs.length} runs were given to compare${beside}; allowed: ${min} to ${max}.`,
    });
  }
  const empty = runs.find(({ run }) => run.points.length === 0);
  if (empty === undefined) return;
  throw new LabError({
    code: 'not-comparable',
    message: `${empty.name} has no point: nothing was measured in it that could be compared. Leave it out.`,
  });
}

/** Places that the seeds published and none of the runs has a point of. */
function publishedAlone(runs: readonly NamedRun[]): Subject[] {
  const points = runs.flatMap(({ run }) => run.points);
  const places = new Set(points.map(placeOf).flatMap((place) => (place ? [placeKey(place)] : [])));
  return published
    .filter(({ place }) => !places.has(placeKey(place)))
    .map((row) => ({ kind: 'published', row }));
}

/** Rows of the published figures and of the runs' points. */
function withPublishedFigures(rows: readonly NamelessRow[], runs: readonly NamedRun[]): NamelessRow[] {
  const beside = rows.map(({ subjects, repeat }) => {
    const point = subjects.find((subject) => subject?.kind === 'measured');
    const found = point?.kind === 'measured' ? publishedSubject(point.point) : undefined;
    return { subjects: [found, ...subjects], repeat };
  });
  const nowhere = runs.map(() => undefined);
  const alone = publishedAlone(runs).map((subject) => ({ subjects: [subject, ...nowhere], repeat: 1 }));
  return [...beside, ...alone];
}

function doubtsOf(subject: Subject | undefined): Doubts | undefined {
  if (subject?.kind !== 'measured') return subject && { failedGates: [], warnings: [] };
  const { failedGates, warnings } = subject.point;
  const others = warnings.map(({ code }) => code).filter((code) => !failedGates.includes(code));
  return { failedGates, warnings: [...new Set(others)] };
}

const isClosed = (subject: Subject | undefined) =>
  subject?.kind === 'measured' && subject.point.workload.load.kind === 'closed';

function notesOf(sides: readonly Side[], rows: readonly NamelessRow[]): Note[] {
  const [baseline] = sides;
  const runs = sides.filter((side) => side.kind === 'run');
  const elsewhere = baseline ? sides.filter((side) => isElsewhere(side, baseline)) : [];
  const subjects = rows.flatMap((row) => row.subjects);
  const noPartners = rows.filter((row) => row.subjects.includes(undefined)).length;
  const notValid = subjects.filter((subject) => (doubtsOf(subject)?.failedGates.length ?? 0) > 0).length;
  const isSameTwice = new Set(runs.map(({ run }) => run.id)).size < runs.length;
  const names = elsewhere.map(({ name }) => name).join(', ');
  const notes: readonly (Note | false)[] = [
    elsewhere.length > 0 && { key: 'elsewhere', values: { names, baseline: baseline?.name ?? '' } },
    isSameTwice && { key: 'sameRun', values: {} },
    baseline?.kind === 'published' && { key: 'publishedExact', values: {} },
    runs.length > 1 && { key: 'notInTurn', values: {} },
    noPartners > 0 && { key: 'noPartners', values: { rows: noPartners } },
    notValid > 0 && { key: 'notValid', values: { points: notValid } },
    subjects.some(isClosed) && { key: 'closedLoop', values: {} },
  ];
  return notes.filter((note) => note !== false);
}

/**
 * Holds runs against each other, point by point, or against the published figures: what differs between them, and the
 * ratio of each figure to that of the first side.
 * @param runs two to four, the first of them the baseline; one to three beside the published figures
 * @param publishedName what the published figures are called, which then are the baseline; undefined compares the runs alone
 * @throws LabError `not-comparable` for another number of runs, or one in which nothing was measured
 */
export function compareRuns(runs: readonly NamedRun[], publishedName?: string): RunComparison {
  assertComparable(runs, publishedName !== undefined);
  const sides = sidesOf(runs, publishedName);
  const pairing = pairRuns(runs.map(({ run }) => run));
  const paired = pairing.rows.map(({ points, repeat }): NamelessRow => {
    return { subjects: points.map((point) => point && measuredSubject(point)), repeat };
  });
  const rows = (publishedName === undefined ? paired : withPublishedFigures(paired, runs)).toSorted(
    compareRows,
  );
  const needsOwn = sides.some((side) => sides[0] !== undefined && isElsewhere(side, sides[0]));
  return {
    sides,
    differences: differencesOf(sides, pairing),
    notes: notesOf(sides, rows),
    rows: nameRows(rows).map(({ subjects, name }): ComparedRow => {
      const own = needsOwn ? ownBaselines(subjects, sides) : undefined;
      return {
        name,
        doubts: subjects.map(doubtsOf),
        relativeTo: own?.name,
        measures: compareFigures(subjects, own),
      };
    }),
  };
}
