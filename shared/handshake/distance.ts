import { handshakeCases } from './cases.ts';
import type { DistanceRow, FailedDistance } from './document.ts';
import { countOf, percentilesMs } from './measured-batch.ts';
import { type MeasuredCase, rowHead } from './rows.ts';

/** Distances of the lab, and how many handshakes at most: far ones take long, and vary little. */
export const distances = [
  { rttMs: 0, mostHandshakes: 40 },
  { rttMs: 1, mostHandshakes: 40 },
  { rttMs: 10, mostHandshakes: 16 },
  { rttMs: 50, mostHandshakes: 8 },
] as const;

export interface MeasuredDistance extends MeasuredCase {
  readonly rttMs: number;
}

const TCP_ROUND_TRIPS = 1;

/** From dialling to the first request: round trips of TCP and TLS, and what the same case takes without a distance. */
const modelMs = (tlsRoundTrips: number, rttMs: number, nearMs: number): number =>
  (TCP_ROUND_TRIPS + tlsRoundTrips) * rttMs + nearMs;

const without = ({ p50, p99 }: { p50: number; p99?: number }, lessMs: number) => ({
  p50: p50 - lessMs,
  ...(p99 === undefined ? {} : { p99: p99 - lessMs }),
});

function rowOf(measured: MeasuredDistance, nearMs: number): DistanceRow {
  const { rttMs, batches, runtime } = measured;
  const tlsRoundTrips = handshakeCases[measured.case]?.roundTrips ?? 0;
  const wallMs = percentilesMs(batches, 'fromDial');
  return {
    case: measured.case,
    runtime,
    rttMs,
    tcpRoundTrips: TCP_ROUND_TRIPS,
    tlsRoundTrips,
    handshakes: countOf(batches),
    wallMs,
    tlsMs: without(wallMs, TCP_ROUND_TRIPS * rttMs),
    modelMs: modelMs(tlsRoundTrips, rttMs, nearMs),
    modelled: false,
  };
}

/**
 * 0-RTT (RFC 8446 §2.3): the request leaves right behind the ClientHello of a resumed handshake, and waits for TCP alone.
 * @param nearHelloMs until that ClientHello was made, without a distance
 */
function zeroRttRow({ rttMs, runtime }: MeasuredDistance, nearHelloMs: number): DistanceRow {
  return {
    case: 'tls13-ecdsa-p256-0rtt',
    runtime,
    rttMs,
    tcpRoundTrips: TCP_ROUND_TRIPS,
    tlsRoundTrips: 0,
    modelMs: modelMs(0, rttMs, nearHelloMs),
    modelled: true,
  };
}

/**
 * Rows of all cases and distances, each against the model; those of 0-RTT, which Node can't do; and what failed.
 * @param measured cases without a measured distance of 0 give no row: the model rests on it
 */
export function distanceRows(measured: readonly MeasuredDistance[]): (DistanceRow | FailedDistance)[] {
  const failed = measured.flatMap(({ fault, rttMs, case: caseId, runtime }): FailedDistance[] =>
    fault === undefined ? [] : [{ ...rowHead(caseId, runtime), rttMs, fault }],
  );
  const whole = measured.filter(({ batches, fault }) => batches.length > 0 && fault === undefined);
  const rows = whole.flatMap((one) => {
    const near = whole.find((other) => other.case === one.case && other.rttMs === 0);
    if (near === undefined) return [];
    const nearMs = percentilesMs(near.batches, 'fromDial').p50;
    const row = rowOf(one, nearMs);
    if (one.case !== 'tls13-ecdsa-p256-resumed') return [row];
    return [row, zeroRttRow(one, percentilesMs(near.batches, 'toHello').p50)];
  });
  return [...rows, ...failed];
}
