import type { Point, Run } from '../../../shared/result.ts';
import { environmentText, settingsText } from '../../../shared/tables.ts';
import type { LabState } from '../../state/reduce.ts';
import { selectPoints, selectWarnings, selectWireCosts } from '../../state/selectors.ts';

/** That some figures may not stand as results: a picture that is passed on must say it as the window did. */
function gatesText(points: readonly Point[]): string[] {
  const failed = points
    .filter(({ failedGates }) => failedGates.length > 0)
    .map(({ topology, failedGates }) => `${topology} (${failedGates.join(', ')})`);
  return failed.length > 0 ? [`Grey, not a valid result: ${failed.join('; ')}`] : [];
}

function wireText(state: LabState): string[] {
  const costs = selectWireCosts(state).map(
    ({ topology, cpuUsPerRequest }) => `${topology} ${cpuUsPerRequest.toFixed(1)} µs per request`,
  );
  return costs.length > 0 ? [`The wire that delays, counted in no tier: ${costs.join(', ')}`] : [];
}

const minuteOf = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

/** The lines under an exported chart: settings, machine and software, date, and what to doubt. */
export function captionOf(state: LabState, now: Date): string[] {
  const points = selectPoints(state);
  const settings = settingsText(points[0] ?? state.config);
  const { environment } = state.status ?? {};
  const warnings = selectWarnings(state).map(
    ({ topologies, warning }) => `${topologies.join(', ')}: ${warning.message}`,
  );
  return [
    `TLS Cost Lab · ${minuteOf(now.toISOString())} · ${settings}`,
    ...(environment ? [environmentText(environment)] : []),
    ...gatesText(points),
    ...wireText(state),
    ...warnings,
  ];
}

/** The same under a chart of a suite: one line of settings per leg, and the run's own machine and date. */
export function suiteCaptionOf(run: Run, points: readonly Point[]): string[] {
  const title = `suite, experiment ${points[0]?.experiment ?? '?'}${run.suite?.quick ? ', quick' : ''}`;
  const warnings = points.flatMap(({ topology, warnings: found }) =>
    found.map(({ message }) => `${topology}: ${message}`),
  );
  return [
    `TLS Cost Lab · ${minuteOf(run.startedAt)} · ${title}`,
    ...new Set(points.map(settingsText)),
    environmentText(run.environment),
    ...gatesText(points),
    ...new Set(warnings),
  ];
}
