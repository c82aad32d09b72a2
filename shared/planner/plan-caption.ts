import { enginesText } from '../engines-text.ts';
import { environmentText } from '../tables.ts';
import type { Plan } from './plan-document.ts';
import { cautionKeys } from './plan-sentences.ts';
import { trafficText } from './traffic-text.ts';

/** Under what a plan was made and where not to believe it, in English, for a picture that is passed on. */
export function planCaption({ run, traffic, models, says }: Plan): string[] {
  return [
    `TLS Cost Lab · plan from the run of ${run.startedAt.slice(0, 16).replace('T', ' ')} UTC`,
    `Traffic: ${trafficText(traffic)}`,
    environmentText(run.environment),
    ...enginesText(models),
    ...says.filter(({ key }) => cautionKeys.has(key)).map(({ text }) => text),
  ];
}
