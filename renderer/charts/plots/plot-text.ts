import type { TFunction } from 'i18next';
import type { Language } from '../../../shared/units.ts';

/** What words of a plot are written with. */
export interface PlotText {
  readonly t: TFunction;
  readonly language: Language;
}

const msFromUs = 1000;

/** Times of a plot, all in one unit: ms where it lasts so long that µs would be long numbers. */
export function timeUnit(durationUs: number): {
  readonly unit: 'µs' | 'ms';
  readonly from: (us: number) => number;
} {
  return durationUs >= msFromUs
    ? { unit: 'ms', from: (us) => us / msFromUs }
    : { unit: 'µs', from: (us) => us };
}
