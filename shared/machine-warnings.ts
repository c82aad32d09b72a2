import { type Evidence, wholePercent } from './evidence.ts';
import type { TierFigures, Warning } from './result.ts';
import type { Tier } from './words.ts';

/** What the rules of the machine look at. */
export interface MachineEvidence
  extends Pick<
    Evidence,
    'service' | 'cores' | 'machineBusyCores' | 'otherWorkCores' | 'stealCores' | 'clockJumpMs'
  > {
  readonly tiers: Partial<Record<Tier, Pick<TierFigures, 'utilisation'>>>;
  readonly wire?: { readonly utilisation: number } | undefined;
}

type MachineRule = (evidence: MachineEvidence) => Warning | undefined;

/** Share of all cores above which tiers wait for each other rather than for work. */
export const CORES_OVERSUBSCRIBED_AT = 0.9;
/**
 * Work of others counts from a tenth of the machine, and never below a third of a core: the window that draws the figures
 * takes up to a quarter (in a browser it is no process of ours), and an idle desktop's own services a few hundredths.
 */
export const OTHER_WORK_SHARE = 0.1;
export const OTHER_WORK_CORES = 0.33;
/** Share of one core. The hypervisor's scheduling of an idle neighbour stays well below it. */
export const STEAL_CORES = 0.05;
/** Time servers slew by at most 0.5 ms a second; only a set clock or a sleep makes such a step. */
export const CLOCK_JUMP_MS = 500;

const coresOversubscribed: MachineRule = ({ tiers, wire, cores, machineBusyCores }) => {
  const tierCores = Object.values(tiers).reduce((sum, tier) => sum + tier.utilisation, 0);
  const wireCores = wire?.utilisation ?? 0;
  const busy = Math.max(tierCores + wireCores, machineBusyCores);
  const withWire = wire === undefined ? '' : ` and ${wireCores.toFixed(1)} with the wire that delays the hop`;
  if (busy < cores * CORES_OVERSUBSCRIBED_AT) return undefined;
  return {
    code: 'cores-oversubscribed',
    message: `${busy.toFixed(1)} of the machine's ${cores} cores were busy (${tierCores.toFixed(1)} with the tiers${withWire}): tiers wait for each other, so latency and requests per second are too pessimistic. CPU per request still holds; for the others use fewer connections, a fixed rate, or more cores.`,
    values: { busyCores: busy, tierCores, wireCores, cores },
  };
};

const otherWork: MachineRule = ({ otherWorkCores, cores, service, tiers }) => {
  // The work of a service whose process isn't known can't be told from that of others.
  if (service !== undefined && tiers.app === undefined) return undefined;
  if (otherWorkCores <= Math.max(OTHER_WORK_CORES, cores * OTHER_WORK_SHARE)) return undefined;
  return {
    code: 'other-work',
    message: `Other programs kept ${otherWorkCores.toFixed(1)} of ${cores} cores busy: latency and requests per second are too pessimistic, and CPU per request rises with the caches that are shared. Close them and measure again.`,
    values: { otherCores: otherWorkCores, cores },
  };
};

const steal: MachineRule = ({ stealCores }) => {
  if (stealCores <= STEAL_CORES) return undefined;
  return {
    code: 'steal',
    message: `The hypervisor gave ${wholePercent(stealCores)} % of a core to other guests: latency and requests per second are too pessimistic, and CPU per request may hold time that was not spent here. Measure again when the host is quiet, or on a machine of your own.`,
    values: { stealShare: stealCores },
  };
};

const clockJump: MachineRule = ({ clockJumpMs }) => {
  const stepMs = Math.abs(clockJumpMs);
  if (stepMs <= CLOCK_JUMP_MS) return undefined;
  return {
    code: 'clock-jump',
    message: `The clock jumped by ${(stepMs / 1000).toFixed(1)} s: it was set, or the machine slept. Times of day are off, and after a sleep latency and CPU per request hold cold caches and connections that broke. Keep the machine awake and measure again.`,
    values: { stepMs },
  };
};

export const machineRules: readonly MachineRule[] = [coresOversubscribed, otherWork, steal, clockJump];

/** What of the machine a reader of any measurement should doubt. */
export function machineWarningsOf(evidence: MachineEvidence): Warning[] {
  return machineRules.flatMap((rule) => rule(evidence) ?? []);
}
