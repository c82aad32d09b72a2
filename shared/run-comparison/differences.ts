import { isValid } from '../comparison.ts';
import { engineText } from '../engines-text.ts';
import { publishedMachine } from '../published.ts';
import type { Environment, Run } from '../result.ts';
import { environmentText } from '../tables.ts';
import type { ServingTier } from '../words.ts';
import type { Pairing } from './pairing.ts';
import type { FieldValue, PointField } from './point-fields.ts';
import type { Side } from './sides.ts';

/** Everything that played a tier in a run, each once, by the alphabet. */
function playersOf(run: Run, tier: ServingTier): FieldValue {
  const players = run.points.map(({ engines }) => engines[tier]).filter((facts) => facts !== undefined);
  return [...new Set(players.map(engineText))].sort().join(', ') || undefined;
}

function originsOf(run: Run): FieldValue {
  const origins = run.points.map(({ service }) => service?.origin).filter((origin) => origin !== undefined);
  return [...new Set(origins)].sort().join(', ') || undefined;
}

const machineReaders = {
  cpuModel: ({ cpuModel }: Environment): FieldValue => cpuModel,
  cores: ({ cores }: Environment): FieldValue => cores,
  memoryBytes: ({ memoryBytes }: Environment): FieldValue => memoryBytes,
  aes: ({ aes }: Environment): FieldValue => aes ?? undefined,
  os: ({ os }: Environment): FieldValue => os,
} as const;

const runReaders = {
  runtime: ({ environment: { runtime } }: Run): FieldValue => `${runtime.name} ${runtime.version}`,
  tlsLibrary: ({ environment }: Run): FieldValue => environment.runtime.tls,
  appEngines: (run: Run): FieldValue => playersOf(run, 'app'),
  proxyEngines: (run: Run): FieldValue => playersOf(run, 'proxy'),
  proxy2Engines: (run: Run): FieldValue => playersOf(run, 'proxy2'),
  serviceOrigin: originsOf,
  suite: ({ suite }: Run): FieldValue => {
    if (suite === undefined) return 'noSuite';
    return suite.quick ? 'quickSuite' : 'wholeSuite';
  },
  cancelled: ({ suite }: Run): FieldValue => suite?.cancelled === true,
  endedEarly: ({ fault }: Run): FieldValue => fault?.code,
  durationS: ({ durationS }: Run): FieldValue => durationS,
  points: ({ points }: Run): FieldValue => points.length,
  failedPoints: ({ points }: Run): FieldValue => points.filter((point) => !isValid(point)).length,
} as const;

type MachineField = keyof typeof machineReaders;
type RunField = keyof typeof runReaders;
/** What sides may differ in; `machine` is the whole machine, where one side is only described in words. */
export type DifferenceField = 'machine' | MachineField | RunField | PointField;

/** One thing that isn't the same on all sides. */
export interface Difference {
  readonly field: DifferenceField;
  /** By the order of the sides; undefined where it is not known, or there is none. */
  readonly values: readonly FieldValue[];
}

/** No two runs take equally long to the millisecond. */
const DURATION_SHARE = 0.1;

function areDifferent(field: DifferenceField, values: readonly FieldValue[]): boolean {
  if (field !== 'durationS') return new Set(values).size > 1;
  const durations = values.filter((value) => typeof value === 'number');
  return Math.max(...durations) > Math.min(...durations) * (1 + DURATION_SHARE);
}

type Reader<T> = (from: T) => FieldValue;

function differing<F extends DifferenceField, T>(
  readers: Readonly<Record<F, Reader<T>>>,
  fields: readonly F[],
  sources: readonly T[],
): Difference[] {
  return fields
    .map((field) => ({ field, values: sources.map((source) => readers[field](source)) }))
    .filter(({ field, values }) => areDifferent(field, values));
}

const machineFields: readonly MachineField[] = ['cpuModel', 'cores', 'memoryBytes', 'aes', 'os'];
const softwareFields: readonly RunField[] = [
  'runtime',
  'tlsLibrary',
  'appEngines',
  'proxyEngines',
  'proxy2Engines',
];
const lengthFields: readonly RunField[] = [
  'serviceOrigin',
  'suite',
  'cancelled',
  'endedEarly',
  'durationS',
  'points',
  'failedPoints',
];

const runsOf = (sides: readonly Side[]): Run[] =>
  sides.flatMap((side) => (side.kind === 'run' ? [side.run] : []));

function machineText(side: Side): string {
  return side.kind === 'published' ? publishedMachine : environmentText(side.run.environment);
}

/** Whether a side was measured on another machine than the baseline, as far as they say. */
export function isElsewhere(side: Side, baseline: Side): boolean {
  if (side.kind === 'published' || baseline.kind === 'published') return side.kind !== baseline.kind;
  const machines = [side.run.environment, baseline.run.environment];
  return differing(machineReaders, machineFields, machines).length > 0;
}

/**
 * What is not the same on all sides: machine, software, settings, how much was measured, in this order. Of the published
 * figures only the machine is known.
 */
export function differencesOf(sides: readonly Side[], pairing: Pairing): Difference[] {
  const runs = runsOf(sides);
  const found = [
    ...differing(
      machineReaders,
      machineFields,
      runs.map(({ environment }) => environment),
    ),
    ...differing(runReaders, softwareFields, runs),
    ...pairing.differences,
    ...differing(runReaders, lengthFields, runs),
  ];
  const known = found.map(({ field, values }): Difference => {
    const left = [...values];
    return { field, values: sides.map((side) => (side.kind === 'published' ? undefined : left.shift())) };
  });
  const isPublished = sides.some((side) => side.kind === 'published');
  return isPublished ? [{ field: 'machine', values: sides.map(machineText) }, ...known] : known;
}
