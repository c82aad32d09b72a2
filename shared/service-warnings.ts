import type { Evidence, Rule } from './evidence.ts';
import type { HopFacts } from './result.ts';
import { isPassedOn } from './topologies.ts';

const cpuNotVisible: Rule = ({ service, tiers, requests, isFinal }) => {
  if (service === undefined || tiers.app !== undefined || (requests === 0 && !isFinal)) return undefined;
  return {
    code: 'cpu-not-visible',
    message: `The CPU of your service at ${service.origin} isn't visible: the app has no CPU and no memory here, only latency and the tiers before it are shown, and what it uses counts as nobody's. Name its process, its systemd unit or the command that starts it.`,
    values: { origin: service.origin },
  };
};

/** Neither a service of the user's nor a real engine is asked how often they shook hands with each other. */
export function isHiddenHop(hop: HopFacts, { service, engines, hops }: Evidence): boolean {
  const isInner = hop.from !== 'client' && hop.to === 'app' && !isPassedOn(hops, hops.indexOf(hop));
  return service !== undefined && isInner && engines?.proxy !== undefined && engines.proxy.name !== 'builtin';
}

const hopNotVisible: Rule = (evidence) => {
  const hop = evidence.hops.find((one) => one.security === 'tls' && isHiddenHop(one, evidence));
  if (hop === undefined) return undefined;
  const proxy = evidence.engines?.proxy?.name ?? hop.from;
  return {
    code: 'hop-not-visible',
    message: `Neither ${proxy} nor your service tells of the handshakes between them: ${proxy} is configured for TLS ${evidence.tls.version} and checks the certificate, but whether it reuses its connections can't be told. Measure with the built-in proxy to see that.`,
    values: { proxy, asked: evidence.tls.version },
  };
};

export const serviceRules: readonly Rule[] = [cpuNotVisible, hopNotVisible];
