import { type Table, withInterval } from '../table.ts';
import type { HandshakeDocument } from './document.ts';
import { runtimeColumn } from './tables.ts';

/** Those that came about, without those that have a fault in place of figures. */
export const measuredParts = <P extends object>(parts: readonly P[] = []) =>
  parts.filter((part): part is Exclude<P, { fault: unknown }> => !('fault' in part));

/** What each cipher costs a stream that goes on, plaintext first. */
export function streamingTable(document: HandshakeDocument): Table {
  const { columns, cells } = runtimeColumn(document);
  return {
    columns: ['stream', ...columns, 'MB/s', 'sender CPU (ns/B)', 'receiver CPU (ns/B)'],
    rows: measuredParts(document.streaming).flatMap(({ runtime, rows }) =>
      rows.map(({ kind, bytesPerSec, serverCpuNsPerByte, clientCpuNsPerByte }) => [
        kind,
        ...cells(runtime),
        bytesPerSec.mean / 1e6,
        withInterval(serverCpuNsPerByte),
        withInterval(clientCpuNsPerByte),
      ]),
    ),
  };
}

/** What handshakes and records are made of, each alone. */
export function primitivesTable(document: HandshakeDocument): Table {
  const { columns, cells } = runtimeColumn(document);
  return {
    columns: ['primitive', ...columns, 'bytes', 'CPU (µs)'],
    rows: measuredParts(document.primitives).flatMap(({ runtime, rows }) =>
      rows.map(({ operation, algorithm, bytes, cpuUs }) => [
        `${operation} ${algorithm}`,
        ...cells(runtime),
        bytes,
        withInterval(cpuUs),
      ]),
    ),
  };
}

/** What of sealing a record is Node's call, and how fast the bytes beyond it are sealed. */
export function sealingTable(document: HandshakeDocument): Table {
  const { columns, cells } = runtimeColumn(document);
  return {
    columns: ['sealing', ...columns, 'Node’s call (µs)', 'MB per second of CPU, the call apart'],
    rows: measuredParts(document.primitives).flatMap(({ runtime, sealing = [] }) =>
      sealing.map(({ algorithm, callUs, mbPerSec }) => [
        algorithm,
        ...cells(runtime),
        withInterval(callUs),
        mbPerSec && withInterval(mbPerSec),
      ]),
    ),
  };
}

/** How much of each case's CPU the primitives explain; the rest is the TLS library's other work, the runtime's, the kernel's. */
export function explainedTable(document: HandshakeDocument): Table {
  const { columns, cells } = runtimeColumn(document);
  return {
    columns: ['primitives in', ...columns, 'server (µs)', 'server (%)', 'client (µs)', 'client (%)'],
    rows: (document.explained ?? []).map(({ case: id, runtime, server, client }) => [
      id,
      ...cells(runtime),
      server?.primitivesUs,
      server?.share && server.share * 100,
      client?.primitivesUs,
      client?.share && client.share * 100,
    ]),
  };
}
