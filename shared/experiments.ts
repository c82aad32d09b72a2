import type { SuiteOptions } from './api.ts';
import { defaultConfig, type Network, type Workload } from './config.ts';
import { type ExperimentId, experimentIds, plannerExperiments } from './experiment-ids.ts';
import { hopsOf, type TopologyId, topologyIds } from './topologies.ts';
import { type Variant, variantsOver } from './variant.ts';

const atOnce: Network = { innerRttMs: 0, outerRttMs: 0 };
/** A proxy on another machine, with the client's path as it was. */
const innerMillisecond: Network = { innerRttMs: 1, outerRttMs: 0 };
/** What that is held against: the same wire without a delay, so that only the distance differs and not who takes CPU. */
const innerWireOnly: Network = { innerRttMs: 0, outerRttMs: 0, innerWire: true };

const keptOpen: Workload = defaultConfig.workload;
const overHttp2: Workload = { ...keptOpen, protocol: 'h2' };
const newConnections: Workload = { ...keptOpen, reuse: 'new', connections: 16 };
const oneByOne: Workload = { ...keptOpen, connections: 1 };
const largeBodies: Workload = { ...keptOpen, bodyBytes: 64 * 1024 };

/** One number of connections for all of P: CPU per request depends on it, and a model has no term for it. */
const planned: Workload = { ...keptOpen, connections: 16 };
const reopenedSeldom: Workload = { ...planned, reuse: 100 };
const reopened: Workload = { ...planned, reuse: 10 };
const reopenedOften: Workload = { ...planned, reuse: 2 };
/**
 * A handshake costs the load generator as much as the server, so the pace may be the generator's and throughput fail its
 * gate. CPU per request stands even so, and a closed loop keeps servers as busy as at every other point of P.
 */
const opened: Workload = { ...planned, reuse: 'new' };

/** One workload over one network, measured over every topology named. */
export interface Leg {
  readonly workload: Workload;
  readonly network: Network;
  /** Absent: all. */
  readonly topologies?: readonly TopologyId[];
  /** Resumption would mix two kinds of handshake into one figure, so where connections are new it is off. */
  readonly resumption: boolean;
  /** Left out of a quick suite. */
  readonly fullOnly?: true;
}

/** A run of BRIEF.md. Its legs are interleaved with each other, so that any two of its points may be compared. */
export interface Experiment {
  readonly legs: readonly Leg[];
}

const direct = { network: atOnce, resumption: true } as const;
const neverResumed = { network: atOnce, resumption: false } as const;
const encryptedByClient: readonly TopologyId[] = topologyIds.filter(
  (topology) => hopsOf(topology)[0]?.security === 'tls',
);
const behindProxy: readonly TopologyId[] = ['T2', 'T3'];

/** A point of P for every term of the planner's model, and enough to spare that it shows whether the model fits. */
const planLegs: readonly Leg[] = [
  // No empty body: it spares a write, and costs up to a fifth less than the line through all other sizes says.
  { ...direct, workload: planned },
  { ...direct, workload: { ...planned, bodyBytes: 4 * 1024 } },
  { ...direct, workload: { ...planned, bodyBytes: 16 * 1024 } },
  { ...direct, workload: { ...planned, bodyBytes: 64 * 1024 } },
  { ...direct, workload: { ...planned, bodyBytes: 256 * 1024 } },
  { ...neverResumed, workload: reopenedSeldom },
  { ...neverResumed, workload: reopened },
  { ...neverResumed, workload: { ...reopened, bodyBytes: 64 * 1024 } },
  { ...neverResumed, workload: reopenedOften },
  { ...neverResumed, workload: opened },
  { ...direct, workload: reopened, topologies: encryptedByClient },
  { ...direct, workload: opened, topologies: encryptedByClient },
  // For what a hop adds to latency; the model of costs has no use for a server that mostly waits.
  { ...direct, workload: oneByOne },
];

/** The suite as data; its texts are in the renderer's translations and in the terminal's titles. */
export const experiments: Readonly<Record<ExperimentId, Experiment>> = {
  A: {
    legs: [
      { ...direct, workload: keptOpen },
      { ...direct, workload: overHttp2 },
    ],
  },
  B: {
    legs: [
      { ...direct, workload: largeBodies },
      { ...direct, workload: { ...largeBodies, protocol: 'h2' }, fullOnly: true },
    ],
  },
  C: { legs: [{ workload: newConnections, network: atOnce, resumption: false }] },
  D: { legs: [{ ...direct, workload: oneByOne }] },
  E: {
    legs: [
      { ...direct, workload: oneByOne, network: innerWireOnly, topologies: ['T1', ...behindProxy] },
      { ...direct, workload: oneByOne, network: innerMillisecond, topologies: ['T1', ...behindProxy] },
      { ...direct, workload: keptOpen, network: innerWireOnly, topologies: behindProxy, fullOnly: true },
      { ...direct, workload: keptOpen, network: innerMillisecond, topologies: behindProxy, fullOnly: true },
      {
        workload: newConnections,
        network: innerWireOnly,
        resumption: false,
        topologies: ['T3'],
        fullOnly: true,
      },
      {
        workload: newConnections,
        network: innerMillisecond,
        resumption: false,
        topologies: ['T3'],
        fullOnly: true,
      },
    ],
  },
  P: { legs: planLegs },
  P2: { legs: planLegs.map((leg) => ({ ...leg, workload: { ...leg.workload, protocol: 'h2' } })) },
};

/** What an experiment measures under the options of a suite, leg by leg, topologies in display order and their engines in the order given. */
export function variantsOf(
  id: ExperimentId,
  options: Pick<SuiteOptions, 'topologies' | 'proxies' | 'quick'>,
): Variant[] {
  const legs = experiments[id].legs.filter((leg) => !(options.quick && leg.fullOnly));
  const proxies = plannerExperiments.includes(id) ? options.proxies : (['builtin'] as const);
  const chosen = topologyIds.filter((topology) => options.topologies.includes(topology));
  return legs.flatMap(({ workload, network, topologies = topologyIds, resumption }) =>
    variantsOver(
      chosen.filter((topology) => topologies.includes(topology)),
      proxies,
      { workload, network, tls: { ...defaultConfig.tls, resumption } },
    ),
  );
}

/** The experiments of a suite that have something to measure, in order, each with its variants. */
export function planSuite(options: SuiteOptions): { id: ExperimentId; variants: Variant[] }[] {
  return experimentIds
    .filter((id) => options.experiments.includes(id))
    .map((id) => ({ id, variants: variantsOf(id, options) }))
    .filter(({ variants }) => variants.length > 0);
}
