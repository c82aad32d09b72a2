import type { HandshakeDocument, HandshakeRow } from '../../shared/handshake/document.ts';
import type { Figure } from '../../shared/result.ts';
import type { LabState } from './reduce.ts';

/** Two figures of one thing: of its server and of its client. */
export interface PairRow {
  readonly label: string;
  readonly server: Figure;
  readonly client: Figure;
}

/** Where rows of several runtimes stand side by side, each says whose it is. */
function namesOf(document: HandshakeDocument) {
  const text = ({ version, tls }: HandshakeRow['runtime']) => `${version} · ${tls.replace('OpenSSL ', '')}`;
  const isNeeded = new Set(document.rows.map(({ runtime }) => text(runtime))).size > 1;
  return (name: string, runtime: HandshakeRow['runtime']) => (isNeeded ? `${name} (${text(runtime)})` : name);
}

/** CPU of both sides of every case that was measured. */
export function costRows(document: HandshakeDocument): PairRow[] {
  const nameOf = namesOf(document);
  return document.rows.flatMap((row) =>
    'fault' in row
      ? []
      : [{ label: nameOf(row.case, row.runtime), server: row.serverCpuUs, client: row.clientCpuUs }],
  );
}

/** ns of CPU per byte of a stream, in plaintext and in each cipher. */
export function streamRows(document: HandshakeDocument): PairRow[] {
  const nameOf = namesOf(document);
  return (document.streaming ?? []).flatMap((part) =>
    'fault' in part
      ? []
      : part.rows.map(({ kind, serverCpuNsPerByte, clientCpuNsPerByte }) => ({
          label: nameOf(kind.replace(/^TLS_/, ''), part.runtime),
          server: serverCpuNsPerByte,
          client: clientCpuNsPerByte,
        })),
  );
}

/** A line over numbers. */
export interface NumberLine {
  readonly name: string;
  /** Drawn differently: no such connection was made. */
  readonly isModelled: boolean;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** Time until the first request can leave, over the distance: as measured, and of what can't be, as modelled. */
export function distanceLines({ distance }: HandshakeDocument): NumberLine[] {
  const measured = distance.flatMap((row) => ('fault' in row ? [] : [row]));
  const names = [...new Set(measured.map((row) => row.case))];
  return names.map((name) => {
    const rows = measured.filter((row) => row.case === name);
    const points = rows.map((row) => ({
      x: row.rttMs,
      y: row.modelled ? row.modelMs : (row.wallMs?.p50 ?? Number.NaN),
    }));
    return { name, isModelled: rows.some(({ modelled }) => modelled), points };
  });
}

/** CPU of both sides per round trip, over how many of them a connection carries. */
export function breakEvenLines({ roundTrips, rows }: HandshakeDocument): NumberLine[] {
  const own = rows[0]?.runtime;
  const isOwn = (runtime: HandshakeRow['runtime']) => JSON.stringify(runtime) === JSON.stringify(own);
  return roundTrips.flatMap((row) => {
    if ('fault' in row || !isOwn(row.runtime)) return [];
    const points = row.curve.map(({ roundTrips: x, cpuUsPerRoundTrip: y }) => ({ x, y }));
    return [{ name: row.case, isModelled: false, points }];
  });
}

/** Whether the handshake lab is under way: the lab says so, or has not yet said how it ended. */
export const selectIsHandshakeLabBusy = ({ status, handshakeLab }: LabState): boolean =>
  status?.phase.kind === 'handshake-lab' || handshakeLab?.state === 'running';
