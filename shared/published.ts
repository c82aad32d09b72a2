import { z } from 'zod';
import seedResults from '../assets/seed-results.json';
import type { Workload } from './config.ts';
import type { ExperimentId } from './experiment-ids.ts';
import type { Point } from './result.ts';
import { type TopologyId, tiersOf, topologyIds } from './topologies.ts';
import { type Protocol, protocols } from './words.ts';

/** null: the source doesn't say. */
const known = z
  .number()
  .nullish()
  .transform((value) => value ?? undefined);

const figuresShape = {
  reqPerSec: known,
  p50Ms: known,
  p99Ms: known,
  appUs: known,
  proxyUs: known,
  clientUs: known,
};

const rowSchema = z.object({
  ...figuresShape,
  topology: z.enum(topologyIds),
  protocol: z.enum(protocols).default('h1'),
  /** As the app named it: `HTTP/2.0`. */
  appSees: z.string().optional(),
});

const delayedRowSchema = z.object({
  topology: z.enum(topologyIds),
  connections: z.number(),
  newConnectionPerRequest: z.boolean().default(false),
  p50MsBefore: known,
  p50MsAfter: known,
  reqPerSecBefore: known,
  reqPerSecAfter: known,
});

/** The part of the seeds' figures that the suite repeats. */
const seedSchema = z.object({
  /** A file's name, and in brackets what measured: language, processor, cores. */
  sources: z.object({ termination: z.string() }),
  termination: z.object({
    A_keepalive_64conn_256B: z.array(rowSchema),
    B_keepalive_64conn_64KB: z.array(rowSchema),
    C_new_connection_per_request_16workers: z.array(rowSchema),
    D_one_sequential_connection_p50Ms: z.partialRecord(z.enum(topologyIds), z.number()),
    E_inner_hop_rtt_1ms: z.array(delayedRowSchema),
  }),
});

/** Figures as the seeds published them, measured on another machine with another runtime. Absent: not published. */
export interface PublishedFigures {
  readonly reqPerSec?: number;
  readonly p50Ms?: number;
  readonly p99Ms?: number;
  readonly appUs?: number;
  readonly proxyUs?: number;
  readonly clientUs?: number;
  /** HTTP version that the app saw. */
  readonly httpVersion?: string;
}

/** What a figure of the suite is the figure of. */
export interface Place {
  readonly experiment: ExperimentId;
  readonly topology: TopologyId;
  readonly protocol: Protocol;
  readonly reuse: Workload['reuse'];
  readonly connections: number;
  readonly innerRttMs: number;
}

/** Figures with what they are the figures of. */
export interface PublishedRow {
  readonly place: Place;
  readonly figures: PublishedFigures;
}

/** The delay that the source put on the inner hop in its run E. */
const PUBLISHED_RTT_MS = 1;

type Common = Pick<Place, 'experiment' | 'reuse' | 'connections'>;

function toRow(common: Common, row: z.infer<typeof rowSchema>): PublishedRow {
  const { topology, protocol, appSees, proxyUs, ...figures } = row;
  const hasProxy = tiersOf(topology).includes('proxy');
  return {
    place: { ...common, topology, protocol, innerRttMs: 0 },
    // The source writes 0 for a proxy that isn't there.
    figures: {
      ...figures,
      proxyUs: hasProxy ? proxyUs : undefined,
      httpVersion: appSees?.replace('HTTP/', ''),
    },
  };
}

function toDelayedRows(row: z.infer<typeof delayedRowSchema>): PublishedRow[] {
  const { topology, connections, newConnectionPerRequest } = row;
  const reuse = newConnectionPerRequest ? 'new' : 'keep-alive';
  const place = { experiment: 'E', topology, connections, reuse, protocol: 'h1' } as const;
  return [
    {
      place: { ...place, innerRttMs: 0 },
      figures: { p50Ms: row.p50MsBefore, reqPerSec: row.reqPerSecBefore },
    },
    {
      place: { ...place, innerRttMs: PUBLISHED_RTT_MS },
      figures: { p50Ms: row.p50MsAfter, reqPerSec: row.reqPerSecAfter },
    },
  ];
}

const { sources, termination } = seedSchema.parse(seedResults);

/** The machine and the runtime of the published figures, in the words of their source. */
export const publishedMachine: string = /\((.+)\)/.exec(sources.termination)?.[1] ?? sources.termination;

function publishedRows(): PublishedRow[] {
  const one = { protocol: 'h1', reuse: 'keep-alive', connections: 1, innerRttMs: 0 } as const;
  const latencies = topologyIds.map((topology): PublishedRow => {
    const p50Ms = termination.D_one_sequential_connection_p50Ms[topology];
    return { place: { ...one, experiment: 'D', topology }, figures: { p50Ms } };
  });
  const kept = { reuse: 'keep-alive', connections: 64 } as const;
  const anew = { experiment: 'C', reuse: 'new', connections: 16 } as const;
  return [
    ...termination.A_keepalive_64conn_256B.map((row) => toRow({ ...kept, experiment: 'A' }, row)),
    ...termination.B_keepalive_64conn_64KB.map((row) => toRow({ ...kept, experiment: 'B' }, row)),
    ...termination.C_new_connection_per_request_16workers.map((row) => toRow(anew, row)),
    ...latencies,
    ...termination.E_inner_hop_rtt_1ms.flatMap(toDelayedRows),
  ];
}

/** Equal for equal places. */
export const placeKey = ({ experiment, topology, protocol, reuse, connections, innerRttMs }: Place): string =>
  JSON.stringify([experiment, topology, protocol, reuse, connections, innerRttMs]);

/** Everything published that the suite repeats. */
export const published: readonly PublishedRow[] = publishedRows();

const byPlace = new Map(published.map(({ place, figures }) => [placeKey(place), figures]));

/** The published figures of a place; undefined where the source has none. */
export function publishedAt(place: Place): PublishedFigures | undefined {
  return byPlace.get(placeKey(place));
}

/** Where in the suite a point stands; undefined when it belongs to no experiment. */
export function placeOf(point: Point): Place | undefined {
  const { experiment, topology, workload, network } = point;
  if (experiment === undefined) return undefined;
  const { protocol, reuse, connections } = workload;
  return { experiment, topology, protocol, reuse, connections, innerRttMs: network.innerRttMs };
}

/** What the seeds published for the same experiment, settings and topology. */
export function publishedFor(point: Point): PublishedFigures | undefined {
  const place = placeOf(point);
  return place && publishedAt(place);
}
