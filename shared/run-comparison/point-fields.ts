import type { Point } from '../result.ts';

export type FieldValue = string | number | boolean | undefined;

/** A tier's program as far as it makes another measurement of it: its version is what a comparison may be about. */
function playerOf(facts: Point['engines']['proxy2']): FieldValue {
  return facts && `${facts.name}${facts.ownConfig ? ' (own configuration)' : ''}`;
}

const ratePerSec = ({ workload: { load } }: Point): FieldValue =>
  load.kind === 'open' ? load.ratePerSec : undefined;

/**
 * Everything that makes a point another measurement than its neighbours in the same run, in the order in which rows are
 * sorted and named. The origin of a service of the user's own is no setting: its port may be another each time.
 */
const readers = {
  experiment: ({ experiment }: Point): FieldValue => experiment,
  service: ({ service }: Point): FieldValue =>
    service && `${service.method} ${service.path}, ${service.requestBytes} B`,
  // A service answers as many bytes as it likes, which nobody asked for.
  bodyBytes: ({ service, workload }: Point): FieldValue => (service ? undefined : workload.bodyBytes),
  method: ({ service, workload }: Point): FieldValue => (service ? undefined : workload.method),
  protocol: ({ workload }: Point): FieldValue => workload.protocol,
  connections: ({ workload }: Point): FieldValue => workload.connections,
  reuse: ({ workload }: Point): FieldValue => workload.reuse,
  innerRttMs: ({ network }: Point): FieldValue => network.innerRttMs,
  outerRttMs: ({ network }: Point): FieldValue => network.outerRttMs,
  innerWire: ({ network }: Point): FieldValue => network.innerWire === true,
  streamsPerConnection: ({ workload }: Point): FieldValue => workload.streamsPerConnection,
  loadModel: ({ workload }: Point): FieldValue => workload.load.kind,
  ratePerSec,
  tlsVersion: ({ tls }: Point): FieldValue => tls.version,
  key: ({ tls }: Point): FieldValue => tls.key,
  resumption: ({ tls }: Point): FieldValue => tls.resumption,
  app: ({ engines }: Point): FieldValue => playerOf(engines.app),
  topology: ({ topology }: Point): FieldValue => topology,
  proxy: ({ engines }: Point): FieldValue => playerOf(engines.proxy),
  proxy2: ({ engines }: Point): FieldValue => playerOf(engines.proxy2),
} as const;

export type PointField = keyof typeof readers;

const isField = (name: string): name is PointField => Object.hasOwn(readers, name);
export const pointFields: readonly PointField[] = Object.keys(readers).filter(isField);

export const readField = (point: Point, field: PointField): FieldValue => readers[field](point);

/** Numbers by size, words by the alphabet, and nothing before anything. */
export function compareValues(a: FieldValue, b: FieldValue): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : 1;
}
