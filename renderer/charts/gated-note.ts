import type { TFunction } from 'i18next';
import type { Point } from '../../shared/result.ts';

/** Fill, ink and stroke of what fails a gate: no colour of a tier or a topology, so that nobody reads it as a result. */
export const gatedFill = {
  app: 'var(--gated-app)',
  proxy: 'var(--gated-proxy)',
  proxy2: 'var(--gated-proxy2)',
} as const;
export const gatedInk = 'var(--gated-ink)';
export const gatedLine = 'var(--gated-line)';

/** Why a point is grey, in a few words; empty for a point that is valid. */
export function gatedNote(t: TFunction, failedGates: Point['failedGates']): string {
  if (failedGates.length === 0) return '';
  return t('gates.invalid', { reason: failedGates.map((code) => t(`gates.${code}`)).join(', ') });
}
