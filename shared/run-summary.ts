import type { ReadRun } from './read-run.ts';
import type { Run } from './result.ts';
import { noLabel } from './run-label.ts';
import type { RunKind, RunSummary } from './saved-runs.ts';
import { settingsText } from './settings-text.ts';

/** What a run came from. */
export function kindOfRun({ suite, live }: Pick<Run, 'suite' | 'live'>): RunKind {
  if (suite !== undefined) return 'suite';
  return live === true ? 'live' : 'points';
}

const distinct = <T>(items: readonly T[]): T[] => [...new Set(items)];

/** What a list shows of a run, without where it lies. */
export function summaryOf({ run, notices, unknownFields }: ReadRun): Omit<RunSummary, 'file' | 'unsaved'> {
  const { points, suite, fault } = run;
  const settings = distinct(points.map(settingsText));
  return {
    id: run.id,
    ...(run.label ?? noLabel),
    startedAt: run.startedAt,
    durationS: run.durationS,
    kind: kindOfRun(run),
    isPartial: suite?.cancelled === true || fault !== undefined,
    topologies: distinct(points.map(({ topology }) => topology)),
    engines: distinct(points.flatMap(({ engines }) => Object.values(engines).map(({ name }) => name))),
    pointCount: points.length,
    invalidPointCount: points.filter(({ failedGates }) => failedGates.length > 0).length,
    settings: { text: settings[0] ?? '', count: settings.length },
    environment: run.environment,
    notices: [...notices],
    unknownFields: [...unknownFields],
  };
}
