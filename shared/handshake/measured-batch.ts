import { LatencyHistogram } from '../latency.ts';
import type { Figure } from '../result.ts';
import { ratioFigure } from '../stats.ts';
import type { BatchReport, ServerReading } from './role-calls.ts';

/** What the server did in one batch: the difference of two readings. */
interface ServerPart {
  readonly cpuUs: number;
  readonly full: number;
  readonly resumed: number;
  readonly closed: number;
  readonly handshakeBytes: { readonly in: number; readonly out: number };
  readonly connectionBytes: { readonly in: number; readonly out: number };
}

export interface MeasuredBatch {
  readonly report: BatchReport;
  readonly server: ServerPart;
}

const bytesBetween = (from: ServerReading['handshakeBytes'], to: ServerReading['handshakeBytes']) => ({
  in: to.in - from.in,
  out: to.out - from.out,
});

/** @param from read before the batch; @param to after its last connection was closed */
export function serverPart(from: ServerReading, to: ServerReading): ServerPart {
  return {
    cpuUs: to.userUs - from.userUs + (to.systemUs - from.systemUs),
    full: to.full - from.full,
    resumed: to.resumed - from.resumed,
    closed: to.closed - from.closed,
    handshakeBytes: bytesBetween(from.handshakeBytes, to.handshakeBytes),
    connectionBytes: bytesBetween(from.connectionBytes, to.connectionBytes),
  };
}

const cpuOf = {
  server: ({ server }: MeasuredBatch) => server.cpuUs,
  client: ({ report }: MeasuredBatch) => report.userUs + report.systemUs,
  both: ({ server, report }: MeasuredBatch) => server.cpuUs + report.userUs + report.systemUs,
};

/** CPU per connection or round trip, µs, with its interval over the batches; undefined when there is none. */
export function cpuFigure(batches: readonly MeasuredBatch[], side: keyof typeof cpuOf): Figure | undefined {
  return ratioFigure(batches.map((batch) => ({ amount: cpuOf[side](batch), count: batch.report.count })));
}

/** Connections or round trips in all batches. */
export const countOf = (batches: readonly MeasuredBatch[]): number =>
  batches.reduce((sum, { report }) => sum + report.count, 0);

/** Mean per connection, of what the server's counters of the wire say. */
export function bytesPerConnection(
  batches: readonly MeasuredBatch[],
  which: 'handshakeBytes' | 'connectionBytes',
): { sent: number; received: number } {
  const count = countOf(batches);
  const sum = (direction: 'in' | 'out') =>
    batches.reduce((total, { server }) => total + server[which][direction], 0);
  // What the client sends comes in at the server.
  return { sent: sum('in') / count, received: sum('out') / count };
}

/** Of fewer values the 99th percentile is the largest one, which says more of chance than of the case. */
const LEAST_FOR_P99 = 100;

/** From all batches' histograms put together: percentiles are never averaged. */
export function percentilesMs(
  batches: readonly MeasuredBatch[],
  which: 'wall' | 'fromDial' | 'toHello',
): { p50: number; p99?: number } {
  const all = new LatencyHistogram();
  for (const { report } of batches) all.add(new LatencyHistogram(report[which]));
  const p50 = all.quantileMs(0.5);
  return countOf(batches) < LEAST_FOR_P99 ? { p50 } : { p50, p99: all.quantileMs(0.99) };
}
