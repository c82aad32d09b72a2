import type { Lane } from '../../shared/timeline.ts';
import type { Hop } from '../../shared/topologies.ts';
import { tierIds } from '../../shared/words.ts';
import type { OpenedPlan } from './link-opener.ts';
import type { Tick } from './sampler.ts';

/** Requests whose lanes have not all come in yet; older ones are given up. */
const MAX_WAITING = 8;

/** Hops whose near end tells of them: a real engine times nothing for us, and a forwarder of bytes sees no request. */
function timedHops({ plan }: OpenedPlan): Hop[] {
  const silent = new Set(
    plan.links
      .filter(({ engine, layer }) => engine !== 'builtin' || layer === 'tcp')
      .map(({ hop }) => hop.to as string),
  );
  return plan.links.map(({ hop }) => hop).filter(({ from }) => !silent.has(from));
}

/** Puts together the lanes that different tiers report of the same request. */
export class Timelines {
  private readonly waiting = new Map<string, Map<string, Lane>>();

  /** @returns the lanes, client's hop first, of a request whose last lane came with this tick */
  collect(opened: OpenedPlan, tick: Tick): Lane[] | undefined {
    let complete: Lane[] | undefined;
    for (const tier of tierIds) {
      for (const { id, lane } of tick[tier]?.lanes ?? []) complete = this.add(opened, id, lane) ?? complete;
    }
    return complete;
  }

  private add(opened: OpenedPlan, id: string, lane: Lane): Lane[] | undefined {
    const lanes = this.waiting.get(id) ?? new Map<string, Lane>();
    lanes.set(lane.from, lane);
    this.waiting.set(id, lanes);
    const ordered = timedHops(opened).map((hop) => lanes.get(hop.from));
    if (ordered.every((one) => one !== undefined)) {
      this.waiting.delete(id);
      return ordered;
    }
    const oldest = this.waiting.keys().next().value;
    if (this.waiting.size > MAX_WAITING && oldest !== undefined) this.waiting.delete(oldest);
    return undefined;
  }
}
