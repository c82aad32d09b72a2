import type { Figure } from '../result.ts';
import type { Cell, Table } from '../table.ts';
import type { HandshakeDocument } from './document.ts';
import { measuredParts } from './foundation-tables.ts';
import { runtimeText } from './tables.ts';

/** The figures behind the handshake lab's charts as bare numbers, for other programs; units are in the columns' names. */

const figureColumns = (name: string) => [`${name}_mean`, `${name}_ci95Low`, `${name}_ci95High`];
const figureCells = ({ mean, ci95 }: Figure): Cell[] => [mean, ci95?.[0], ci95?.[1]];

/** CPU of a whole connection, times and bytes of every case. */
export function costFigures(document: HandshakeDocument): Table {
  return {
    columns: [
      'case',
      'runtime',
      'handshakes',
      'resumed',
      ...figureColumns('serverCpuUs'),
      ...figureColumns('clientCpuUs'),
      'p50Ms',
      'p99Ms',
      'bytesSent',
      'bytesReceived',
    ],
    rows: measuredParts(document.rows).map((row) => [
      row.case,
      runtimeText(row.runtime),
      row.handshakes,
      row.resumedCount,
      ...figureCells(row.serverCpuUs),
      ...figureCells(row.clientCpuUs),
      row.wallMs.p50,
      row.wallMs.p99,
      row.bytesSent,
      row.bytesReceived,
    ]),
  };
}

/** Time until the first request can leave, as measured and as modelled, of each case at each distance. */
export function distanceFigures(document: HandshakeDocument): Table {
  return {
    columns: ['case', 'runtime', 'rttMs', 'roundTrips', 'p50Ms', 'p99Ms', 'modelMs', 'modelledOnly'],
    rows: measuredParts(document.distance).map((row) => [
      row.case,
      runtimeText(row.runtime),
      row.rttMs,
      row.tcpRoundTrips + row.tlsRoundTrips,
      row.wallMs?.p50,
      row.wallMs?.p99,
      row.modelMs,
      row.modelled ? 'yes' : 'no',
    ]),
  };
}

/** CPU of both sides per round trip, by how many a connection carries. */
export function breakEvenFigures(document: HandshakeDocument): Table {
  return {
    columns: ['case', 'runtime', 'roundTripsPerConnection', 'cpuUsPerRoundTrip'],
    rows: measuredParts(document.roundTrips).flatMap((row) =>
      row.curve.map(({ roundTrips, cpuUsPerRoundTrip }) => [
        row.case,
        runtimeText(row.runtime),
        roundTrips,
        cpuUsPerRoundTrip,
      ]),
    ),
  };
}

/** What each cipher costs a stream, per byte. */
export function streamingFigures(document: HandshakeDocument): Table {
  return {
    columns: [
      'cipher',
      'runtime',
      ...figureColumns('bytesPerSec'),
      ...figureColumns('senderCpuNsPerByte'),
      ...figureColumns('receiverCpuNsPerByte'),
    ],
    rows: measuredParts(document.streaming).flatMap(({ runtime, rows }) =>
      rows.map((row) => [
        row.kind,
        runtimeText(runtime),
        ...figureCells(row.bytesPerSec),
        ...figureCells(row.serverCpuNsPerByte),
        ...figureCells(row.clientCpuNsPerByte),
      ]),
    ),
  };
}
