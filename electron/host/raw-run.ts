import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Run } from '../../shared/result.ts';

/** A document with all of its fields, those too that this version does not know. */
const rawSchema = z.looseObject({ label: z.looseObject({}).optional() });
export type RawRun = z.infer<typeof rawSchema>;

/** @param text of a run that `readRun` takes */
export const rawOf = (text: string): RawRun => rawSchema.parse(JSON.parse(text));

/** A document as its file holds it. */
export const textOfRun = (document: object): string => `${JSON.stringify(document, undefined, 2)}\n`;

/** Whether what is opened again is the run that is kept: what was written on the kept one since makes no other run of it. */
export function isSameRun(opened: RawRun, kept: RawRun): boolean {
  const { label: _since, ...unlabelled } = kept;
  return isDeepStrictEqual(opened, kept) || isDeepStrictEqual(opened, unlabelled);
}

/** Whether two documents hold the same but for what was written on them. */
export function isSameMeasurement(
  { label: _own, ...one }: RawRun,
  { label: _its, ...other }: RawRun,
): boolean {
  return isDeepStrictEqual(one, other);
}

/** Of two labels of one run the first, and where it says nothing, the second. */
export function labelOfBoth(first: RawRun['label'] = {}, second: RawRun['label'] = {}): RawRun['label'] {
  const said = Object.entries(first).filter(([, value]) => value !== '' && !isDeepStrictEqual(value, []));
  return { ...first, ...second, ...Object.fromEntries(said) };
}

/** Date, time and the beginning of the id, in characters that every file system takes: `2026-12-03T12-08-53Z-1a2b3c4d`. */
export function fileStem({ id, startedAt }: Pick<Run, 'id' | 'startedAt'>): string {
  const time = new Date(startedAt).toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
  const short = id
    .replaceAll(/[^a-z0-9]/gi, '')
    .slice(0, 8)
    .toLowerCase();
  return `${time}-${short || 'run'}`;
}
