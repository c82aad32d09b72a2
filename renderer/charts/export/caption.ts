import { environmentText, settingsText } from '../../../shared/tables.ts';
import type { LabState } from '../../state/reduce.ts';
import { selectPoints, selectWarnings } from '../../state/selectors.ts';

/** The lines under an exported chart: settings, machine and software, date, and what to doubt. */
export function captionOf(state: LabState, now: Date): string[] {
  const settings = settingsText(selectPoints(state)[0] ?? state.config);
  const { environment } = state.status ?? {};
  const warnings = selectWarnings(state).map(
    ({ topologies, warning }) => `${topologies.join(', ')}: ${warning.message}`,
  );
  const day = now.toISOString().slice(0, 16).replace('T', ' ');
  return [
    `TLS Cost Lab · ${day} UTC · ${settings}`,
    ...(environment ? [environmentText(environment)] : []),
    ...warnings,
  ];
}
