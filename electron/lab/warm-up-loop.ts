import { setTimeout as sleep } from 'node:timers/promises';
import type { Sample } from '../../shared/sample.ts';
import { seriesOfVariant } from '../../shared/variant.ts';
import { hasSettled } from '../../shared/warm-up.ts';
import { servingTierIds } from '../../shared/words.ts';
import type { OpenedPlan } from './link-opener.ts';
import { orAborted } from './or-aborted.ts';
import { readTick, type Tick, toSample } from './sampler.ts';
import type { Supervisor } from './supervisor.ts';

/** Windows in which CPU per request is watched while it settles. */
const WINDOW_MS = 80;

/** How long load runs before anything counts. It goes on past `leastMs` until CPU per request settles, up to `mostMs`. */
export interface WarmUp {
  readonly leastMs: number;
  readonly mostMs: number;
}

/** How a warm-up went. */
export interface Warmth {
  readonly durationS: number;
  /** Absent where too few windows had an answer in them to tell. */
  readonly settled?: boolean;
}

function serverCostUs({ tiers }: Sample): number | undefined {
  const requests = tiers.client?.requests ?? 0;
  if (requests === 0) return undefined;
  const servers = servingTierIds.map((tier) => tiers[tier]).filter((tier) => tier !== undefined);
  // A service whose process isn't known: the client warms up all the same.
  if (servers.length === 0 && tiers.client !== undefined) servers.push(tiers.client);
  return servers.reduce((sum, { userUs, systemUs }) => sum + userUs + systemUs, 0) / requests;
}

function costBetween(from: Tick, to: Tick, opened: OpenedPlan): number | undefined {
  const window = { ...seriesOfVariant(opened.plan.variant), epoch: 0, slice: 0, turn: 0, afterGap: false };
  return serverCostUs(toSample(from, to, window));
}

/** Lets a plan that is under load run until it is warm; what that costs is in no slice. */
export async function warmUp(
  supervisor: Supervisor,
  opened: OpenedPlan,
  { leastMs, mostMs }: WarmUp,
  signal: AbortSignal,
): Promise<Warmth | undefined> {
  const startMs = performance.now();
  const elapsedMs = () => performance.now() - startMs;
  if (mostMs <= leastMs) {
    await sleep(leastMs, undefined, { signal });
    return undefined;
  }
  const costsUs: number[] = [];
  let from = await orAborted(signal, readTick(supervisor, opened));
  let settled: boolean | undefined;
  while (elapsedMs() < mostMs && !(settled && elapsedMs() >= leastMs)) {
    await sleep(WINDOW_MS, undefined, { signal });
    const to = await orAborted(signal, readTick(supervisor, opened));
    const costUs = costBetween(from, to, opened);
    // A window without an answer goes on until there is one: what it cost is part of what the answer costs.
    if (costUs === undefined) continue;
    costsUs.push(costUs);
    settled = hasSettled(costsUs);
    from = to;
  }
  return { durationS: elapsedMs() / 1000, settled };
}
