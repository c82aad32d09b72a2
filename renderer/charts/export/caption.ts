import { enginesText } from '../../../shared/engines-text.ts';
import type { HandshakeDocument } from '../../../shared/handshake/document.ts';
import type { Probe } from '../../../shared/probe/probe.ts';
import type { Point, Run } from '../../../shared/result.ts';
import { pointName } from '../../../shared/series.ts';
import { environmentText, settingsText } from '../../../shared/tables.ts';
import type { LabState } from '../../state/reduce.ts';
import { selectPoints, selectWarnings, selectWireCosts } from '../../state/selectors.ts';

/** That some figures may not stand as results: a picture that is passed on must say it as the window did. */
function gatesText(points: readonly Point[]): string[] {
  const failed = points
    .filter(({ failedGates }) => failedGates.length > 0)
    .map((point) => `${pointName(point)} (${point.failedGates.join(', ')})`);
  return failed.length > 0 ? [`Grey, not a valid result: ${failed.join('; ')}`] : [];
}

function wireText(state: LabState): string[] {
  const costs = selectWireCosts(state).map(
    ({ name, cpuUsPerRequest }) => `${name} ${cpuUsPerRequest.toFixed(1)} µs per request`,
  );
  return costs.length > 0 ? [`The wire that delays, counted in no tier: ${costs.join(', ')}`] : [];
}

const minuteOf = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

/** The lines under an exported chart: settings, machine and software, date, and what to doubt. */
export function captionOf(state: LabState, now: Date): string[] {
  const points = selectPoints(state);
  const settings = settingsText(points[0] ?? { ...state.config, service: undefined });
  const { environment, leftOut = [] } = state.status ?? {};
  const warnings = selectWarnings(state).map(
    ({ names, warning }) => `${names.join(', ')}: ${warning.message}`,
  );
  return [
    `TLS Cost Lab · ${minuteOf(now.toISOString())} · ${settings}`,
    ...(environment ? [environmentText(environment)] : []),
    ...enginesText(points),
    ...leftOut.map(({ fault }) => fault.message),
    ...gatesText(points),
    ...wireText(state),
    ...warnings,
  ];
}

/** The same under a chart of the handshake lab. */
export function handshakeCaptionOf({ startedAt, environment, rows }: HandshakeDocument): string[] {
  const runtimes = rows.map(({ runtime }) => `${runtime.name} ${runtime.version} (${runtime.tls})`);
  const most = Math.max(0, ...rows.map(({ handshakes }) => handshakes));
  return [
    `TLS Cost Lab · ${minuteOf(startedAt)} · handshake lab, ${most} handshakes a case, one after the other`,
    environmentText(environment),
    `Server and client on: ${[...new Set(runtimes)].join(', ')}`,
  ];
}

/** The same under a chart of a probe. What follows the host in its URL may be a secret: it stays away. */
export function probeCaptionOf({ startedAt, environment, url, address, connections }: Probe): string[] {
  const { origin } = new URL(url);
  const where = address === undefined ? origin : `${origin} (${address})`;
  return [
    `TLS Cost Lab · ${minuteOf(startedAt)} · probe of ${where}, connections: ${connections}`,
    environmentText(environment),
  ];
}

/** The same under a chart of a suite: one line of settings per leg, and the run's own machine and date. */
export function suiteCaptionOf(run: Run, points: readonly Point[]): string[] {
  const title = `suite, experiment ${points[0]?.experiment ?? '?'}${run.suite?.quick ? ', quick' : ''}`;
  const warnings = points.flatMap((point) =>
    point.warnings.map(({ message }) => `${pointName(point)}: ${message}`),
  );
  return [
    `TLS Cost Lab · ${minuteOf(run.startedAt)} · ${title}`,
    ...new Set(points.map(settingsText)),
    environmentText(run.environment),
    ...enginesText(points),
    ...gatesText(points),
    ...new Set(warnings),
  ];
}
