import { z } from 'zod';
import { groupBy } from '../group-by.ts';
import type { Point } from '../result.ts';
import { seriesName, seriesOf } from '../series.ts';
import { tlsHopsOf } from '../topologies.ts';
import { keyTypes, methods, tlsVersions } from '../words.ts';

/** What all points of a model share, and it has no term for. */
export const conditionsSchema = z.object({
  /** Absent where no hop is encrypted, as is the key. */
  version: z.enum(tlsVersions).optional(),
  key: z.enum(keyTypes).optional(),
  method: z.enum(methods),
  streamsPerConnection: z.number(),
});
export type Conditions = z.infer<typeof conditionsSchema>;

export function conditionsOf({ topology, tls, workload }: Point): Conditions {
  const { method, streamsPerConnection } = workload;
  const { version, key } = tls;
  return { ...(tlsHopsOf(topology).length > 0 && { version, key }), method, streamsPerConnection };
}

export const conditionsKey = (conditions: Conditions): string => JSON.stringify(conditions);

/** Whether nothing differs but what one of them doesn't have: a plaintext path goes with every TLS. */
export function areAlike(one: Conditions, other: Conditions): boolean {
  const isTlsAlike =
    one.version === undefined ||
    other.version === undefined ||
    (one.version === other.version && one.key === other.key);
  return isTlsAlike && one.method === other.method && one.streamsPerConnection === other.streamsPerConnection;
}

/** For a sentence: `TLS 1.3, ecdsa-p256, GET`. */
export function conditionsText({ version, key, method, streamsPerConnection }: Conditions): string {
  const tls = version === undefined ? [] : [`TLS ${version}`, key];
  const streams = streamsPerConnection > 1 ? [`${streamsPerConnection} streams`] : [];
  return [...tls, method, ...streams].join(', ');
}

/**
 * Conditions under which most series were measured, and of those the ones with most points, for series are compared. Those
 * without TLS only where there are no others.
 */
export function commonConditions(points: readonly Point[]): Conditions | undefined {
  const seriesIn = (group: readonly Point[]) =>
    new Set(group.map((point) => seriesName(seriesOf(point)))).size;
  const candidates = [...groupBy(points, (point) => conditionsKey(conditionsOf(point))).values()].flatMap(
    ([first]) => {
      if (first === undefined) return [];
      const conditions = conditionsOf(first);
      const alike = points.filter((point) => areAlike(conditionsOf(point), conditions));
      return [{ conditions, series: seriesIn(alike), points: alike.length }];
    },
  );
  const withTls = candidates.filter(({ conditions }) => conditions.version !== undefined);
  const [most] = (withTls.length > 0 ? withTls : candidates).toSorted(
    (a, b) => b.series - a.series || b.points - a.points,
  );
  return most?.conditions;
}
