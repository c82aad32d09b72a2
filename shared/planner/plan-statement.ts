import { fillPlaces, writeValues } from '../value-text.ts';
import { type PlanSentenceKey, planSentences } from './plan-sentences.ts';

/** A sentence as a key and its values, whose names end in their unit as in `verdict.ts`. */
export interface PlanStatement {
  readonly key: PlanSentenceKey;
  readonly values: Readonly<Record<string, number | string>>;
}

/** A statement in English, for the terminal. */
export function planText({ key, values }: PlanStatement): string {
  return fillPlaces(planSentences[key], writeValues(values, 'en'));
}
