import type { FaultCode } from '../../shared/fault.ts';
import { memoise } from './memoise.ts';
import type { LabState, OpenedNotice, SeenFault } from './reduce.ts';

/** Why settings were not opened: told in whichever view is shown, for a link may come at any time. */
const openingFaults: readonly FaultCode[] = ['bad-link', 'long-measurement-under-way'];

const isOfOpening = ({ fault }: SeenFault) => openingFaults.includes(fault.code);

export const selectOpeningFaults = memoise(
  ({ faults }: LabState) => [faults] as const,
  (faults: readonly SeenFault[]) => faults.filter(isOfOpening),
);

/** All other faults, which the report tells. */
export const selectReportFaults = memoise(
  ({ faults }: LabState) => [faults] as const,
  (faults: readonly SeenFault[]) => faults.filter((seen) => !isOfOpening(seen)),
);

const text = (value: unknown) => JSON.stringify(value);

/** What to tell of settings that were opened; nothing once those before are back. */
export function selectOpenedSettings({
  openedSettings,
  config,
}: LabState): OpenedNotice['opened'] | undefined {
  if (openedSettings === undefined) return undefined;
  const { opened } = openedSettings;
  const isUndone = text(config) === text(opened.before) && text(config) !== text(opened.config);
  return isUndone ? undefined : opened;
}
