import { column, type PointColumn } from './point-column.ts';
import type { HopFacts, Point } from './result.ts';

/** Of the hops behind a proxy the innermost that carries TLS, or else the innermost. */
function innerHop({ hops: [, ...inner] }: Point): HopFacts | undefined {
  return inner.findLast(({ security }) => security === 'tls') ?? inner.at(-1);
}

function columnsOf(name: string, of: string, hopOf: (point: Point) => HopFacts | undefined): PointColumn[] {
  const sinceBegin = 'since the configuration began, the opening of kept connections included';
  const inWindows = 'within the measured windows: the ones to divide by requests';
  return [
    column(`${name}_tlsVersion`, '', `TLS version negotiated on ${of}.`, (point) => hopOf(point)?.tlsVersion),
    column(`${name}_cipher`, '', `Cipher suite negotiated on ${of}.`, (point) => hopOf(point)?.cipher),
    column(`${name}_alpn`, '', `Protocol that ALPN chose on ${of}.`, (point) => hopOf(point)?.alpn),
    column(
      `${name}_clientCertificate`,
      '',
      `Subject of the certificate that the near end of ${of} showed (mutual TLS).`,
      (point) => hopOf(point)?.clientCertificate,
    ),
    column(
      `${name}_fullHandshakes`,
      '',
      `Full handshakes on ${of} ${sinceBegin}.`,
      (point) => hopOf(point)?.handshakes?.full,
    ),
    column(
      `${name}_resumedHandshakes`,
      '',
      `Resumed handshakes on ${of} ${sinceBegin}.`,
      (point) => hopOf(point)?.handshakes?.resumed,
    ),
    column(
      `${name}_measuredFullHandshakes`,
      '',
      `Full handshakes on ${of} ${inWindows}.`,
      (point) => hopOf(point)?.measuredHandshakes?.full,
    ),
    column(
      `${name}_measuredResumedHandshakes`,
      '',
      `Resumed handshakes on ${of} ${inWindows}.`,
      (point) => hopOf(point)?.measuredHandshakes?.resumed,
    ),
  ];
}

/** What was negotiated and counted on the client's hop, and on the one behind the proxy. */
export const hopColumns: readonly PointColumn[] = [
  ...columnsOf('outerHop', "the client's hop", ({ hops }) => hops[0]),
  ...columnsOf(
    'innerHop',
    'the innermost hop behind a proxy that carries TLS, or else the innermost',
    innerHop,
  ),
];
