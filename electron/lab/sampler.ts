import os from 'node:os';
import { LatencyHistogram } from '../../shared/latency.ts';
import type { Counters } from '../../shared/role-api.ts';
import type { Sample, TierSample } from '../../shared/sample.ts';
import { type ErrorKind, errorKinds, type Tier } from '../../shared/words.ts';
import type { OpenedPlan } from './link-opener.ts';
import type { Supervisor } from './supervisor.ts';

/** Counters of every tier on the path, asked for at the same moment. */
export type Tick = Partial<Record<Tier, Counters>> & {
  readonly client: Counters;
  /** Time that all cores of the machine have been busy since it started, with whatever, ms. */
  readonly machineBusyMs: number;
};

function machineBusyMs(): number {
  return os.cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

/** Asks every tier of an opened plan at once. Rejects when one of them is gone. */
export async function readTick(supervisor: Supervisor, opened: OpenedPlan): Promise<Tick> {
  const [client, ...served] = await Promise.all([
    supervisor.counters('client', opened.loadLinkId),
    ...opened.links.map((link) => supervisor.counters(link.tier, link.roleLinkId)),
  ]);
  const tick: { client: Counters; machineBusyMs: number } & Partial<Record<Tier, Counters>> = {
    client,
    machineBusyMs: machineBusyMs(),
  };
  for (const [index, counters] of served.entries()) {
    const tier = opened.links[index]?.tier;
    if (tier !== undefined) tick[tier] = counters;
  }
  return tick;
}

function errorsBetween(from: Counters, to: Counters): Partial<Record<ErrorKind, number>> {
  const between: Partial<Record<ErrorKind, number>> = {};
  for (const kind of errorKinds) {
    const count = (to.errors[kind] ?? 0) - (from.errors[kind] ?? 0);
    if (count > 0) between[kind] = count;
  }
  return between;
}

function tierBetween(from: Counters, to: Counters): TierSample {
  return {
    windowUs: to.atUs - from.atUs,
    userUs: to.userUs - from.userUs,
    systemUs: to.systemUs - from.systemUs,
    rssBytes: to.rssBytes,
    requests: to.requests - from.requests,
    bytesIn: to.bytesIn - from.bytesIn,
    bytesOut: to.bytesOut - from.bytesOut,
    handshakes: {
      full: to.handshakes.full - from.handshakes.full,
      resumed: to.handshakes.resumed - from.handshakes.resumed,
    },
    errors: errorsBetween(from, to),
  };
}

export interface Window {
  readonly epoch: number;
  readonly slice: number;
  readonly topology: Sample['topology'];
  readonly afterGap: boolean;
}

/** The difference of two ticks. */
export function toSample(from: Tick, to: Tick, window: Window): Sample {
  const tiers: Sample['tiers'] = { client: tierBetween(from.client, to.client) };
  for (const tier of ['proxy', 'app'] as const) {
    const [before, after] = [from[tier], to[tier]];
    if (before !== undefined && after !== undefined) tiers[tier] = tierBetween(before, after);
  }
  return {
    ...window,
    atMs: Date.now(),
    machineBusyCores: (to.machineBusyMs - from.machineBusyMs) / ((to.client.atUs - from.client.atUs) / 1000),
    windowMs: (to.client.atUs - from.client.atUs) / 1000,
    tiers,
    latencyMs: new LatencyHistogram(to.client.latency).percentiles(),
  };
}
