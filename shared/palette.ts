import { type TopologyId, topologyIds } from './topologies.ts';
import type { Tier } from './words.ts';

/** Colours are CSS variables of style/theme.css, so that charts follow the theme without being drawn again. */

export const tierColour: Readonly<Record<Tier, string>> = {
  client: 'var(--tier-client)',
  proxy: 'var(--tier-proxy)',
  proxy2: 'var(--tier-proxy2)',
  app: 'var(--tier-app)',
};

/** Text on a tier's colour. */
export const tierInk: Readonly<Record<Tier, string>> = {
  client: 'var(--tier-client-ink)',
  proxy: 'var(--tier-proxy-ink)',
  proxy2: 'var(--tier-proxy2-ink)',
  app: 'var(--tier-app-ink)',
};

export interface LineStyle {
  readonly colour: string;
  readonly dash: string | undefined;
}

/** Topologies differ by colour and by dash, for eyes that tell few colours and for black-and-white print. */
const lineStyles: readonly LineStyle[] = [
  { colour: 'var(--line-1)', dash: undefined },
  { colour: 'var(--line-2)', dash: '9 3' },
  { colour: 'var(--line-3)', dash: '2.5 2.5' },
  { colour: 'var(--line-4)', dash: '10 3 2.5 3' },
  { colour: 'var(--line-5)', dash: '5 2' },
  { colour: 'var(--line-6)', dash: '12 3 2.5 2 2.5 3' },
];

/** The stroke of a topology in every line chart. */
export function lineStyleOf(topology: TopologyId): LineStyle {
  const at = topologyIds.indexOf(topology) % lineStyles.length;
  return lineStyles[at] ?? { colour: 'var(--line-1)', dash: undefined };
}
