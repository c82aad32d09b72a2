import { type Evidence, type Rule, wholePercent } from './evidence.ts';
import { machineRules } from './machine-warnings.ts';
import { negotiationRules } from './negotiation-warnings.ts';
import type { Warning } from './result.ts';
import { serviceRules } from './service-warnings.ts';
import { steadinessRules } from './steadiness-warnings.ts';

export type { Evidence } from './evidence.ts';

/** Share of one core above which the single-threaded load generator is taken for the limit (Locust uses the same). */
export const CLIENT_SATURATED_AT = 0.9;
/** Share of the requests due that must have been answered for the rate to count as reached (FIELD.md C3, G1). */
export const RATE_REACHED_SHARE = 0.99;

const clientSaturated: Rule = ({ tiers, workload }) => {
  const busy = tiers.client?.utilisation ?? 0;
  if (busy < CLIENT_SATURATED_AT) return undefined;
  const isOpen = workload.load.kind === 'open';
  const advice = isOpen ? 'Ask for a lower rate.' : 'Use fewer connections, or a fixed rate below the limit.';
  return {
    code: 'client-saturated',
    message: `The load generator used ${wholePercent(busy)} % of a core: requests per second and latency show its limit, not the servers'. Read CPU per request only. ${advice}`,
    values: { utilisation: busy, load: workload.load.kind },
  };
};

const wireSaturated: Rule = ({ wire, workload }) => {
  if (wire === undefined || wire.utilisation < CLIENT_SATURATED_AT) return undefined;
  return {
    code: 'wire-saturated',
    message: `The process that delays the hop used ${wholePercent(wire.utilisation)} % of a core: requests per second and latency show its limit, not the servers' or the distance's. Read CPU per request only, or use fewer connections or smaller bodies.`,
    values: { utilisation: wire.utilisation, load: workload.load.kind },
  };
};

const rateNotReached: Rule = ({ due, offeredS, requests, workload }) => {
  if (due === undefined || offeredS === undefined || workload.load.kind !== 'open') return undefined;
  const { ratePerSec } = workload.load;
  // A pause still sends what waited, so past capacity all may be answered in the end: only in more time than they had.
  const wanted = Math.max(due, ratePerSec * offeredS);
  // One request may be under way when the last window ends, which matters at a few requests per second.
  if (wanted - requests <= Math.max(1, wanted * (1 - RATE_REACHED_SHARE))) return undefined;
  const answeredShare = requests / wanted;
  return {
    code: 'rate-not-reached',
    message: `Only ${Math.floor(answeredShare * 100)} % of the asked ${ratePerSec}/s were answered: requests queue up, so latency grows with the length of the measurement and describes nothing, and requests per second are those of the limit. Ask for a lower rate, or allow more connections.`,
    values: { due, requests, answeredShare, ratePerSec },
  };
};

const errors: Rule = ({ errorsTotal, errorsByKind, requests }) => {
  if (errorsTotal === 0) return undefined;
  const wrongBodies = errorsByKind?.['body-length'] ?? 0;
  return {
    code: 'errors',
    message: `${errorsTotal} requests failed beside ${requests} that were answered: latency and requests per second describe the answered ones, and the CPU spent on failures is in CPU per request. Find out why they failed, or ask for less load.`,
    values: {
      errors: errorsTotal,
      requests,
      errorShare: errorsTotal / (errorsTotal + requests),
      wrongBodies,
    },
  };
};

const rules: readonly Rule[] = [
  clientSaturated,
  wireSaturated,
  rateNotReached,
  errors,
  ...negotiationRules,
  ...machineRules,
  ...steadinessRules,
  ...serviceRules,
];

/** Everything about a point that its reader should doubt, what invalidates it first. */
export function warningsOf(evidence: Evidence): Warning[] {
  return rules.flatMap((rule) => rule(evidence) ?? []);
}
