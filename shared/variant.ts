import { type Config, measuredTopologies, type Network, type TlsSettings, type Workload } from './config.ts';
import type { Series } from './series.ts';
import type { Service } from './service.ts';
import { type TopologyId, tiersOf } from './topologies.ts';
import { type Engine, engines } from './words.ts';

/** What one point measures: everything that makes its figures what they are, the machine apart. */
export interface Variant {
  readonly topology: TopologyId;
  /** What plays the proxy; `builtin` also where there is none. */
  readonly proxy: Engine;
  readonly workload: Workload;
  readonly tls: TlsSettings;
  readonly network: Network;
  /** Plays the app in place of the lab's own. */
  readonly service?: Service;
}

type VariantSettings = Pick<Config, 'workload' | 'tls' | 'network' | 'service'>;

/** Whether a topology has a proxy, so that its engine matters. */
export const hasProxy = (topology: TopologyId): boolean => tiersOf(topology).includes('proxy');

/**
 * One topology under these settings.
 * @param proxy what plays the proxy, if the topology has one
 */
export function variantOf(
  topology: TopologyId,
  settings: VariantSettings,
  proxy: Engine = 'builtin',
): Variant {
  const { workload, tls, network, service } = settings;
  return {
    topology,
    proxy: hasProxy(topology) ? proxy : 'builtin',
    workload,
    tls,
    network,
    ...(service === undefined ? {} : { service }),
  };
}

/** Each topology with each engine, those without a proxy once; in the order given. */
export function variantsOver(
  topologies: readonly TopologyId[],
  proxies: readonly Engine[],
  settings: VariantSettings,
): Variant[] {
  return topologies.flatMap((topology) =>
    (hasProxy(topology) ? proxies : (['builtin'] as const)).map((proxy) =>
      variantOf(topology, settings, proxy),
    ),
  );
}

/** @throws RangeError when there is none: whoever made the list has chosen at least one topology */
export function atLeastOne([first, ...rest]: readonly Variant[]): [Variant, ...Variant[]] {
  if (first === undefined) throw new RangeError('There is nothing to measure.');
  return [first, ...rest];
}

/** What a configuration measures, without repeats, in display order. */
export function measuredVariants(config: Config): [Variant, ...Variant[]] {
  if (config.mode === 'solo') return [variantOf(config.topology, config, config.proxy)];
  const proxies = engines.filter((engine) => config.comparedProxies.includes(engine));
  return atLeastOne(variantsOver(measuredTopologies(config), proxies, config));
}

export const seriesOfVariant = ({ topology, proxy }: Variant): Series => ({ topology, proxy });

/** Equal for variants that measure the same. Variants come from one schema, so their keys are in one order. */
export function variantKey({ topology, proxy, workload, tls, network, service }: Variant): string {
  return JSON.stringify([topology, proxy, workload, tls, network, service]);
}

/** Whether a wire stands on a hop. */
export function isWired(hop: { readonly from: string }, network: Network): boolean {
  return addedRttMs(hop, network) > 0 || (hop.from !== 'client' && network.innerWire === true);
}

/** Round trip that a wire adds to a hop, ms: the client's hop is the outer one, and all others are inner. */
export function addedRttMs(hop: { readonly from: string }, network: Network): number {
  return hop.from === 'client' ? network.outerRttMs : network.innerRttMs;
}
