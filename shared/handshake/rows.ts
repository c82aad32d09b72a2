import type { Fault } from '../fault.ts';
import type { Hello } from '../role-api.ts';
import { type HandshakeCaseId, handshakeCases } from './cases.ts';
import type { FailedRow, HandshakeRow } from './document.ts';
import {
  bytesPerConnection,
  countOf,
  cpuFigure,
  type MeasuredBatch,
  percentilesMs,
} from './measured-batch.ts';
import type { Proof } from './role-calls.ts';

/** One case on one runtime: what was proved of it, what was measured, or what went wrong. */
export interface MeasuredCase {
  readonly case: HandshakeCaseId;
  readonly runtime: Hello['runtime'];
  readonly proof: Proof | null;
  readonly batches: readonly MeasuredBatch[];
  readonly fault?: Fault | undefined;
}

/** What rows of one case have in common. */
export function rowHead(caseId: HandshakeCaseId, runtime: Hello['runtime']) {
  const promised = handshakeCases[caseId];
  return {
    case: caseId,
    runtime,
    ...(promised === null ? {} : { version: promised.version, key: promised.key }),
    resumed: promised?.resumed ?? false,
  };
}

const resumedOf = (batches: readonly MeasuredBatch[]) =>
  batches.reduce((sum, { report }) => sum + report.resumed, 0);

function tlsFacts(proof: Proof | null) {
  if (proof === null) return { isRetried: false, roundTrips: 0 };
  const { group, cipher, chainLength, isRetried, roundTrips } = proof;
  return {
    ...(group === undefined ? {} : { group }),
    cipher,
    ...(chainLength === undefined ? {} : { chainLength }),
    isRetried,
    roundTrips,
  };
}

/** What stands in the place of figures when something was wrong with a case. */
export const failedRow = (
  { case: caseId, runtime, batches }: Omit<MeasuredCase, 'fault'>,
  fault: Fault,
): FailedRow => ({
  ...rowHead(caseId, runtime),
  handshakes: countOf(batches),
  resumedCount: resumedOf(batches),
  fault,
});

/** The row of a case; undefined when nothing of it was measured. A case with a fault has no figures. */
export function handshakeRow(measured: MeasuredCase): HandshakeRow | FailedRow | undefined {
  const { batches, fault, proof } = measured;
  if (fault !== undefined) return failedRow(measured, fault);
  const serverCpuUs = cpuFigure(batches, 'server');
  const clientCpuUs = cpuFigure(batches, 'client');
  if (serverCpuUs === undefined || clientCpuUs === undefined) return undefined;
  const handshake = bytesPerConnection(batches, 'handshakeBytes');
  const connection = bytesPerConnection(batches, 'connectionBytes');
  return {
    ...rowHead(measured.case, measured.runtime),
    ...tlsFacts(proof),
    handshakes: countOf(batches),
    resumedCount: resumedOf(batches),
    serverCpuUs,
    clientCpuUs,
    wallMs: percentilesMs(batches, 'wall'),
    bytesSent: handshake.sent,
    bytesReceived: handshake.received,
    connectionBytesSent: connection.sent,
    connectionBytesReceived: connection.received,
    modelled: false,
  };
}
