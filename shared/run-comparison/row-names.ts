import { groupBy } from '../group-by.ts';
import type { Place } from '../published.ts';
import { seriesName } from '../series.ts';
import { compareValues, type FieldValue, type PointField, pointFields, readField } from './point-fields.ts';
import { type Subject, seriesOfSubject } from './subjects.ts';

/** A setting that tells a row from another of the same topology. */
export interface NamePart {
  readonly field: PointField;
  readonly value: FieldValue;
}

/** What a row is called: no more of its settings than tell it from the others. */
export interface RowName {
  readonly experiment: string | undefined;
  /** Topology with its engine; those of all sides where they differ. */
  readonly series: string;
  readonly parts: readonly NamePart[];
  /** 2 and more for what one run has measured again. */
  readonly repeat: number;
}

/** What a row has on each side. */
export interface NamelessRow {
  readonly subjects: readonly (Subject | undefined)[];
  readonly repeat: number;
}

function readPlace(place: Place, field: PointField): FieldValue {
  switch (field) {
    case 'experiment':
    case 'topology':
    case 'protocol':
    case 'reuse':
    case 'connections':
    case 'innerRttMs':
      return place[field];
    default:
      return undefined;
  }
}

const readSubject = (subject: Subject, field: PointField): FieldValue =>
  subject.kind === 'measured' ? readField(subject.point, field) : readPlace(subject.row.place, field);

/** A setting of a row, by the first measured point that it has. */
function readRow({ subjects }: NamelessRow, field: PointField): FieldValue {
  const present = subjects.filter((subject) => subject !== undefined);
  const first = present.find(({ kind }) => kind === 'measured') ?? present[0];
  return first && readSubject(first, field);
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

function baseName({ subjects, repeat }: NamelessRow): Omit<RowName, 'parts'> {
  const present = subjects.filter((subject) => subject !== undefined);
  const experiments = unique(present.map((subject) => readSubject(subject, 'experiment')));
  const [experiment] = experiments;
  return {
    experiment: experiments.length === 1 && typeof experiment === 'string' ? experiment : undefined,
    series: unique(present.map((subject) => seriesName(seriesOfSubject(subject)))).join(' / '),
    repeat,
  };
}

/** The fields that tell the rows of one name apart: one that splits none of what is still together is left out. */
function tellingFields(rows: readonly NamelessRow[]): PointField[] {
  const chosen: PointField[] = [];
  const groupsBy = (fields: readonly PointField[]) =>
    new Set(rows.map((row) => JSON.stringify(fields.map((field) => readRow(row, field) ?? null)))).size;
  for (const field of pointFields) {
    if (field !== 'topology' && groupsBy([...chosen, field]) > groupsBy(chosen)) chosen.push(field);
  }
  return chosen;
}

/** @returns the rows in their order, with names that no two of them share */
export function nameRows(rows: readonly NamelessRow[]): (NamelessRow & { readonly name: RowName })[] {
  const based = rows.map((row) => ({ row, base: baseName(row) }));
  const keyOf = ({ experiment, series }: Omit<RowName, 'parts'>) => JSON.stringify([experiment, series]);
  const telling = new Map(
    [...groupBy(based, ({ base }) => keyOf(base))].map(([key, alike]) => [
      key,
      tellingFields(alike.map(({ row }) => row)),
    ]),
  );
  return based.map(({ row, base }) => {
    const fields = telling.get(keyOf(base)) ?? [];
    const parts = fields.map((field) => ({ field, value: readRow(row, field) }));
    return { ...row, name: { ...base, parts } };
  });
}

/** Order of rows: by their settings, as the fields are listed. */
export function compareRows(a: NamelessRow, b: NamelessRow): number {
  const orders = pointFields.map((field) => compareValues(readRow(a, field), readRow(b, field)));
  return orders.find((order) => order !== 0) ?? a.repeat - b.repeat;
}
