import type { TlsSettings, Workload } from './config.ts';
import type { HopFacts, TierFigures, Warning } from './result.ts';
import { MIN_SLICES_FOR_INTERVAL } from './stats.ts';
import type { Tier } from './words.ts';

/** Share of one core above which the single-threaded load generator is taken for the limit (Locust uses the same). */
export const CLIENT_SATURATED_AT = 0.9;
/** Share of all cores above which tiers wait for each other rather than for work. */
export const CORES_OVERSUBSCRIBED_AT = 0.9;

/** What the rules look at: a point's figures before its warnings are known. */
export interface Evidence {
  readonly workload: Workload;
  readonly tls: TlsSettings;
  readonly tiers: Partial<Record<Tier, TierFigures>>;
  readonly hops: readonly HopFacts[];
  readonly requests: number;
  readonly errorsTotal: number;
  readonly slices: number;
  readonly gaps: number;
  readonly cores: number;
  /** Cores that were busy with anything at all, other programs and this one's own window included. */
  readonly machineBusyCores: number;
}

type Rule = (evidence: Evidence) => Warning | undefined;

const percent = (share: number) => Math.round(share * 100);

const clientSaturated: Rule = ({ tiers }) => {
  const busy = tiers.client?.utilisation ?? 0;
  if (busy < CLIENT_SATURATED_AT) return undefined;
  return {
    code: 'client-saturated',
    message: `The load generator used ${percent(busy)} % of a core: requests per second show its limit, not the servers'. CPU per request still holds.`,
    values: { utilisation: busy },
  };
};

const coresOversubscribed: Rule = ({ tiers, cores, machineBusyCores }) => {
  const tierCores = Object.values(tiers).reduce((sum, tier) => sum + tier.utilisation, 0);
  const busy = Math.max(tierCores, machineBusyCores);
  if (busy < cores * CORES_OVERSUBSCRIBED_AT) return undefined;
  return {
    code: 'cores-oversubscribed',
    message: `${busy.toFixed(1)} of the machine's ${cores} cores were busy (${tierCores.toFixed(1)} with the tiers): tiers wait for each other, so latency and requests per second are too pessimistic. CPU per request still holds.`,
    values: { busyCores: busy, tierCores, cores },
  };
};

const errors: Rule = ({ errorsTotal, requests }) => {
  if (errorsTotal === 0) return undefined;
  return {
    code: 'errors',
    message: `${errorsTotal} requests failed beside ${requests} that were answered: the figures describe the answered ones, and the CPU spent on failures is in them.`,
    values: { errors: errorsTotal, requests },
  };
};

const alpnOf = { h1: 'http/1.1', h2: 'h2' } as const;

function isAsAsked(hop: HopFacts, workload: Workload, tls: TlsSettings): boolean {
  if (hop.tlsVersion !== undefined && hop.tlsVersion !== `TLSv${tls.version}`) return false;
  return hop.from !== 'client' || hop.alpn === undefined || hop.alpn === alpnOf[workload.protocol];
}

const notAsAsked: Rule = ({ hops, workload, tls }) => {
  const hop = hops.find((each) => !isAsAsked(each, workload, tls));
  if (hop === undefined) return undefined;
  const found = `${hop.tlsVersion ?? 'no TLS'}, ${hop.alpn ?? 'no ALPN'}`;
  return {
    code: 'not-as-asked',
    message: `The hop from ${hop.from} to ${hop.to} negotiated ${found} where TLS ${tls.version} was asked for: the figures are not those of the settings.`,
    values: { from: hop.from, to: hop.to, found, asked: tls.version },
  };
};

const resumptionMixed: Rule = ({ hops, tls }) => {
  const hop = hops.find((each) => !tls.resumption && (each.handshakes?.resumed ?? 0) > 0);
  if (hop === undefined) return undefined;
  const resumed = hop.handshakes?.resumed ?? 0;
  return {
    code: 'resumption-mixed',
    message: `${resumed} handshakes from ${hop.from} to ${hop.to} were resumed although resumption is off: the cost per handshake mixes two kinds.`,
    values: { from: hop.from, to: hop.to, resumed },
  };
};

const fewSlices: Rule = ({ slices, tiers }) => {
  const isKnown = Object.values(tiers).every((tier) => tier.cpuUsPerRequest?.ci95 !== undefined);
  if (slices >= MIN_SLICES_FOR_INTERVAL && isKnown) return undefined;
  return {
    code: 'few-slices',
    message: `${slices} slices were measured so far, too few of them with answered requests: no interval can be given yet.`,
    values: { slices },
  };
};

const gap: Rule = ({ gaps }) => {
  if (gaps === 0) return undefined;
  return {
    code: 'gap',
    message: `A process was restarted ${gaps === 1 ? 'once' : `${gaps} times`} during the measurement: windows with a restart in them were left out.`,
    values: { gaps },
  };
};

const rules: readonly Rule[] = [
  clientSaturated,
  coresOversubscribed,
  errors,
  notAsAsked,
  resumptionMixed,
  fewSlices,
  gap,
];

/** Everything about a point that its reader should doubt, in the order of the rules. */
export function warningsOf(evidence: Evidence): Warning[] {
  return rules.flatMap((rule) => rule(evidence) ?? []);
}
