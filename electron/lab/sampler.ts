import type { LinkCounts } from '../../shared/hop-facts.ts';
import { LatencyHistogram } from '../../shared/latency.ts';
import type { Counters } from '../../shared/role-api.ts';
import type { Sample, TierSample } from '../../shared/sample.ts';
import type { Series } from '../../shared/series.ts';
import { type ErrorKind, errorKinds, servingTierIds, type Tier } from '../../shared/words.ts';
import { type OpenedPlan, upstreamLinkId } from './link-opener.ts';
import { clockStepMs, type MachineReading, machineBetween, readMachine } from './machine.ts';
import type { TreeUsage } from './process-tree.ts';
import type { Supervisor } from './supervisor.ts';

/** As a role tells them; a real engine tells no bytes. */
export type TierCounters = Omit<Counters, 'bytesIn' | 'bytesOut'> &
  Partial<Pick<Counters, 'bytesIn' | 'bytesOut'>>;

/** Counters of every tier on the path and of its wires, asked for at the same moment. */
export type Tick = Partial<Record<Tier, TierCounters>> & {
  readonly client: Counters;
  /** One entry per delayed hop; they share a process and so its CPU. */
  readonly wires: readonly Counters[];
  /** What was seen of the hop to a service of the user's own by whoever dials it. */
  readonly dialled?: LinkCounts | undefined;
  readonly machine: MachineReading;
};

/**
 * Counters of a real engine. Its clients count the requests that it answers.
 * @param told of its handshakes and what they negotiate: by its clients where they are of the lab's own, else by itself
 */
function engineCounters(usage: TreeUsage, client: Counters, told: LinkCounts): TierCounters {
  const { atUs, requests, connectionsOpened } = client;
  const { handshakes, negotiated } = told;
  return { ...usage, atUs, requests, handshakes, connectionsOpened, negotiated, errors: {}, lanes: [] };
}

/**
 * Counters of a tier that forwards bytes. It sees neither requests nor handshakes: its CPU is shared out over the
 * client's requests, and the handshakes are made, and counted, where TLS ends.
 */
function forwarderCounters(own: Counters | TreeUsage, client: Counters): TierCounters {
  const { atUs, requests, connectionsOpened } = client;
  const handshakes = { full: 0, resumed: 0 };
  return { errors: {}, lanes: [], atUs, connectionsOpened, ...own, requests, handshakes };
}

async function readServer(
  supervisor: Supervisor,
  { tier, engine, roleLinkId }: OpenedPlan['links'][number],
): Promise<Counters | { usage: TreeUsage | undefined; told?: LinkCounts | undefined }> {
  if (engine === 'builtin') return supervisor.counters(tier, roleLinkId);
  return engine === 'service' ? { usage: supervisor.services.usage() } : supervisor.engineReading(roleLinkId);
}

/** What whoever dials a service of the user's own has seen of its handshakes; a real engine as its proxy tells nothing. */
async function readDialler(
  supervisor: Supervisor,
  { plan, links, service }: OpenedPlan,
  client: Promise<Counters>,
): Promise<LinkCounts | undefined> {
  if (service === undefined) return undefined;
  // Who passes bytes on has no handshake of its own: whoever is before it speaks to the service.
  const before = links.slice(0, -1).findLast((_link, at) => plan.links[at]?.layer !== 'tcp');
  if (before === undefined) return client;
  if (before.engine !== 'builtin') return undefined;
  return supervisor.counters(before.tier, upstreamLinkId(before.roleLinkId));
}

const noHandshakes: LinkCounts = { handshakes: { full: 0, resumed: 0 } };

