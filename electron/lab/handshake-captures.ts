import type { HandshakeCapture, HostEvent } from '../../shared/api.ts';
import { seriesName } from '../../shared/series.ts';
import { hopName, isPassedOn } from '../../shared/topologies.ts';
import { seriesOfVariant } from '../../shared/variant.ts';
import { type ServingTier, tierIds } from '../../shared/words.ts';
import type { OpenedPlan } from './link-opener.ts';
import type { Tick } from './sampler.ts';
import type { Supervisor } from './supervisor.ts';

type CaptureEvent = Extract<HostEvent, { kind: 'handshake' }>;

/** A process of ours that can take down the next connection of a hop, and the link that it knows the hop by. */
interface Witness {
  readonly tier: ServingTier;
  readonly linkId: string;
}

/**
 * Who can take down a TLS hop's next handshake, for hops whose connections are few: the client's is taken down every
 * second anyway. The near end is asked if it is ours, else the far end; between two real engines nobody sees it.
 */
export function witnessesOf({ plan, links }: OpenedPlan): Witness[] {
  const hops = plan.links.map(({ hop }) => hop);
  const ours = (at: number): Witness[] => {
    const link = links[at];
    return link?.engine === 'builtin' ? [{ tier: link.tier, linkId: link.roleLinkId }] : [];
  };
  return hops.flatMap(({ from, security }, at) => {
    if (from === 'client' || security === 'plaintext' || isPassedOn(hops, at)) return [];
    return [...ours(at - 1), ...ours(at)].slice(0, 1);
  });
}

/** The captures that came with a tick, each with its hop. */
function capturesIn({ plan }: OpenedPlan, tick: Tick): Pick<HandshakeCapture, 'from' | 'to' | 'capture'>[] {
  return tierIds.flatMap((tier) =>
    (tick[tier]?.captures ?? []).flatMap((capture) => {
      const ownEnd = capture.seenBy === 'client' ? 'from' : 'to';
      const hop = plan.links.map((link) => link.hop).find((one) => one[ownEnd] === tier);
      return hop === undefined ? [] : [{ from: hop.from, to: hop.to, capture }];
    }),
  );
}

/** The newest handshake of every hop that could be taken down, for what is measured now. */
export class HandshakeCaptures {
  private readonly supervisor: Supervisor;
  private readonly emit: (event: CaptureEvent) => void;
  private readonly opened = new Map<string, OpenedPlan>();
  private readonly newest = new Map<string, CaptureEvent>();

  constructor(supervisor: Supervisor, emit: (event: CaptureEvent) => void) {
    this.supervisor = supervisor;
    this.emit = emit;
  }

  /** Handshakes under other settings say nothing of those that come. */
  clear(): void {
    this.opened.clear();
    this.newest.clear();
  }

  /** A variant's servers are open: a first handshake is taken down on each of its hops. */
  async begin(opened: OpenedPlan): Promise<void> {
    this.opened.set(seriesName(opened.plan.variant), opened);
    await this.force(opened);
  }

  add(opened: OpenedPlan, tick: Tick): void {
    const series = seriesOfVariant(opened.plan.variant);
    // A loop that a newer configuration has just replaced tells nothing that is still shown.
    if (this.opened.get(seriesName(series)) !== opened) return;
    for (const seen of capturesIn(opened, tick)) {
      const event: CaptureEvent = {
        kind: 'handshake',
        handshake: { ...series, ...seen, takenAtMs: Date.now() },
      };
      this.newest.set(`${seriesName(series)} ${hopName(seen)}`, event);
      this.emit(event);
    }
  }

  /** Makes those who dial from a pool make a new connection, and takes it down. */
  async forceAll(): Promise<void> {
    for (const opened of this.opened.values()) await this.force(opened);
  }

  recentEvents(): CaptureEvent[] {
    return [...this.newest.values()];
  }

  private async force(opened: OpenedPlan): Promise<void> {
    for (const { tier, linkId } of witnessesOf(opened)) await this.supervisor.captureNext(tier, linkId);
  }
}
