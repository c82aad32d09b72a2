import type { Series } from '../../shared/series.ts';
import { hasProxy } from '../../shared/variant.ts';

/** What played the proxy, as a cell of a table; empty where there is no proxy. */
export const engineCell = ({ topology, proxy }: Series): string | undefined =>
  hasProxy(topology) ? proxy : undefined;