/** Asks every tier of an opened plan at once. Rejects when one of them is gone. */
export async function readTick(supervisor: Supervisor, opened: OpenedPlan): Promise<Tick> {
  const wireLinkIds = opened.links.flatMap((link) => link.wireLinkId ?? []);
  supervisor.services.assertInTime(opened.service);
  const machine = readMachine();
  const asked = supervisor.counters('client', opened.loadLinkId);
  const [client, dialled, served, wires] = await Promise.all([
    asked,
    readDialler(supervisor, opened, asked),
    Promise.all(opened.links.map((link) => readServer(supervisor, link))),
    Promise.all(wireLinkIds.map((linkId) => supervisor.counters('wire', linkId))),
  ]);
  const tick: Tick & Partial<Record<Tier, TierCounters>> = { client, dialled, wires, machine };
  for (const [index, counters] of served.entries()) {
    const link = opened.plan.links[index];
    if (link === undefined) continue;
    const passesOn = link.layer === 'tcp';
    if (!('usage' in counters)) tick[link.hop.to] = passesOn ? forwarderCounters(counters, client) : counters;
    else if (counters.usage !== undefined) {
      const ofClients = link.engine === 'service' ? (dialled ?? noHandshakes) : client;
      tick[link.hop.to] = passesOn
        ? forwarderCounters(counters.usage, client)
        : engineCounters(counters.usage, client, counters.told ?? ofClients);
    }
  }
  return tick;
}

function errorsBetween(from: TierCounters, to: TierCounters): Partial<Record<ErrorKind, number>> {
  const between: Partial<Record<ErrorKind, number>> = {};
  for (const kind of errorKinds) {
    const count = (to.errors[kind] ?? 0) - (from.errors[kind] ?? 0);
    if (count > 0) between[kind] = count;
  }
  return between;
}

const between = (from: number | undefined, to: number | undefined) =>
  from === undefined || to === undefined ? undefined : to - from;

/** What a tier did between two readings. */
export function tierBetween(from: TierCounters, to: TierCounters): TierSample {
  return {
    windowUs: to.atUs - from.atUs,
    userUs: to.userUs - from.userUs,
    systemUs: to.systemUs - from.systemUs,
    rssBytes: to.rssBytes,
    requests: to.requests - from.requests,
    bytesIn: between(from.bytesIn, to.bytesIn),
    bytesOut: between(from.bytesOut, to.bytesOut),
    handshakes: {
      full: to.handshakes.full - from.handshakes.full,
      resumed: to.handshakes.resumed - from.handshakes.resumed,
    },
    errors: errorsBetween(from, to),
    ...(to.due === undefined ? {} : { due: to.due - (from.due ?? 0) }),
    ...(to.offeredMs === undefined ? {} : { offeredMs: to.offeredMs - (from.offeredMs ?? 0) }),
  };
}

function wireBetween(from: readonly Counters[], to: readonly Counters[]): Sample['wire'] {
  const [before, after] = [from[0], to[0]];
  if (before === undefined || after === undefined) return undefined;
  const bytesOf = (wires: readonly Counters[]) =>
    wires.reduce((sum, wire) => sum + wire.bytesIn + wire.bytesOut, 0);
  return {
    userUs: after.userUs - before.userUs,
    systemUs: after.systemUs - before.systemUs,
    bytes: bytesOf(to) - bytesOf(from),
  };
}

function tiersBetween(from: Tick, to: Tick): Sample['tiers'] {
  const tiers: Sample['tiers'] = { client: tierBetween(from.client, to.client) };
  for (const tier of servingTierIds) {
    const [before, after] = [from[tier], to[tier]];
    if (before !== undefined && after !== undefined) tiers[tier] = tierBetween(before, after);
  }
  return tiers;
}

export interface Window extends Series {
  readonly epoch: number;
  readonly slice: number;
  readonly turn: number;
  readonly afterGap: boolean;
}

/**
 * The difference of two ticks.
 * @param seen when the variant was last looked at, if that is before the window: a machine that slept while others had
 *   their turn has cold caches and broken connections in this one
 */
export function toSample(from: Tick, to: Tick, window: Window, seen: Tick = from): Sample {
  const tiers = tiersBetween(from, to);
  const wire = wireBetween(from.wires, to.wires);
  const parts = [...Object.values(tiers), ...(wire === undefined ? [] : [wire])];
  const measuredUs = parts.reduce((sum, { userUs, systemUs }) => sum + userUs + systemUs, 0);
  return {
    ...window,
    ...machineBetween(from.machine, to.machine, measuredUs),
    clockJumpMs: clockStepMs(seen.machine, to.machine),
    atMs: Date.now(),
    windowMs: (to.client.atUs - from.client.atUs) / 1000,
    tiers,
    wire,
    latencyMs: new LatencyHistogram(to.client.latency).percentiles(),
  };
}
