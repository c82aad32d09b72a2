import type { Fault } from '../fault.ts';
import type { HandshakeDocument } from './document.ts';
import { runtimeText } from './tables.ts';

/** Something that was asked for and could not be measured. */
interface NamedFault {
  readonly name: string;
  readonly fault: Fault;
}

type Runtime = HandshakeDocument['rows'][number]['runtime'];

/** Everything that was asked for and could not be measured, each with a name of its own: an error, not a result. */
export function faultsOf(document: HandshakeDocument): NamedFault[] {
  const { rows, roundTrips, distance, streaming = [], primitives = [] } = document;
  const isNamed = new Set(rows.map(({ runtime }) => runtimeText(runtime))).size > 1;
  const failed = <P extends { readonly runtime: Runtime }>(
    parts: readonly (P | (P & { readonly fault: Fault }))[],
    nameOf: (part: P) => string,
  ) =>
    parts.flatMap((part): NamedFault[] => {
      if (!('fault' in part)) return [];
      const on = isNamed ? ` on ${runtimeText(part.runtime)}` : '';
      return [{ name: `${nameOf(part)}${on}`, fault: part.fault }];
    });
  return [
    ...failed(rows, (row) => row.case),
    ...failed(roundTrips, (row) => `round trips over ${row.case}`),
    ...failed(distance, (row) => `${row.case} at ${row.rttMs} ms`),
    ...failed(streaming, () => 'streaming'),
    ...failed(primitives, () => 'primitives'),
  ];
}

/** What could not take part, in sentences: runtimes that were only found, cases, primitives. */
export function leftOutOf(document: HandshakeDocument): string[] {
  const { leftOut, unusableNodes = [], primitives = [] } = document;
  const unable = primitives.flatMap((part) =>
    'fault' in part
      ? []
      : part.leftOut.map(
          ({ algorithm, reason }) =>
            `The primitives of ${algorithm} are left out on ${runtimeText(part.runtime)}: ${reason}.`,
        ),
  );
  return [...[...unusableNodes, ...leftOut].map(({ fault }) => fault.message), ...unable];
}
