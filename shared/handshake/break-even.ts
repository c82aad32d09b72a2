import type { Figure } from '../result.ts';
import { differenceOf, ratioOf } from '../stats.ts';
import type { FailedRow, RoundTripCost, RoundTripRow } from './document.ts';
import { countOf, cpuFigure, type MeasuredBatch, percentilesMs } from './measured-batch.ts';
import { failedRow, type MeasuredCase, rowHead } from './rows.ts';

/** At one half a connection costs as much as all that it carries; at a hundredth hardly anybody would look for it. */
const shares = [0.5, 0.1, 0.05, 0.01] as const;
const curveRoundTrips = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000] as const;

/**
 * How many round trips a connection must carry so that setting it up and closing it is no more than a share of its CPU:
 * the smallest n with connection ÷ (connection + n · roundTrip) ≤ share.
 * @param connectionCpuUs of both sides, beyond the round trips; nothing measurable counts as 0
 * @param roundTripCpuUs of both sides, on an open connection; more than 0
 * @param share between 0 and 1
 */
export function breakEvenRoundTrips(connectionCpuUs: number, roundTripCpuUs: number, share: number): number {
  const exact = (Math.max(0, connectionCpuUs) * (1 - share)) / (share * roundTripCpuUs);
  // What floating point has put above a whole number isn't one more round trip.
  return Math.max(1, Math.ceil(exact - 1e-9));
}

function costOf(batches: readonly MeasuredBatch[]): RoundTripCost | undefined {
  const serverCpuUs = cpuFigure(batches, 'server');
  const clientCpuUs = cpuFigure(batches, 'client');
  if (serverCpuUs === undefined || clientCpuUs === undefined) return undefined;
  return { count: countOf(batches), serverCpuUs, clientCpuUs, wallMs: percentilesMs(batches, 'wall') };
}

/**
 * Break-even at each share, with the interval that both costs allow: a new connection costs so many times what a round
 * trip on an open one does, and one of these times is the round trip itself.
 * @returns nothing where a round trip costs nothing measurable
 */
function breakEvens(fresh: Figure, open: Figure): RoundTripRow['breakEven'] {
  const times = ratioOf(fresh, open);
  if (times === undefined) return [];
  return shares.map((share) => {
    const roundTripsAt = (ratio: number) => breakEvenRoundTrips(ratio - 1, 1, share);
    const roundTrips = roundTripsAt(times.mean);
    if (times.ci95 === undefined) return { share, roundTrips };
    const [low, high] = times.ci95;
    return { share, roundTrips, roundTripsCi95: [roundTripsAt(low), roundTripsAt(high)] };
  });
}

/** A new connection against an open one; the fault of either in the place of figures; undefined unless both were measured. */
export function roundTripRow(fresh: MeasuredCase, open: MeasuredCase): RoundTripRow | FailedRow | undefined {
  const { case: caseId, runtime, batches } = fresh;
  const fault = fresh.fault ?? open.fault;
  if (fault !== undefined) return failedRow(fresh, fault);
  const [newConnection, openConnection] = [costOf(batches), costOf(open.batches)];
  const [newCpuUs, roundTripUs] = [cpuFigure(batches, 'both'), cpuFigure(open.batches, 'both')];
  if (!newConnection || !openConnection || !newCpuUs || !roundTripUs) return undefined;
  const connectionCpuUs = differenceOf(newCpuUs, roundTripUs);
  const beyondUs = connectionCpuUs.mean;
  return {
    ...rowHead(caseId, runtime),
    newConnection,
    openConnection,
    connectionCpuUs,
    breakEven: breakEvens(newCpuUs, roundTripUs),
    curve: curveRoundTrips.map((roundTrips) => ({
      roundTrips,
      cpuUsPerRoundTrip: roundTripUs.mean + beyondUs / roundTrips,
    })),
  };
}
