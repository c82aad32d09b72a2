import type { Point, Run } from '../result.ts';
import { type FieldValue, type PointField, pointFields, readField } from './point-fields.ts';

/** What was measured alike: at most one point of each run. */
export interface PointRow {
  /** By the order of the runs; undefined where a run has no such point. */
  readonly points: readonly (Point | undefined)[];
  /** 1, or more for a point that its run has measured again. */
  readonly repeat: number;
}

/** A setting that is one throughout each run, and not the same in all of them. */
export interface SettingDifference {
  readonly field: PointField;
  /** By the order of the runs. */
  readonly values: readonly FieldValue[];
}

export interface Pairing {
  readonly rows: readonly PointRow[];
  readonly differences: readonly SettingDifference[];
}

/** The values that a field has, where it means something: a topology without a proxy says nothing of a run's engines. */
const valuesOf = (points: readonly Point[], field: PointField): FieldValue[] => [
  ...new Set(points.map((point) => readField(point, field)).filter((value) => value !== undefined)),
];

/**
 * Fields that vary within some run. A run of one configuration has no experiments: beside it, those of a suite are only
 * names for settings, and the settings are paired.
 */
function varyingFields(runs: readonly Run[]): PointField[] {
  const areSuites = runs.every(({ points }) => points.every(({ experiment }) => experiment !== undefined));
  return pointFields
    .filter((field) => field !== 'experiment' || areSuites)
    .filter((field) => runs.some(({ points }) => valuesOf(points, field).length > 1));
}

/** The points of a run by key; one that was measured again is told from the first by its number. */
function keyed(points: readonly Point[], fields: readonly PointField[]): Map<string, [Point, number]> {
  const counts = new Map<string, number>();
  return new Map(
    points.map((point) => {
      const key = JSON.stringify(fields.map((field) => readField(point, field) ?? null));
      const repeat = (counts.get(key) ?? 0) + 1;
      counts.set(key, repeat);
      return [`${key} ${repeat}`, [point, repeat]];
    }),
  );
}

function settingDifferences(runs: readonly Run[], keyFields: readonly PointField[]): SettingDifference[] {
  return pointFields
    .filter((field) => !keyFields.includes(field))
    .map((field) => ({ field, values: runs.map(({ points }) => valuesOf(points, field)[0]) }))
    .filter(({ values }) => new Set(values).size > 1);
}

/**
 * Puts together the points of several runs that measured the same. What varies within a run tells its points apart; what
 * is constant in each run and differs between them is what the runs are compared for, and keeps no two points apart.
 * @returns rows of which one has every point, in no order
 */
export function pairRuns(runs: readonly Run[]): Pairing {
  const keyFields = varyingFields(runs);
  const byKey = runs.map(({ points }) => keyed(points, keyFields));
  const keys = new Set(byKey.flatMap((points) => [...points.keys()]));
  const rows = [...keys].map((key): PointRow => {
    const found = byKey.map((points) => points.get(key));
    return { points: found.map((one) => one?.[0]), repeat: found.find((one) => one)?.[1] ?? 1 };
  });
  return { rows, differences: settingDifferences(runs, keyFields) };
}
