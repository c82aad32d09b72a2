import type { Tier } from '../../shared/words.ts';

/** A process that the lab keeps: what plays a tier, or the wire that delays hops. */
export type Part = Tier | 'wire';

/** The built-in program of each. */
export const programs: Record<Part, string> = {
  client: 'load',
  proxy: 'proxy',
  proxy2: 'proxy',
  app: 'app',
  wire: 'wire',
};
/** What its process is called: the two proxies of a mesh run one program. */
export const names: Record<Part, string> = { ...programs, proxy2: 'proxy2' };
