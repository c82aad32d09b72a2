import type { Hello } from '../role-api.ts';
import { type Cell, type Table, withInterval } from '../table.ts';
import type { HandshakeDocument, RoundTripRow } from './document.ts';

/** A runtime and its TLS library, in words. */
export const runtimeText = ({ name, version, tls }: Hello['runtime']): string =>
  `${name === 'node' ? 'Node.js' : 'Electron'} ${version}, ${tls}`;

/** Which runtime, in a column of its own where there are several. */
export function runtimeColumn({ rows }: HandshakeDocument) {
  const isNeeded = new Set(rows.map(({ runtime }) => runtimeText(runtime))).size > 1;
  return {
    columns: isNeeded ? ['runtime'] : [],
    cells: (runtime: Hello['runtime']): Cell[] => (isNeeded ? [runtimeText(runtime)] : []),
  };
}

/** Every case that was measured: what a person reads of it. */
export function handshakeTable(document: HandshakeDocument): Table {
  const { columns, cells } = runtimeColumn(document);
  return {
    columns: [
      'case',
      ...columns,
      'handshakes',
      'resumed',
      'server CPU (µs)',
      'client CPU (µs)',
      'p50 (ms)',
      'p99 (ms)',
      'bytes sent',
      'bytes received',
    ],
    rows: document.rows.flatMap((row) => {
      const head = [row.case, ...cells(row.runtime), row.handshakes, row.resumedCount];
      if ('fault' in row) return [];
      const { serverCpuUs, clientCpuUs, wallMs, bytesSent, bytesReceived } = row;
      const cpu = [withInterval(serverCpuUs), withInterval(clientCpuUs)];
      return [[...head, ...cpu, wallMs.p50, wallMs.p99, Math.round(bytesSent), Math.round(bytesReceived)]];
    }),
  };
}

const breakEvenCell = ({ roundTrips, roundTripsCi95 }: RoundTripRow['breakEven'][number]): Cell =>
  roundTripsCi95 === undefined ? roundTrips : `${roundTrips} (${roundTripsCi95.join('–')})`;

/** A round trip on a new connection against one on an open one, and how many it takes for the difference not to matter. */
export function roundTripTable(document: HandshakeDocument): Table {
  const { columns, cells } = runtimeColumn(document);
  const measured = document.roundTrips.flatMap((row) => ('fault' in row ? [] : [row]));
  const shares = measured[0]?.breakEven.map(({ share }) => share) ?? [];
  return {
    columns: [
      'round trip over',
      ...columns,
      'new: CPU of both (µs)',
      'open: CPU of both (µs)',
      'new p50 (ms)',
      'open p50 (ms)',
      ...shares.map((share) => `round trips for ${share * 100} %`),
    ],
    rows: measured.map(({ newConnection, openConnection, breakEven, ...row }) => [
      row.case,
      ...cells(row.runtime),
      newConnection.serverCpuUs.mean + newConnection.clientCpuUs.mean,
      openConnection.serverCpuUs.mean + openConnection.clientCpuUs.mean,
      newConnection.wallMs.p50,
      openConnection.wallMs.p50,
      ...breakEven.map(breakEvenCell),
    ]),
  };
}

/** Each case at each distance, beside the model. */
export function distanceTable({ distance }: HandshakeDocument): Table {
  return {
    columns: ['over a distance', 'RTT (ms)', 'round trips', 'p50 (ms)', 'model (ms)', ''],
    rows: distance.flatMap((row) =>
      'fault' in row
        ? []
        : [
            [
              row.case,
              row.rttMs,
              row.tcpRoundTrips + row.tlsRoundTrips,
              row.wallMs?.p50,
              row.modelMs,
              row.modelled ? 'modelled, not measured' : '',
            ],
          ],
    ),
  };
}
