import type { HandshakeDocument } from '../../shared/handshake/document.ts';
import {
  explainedTable,
  primitivesTable,
  sealingTable,
  streamingTable,
} from '../../shared/handshake/foundation-tables.ts';
import { faultsOf, leftOutOf } from '../../shared/handshake/missing.ts';
import type { HandshakeOptions } from '../../shared/handshake/options.ts';
import { distanceTable, handshakeTable, roundTripTable } from '../../shared/handshake/tables.ts';
import { environmentText } from '../../shared/tables.ts';
import { tableToText } from './text-table.ts';

const endings: Record<NonNullable<HandshakeDocument['endedEarly']>, string> = {
  cancelled: '! cancelled: what was measured before is above',
  'out-of-time': '! out of time: every case has fewer handshakes than were asked for',
  failed: '! ended early',
};

const warningsOf = ({ primitives = [], warnings = [] }: HandshakeDocument) => [
  ...warnings,
  ...primitives.flatMap((part) => ('fault' in part ? [] : part.warnings)),
];

/** For someone who reads a terminal: the tables, and what is not in them. */
function handshakesToText(document: HandshakeDocument): string {
  const more = [
    roundTripTable(document),
    distanceTable(document),
    streamingTable(document),
    primitivesTable(document),
    sealingTable(document),
    explainedTable(document),
  ].filter(({ rows }) => rows.length > 0);
  const { endedEarly, fault } = document;
  const sections = [
    environmentText(document.environment),
    '',
    tableToText(handshakeTable(document)),
    ...more.flatMap((table) => ['', tableToText(table)]),
    '',
    'CPU is of a whole connection, its closing included; bytes are those of the handshake, without TLS 1.3’s tickets.',
    ...(document.primitives === undefined
      ? []
      : [
          'Sealing is done through Node: the memory of its result is in the rate, and openssl speed -evp says up to twice as much.',
        ]),
    ...leftOutOf(document).map((sentence) => `! ${sentence}`),
    ...faultsOf(document).map((one) => `! ${one.name} ${one.fault.code}: ${one.fault.message}`),
    ...warningsOf(document).map(({ message }) => `! ${message}`),
    ...(endedEarly === undefined ? [] : [endings[endedEarly]]),
    ...(fault === undefined ? [] : [`! ${fault.message}`]),
  ];
  return `${sections.join('\n')}\n`;
}

/** The document in the form that was asked for, ending in a newline. */
export function printHandshakes(document: HandshakeDocument, format: 'text' | 'json'): string {
  return format === 'json' ? `${JSON.stringify(document, undefined, 2)}\n` : handshakesToText(document);
}

/** Whether something that was asked for is missing; what a runtime can't do only counts where it was named. */
export function isInPart(document: HandshakeDocument, { cases }: HandshakeOptions): boolean {
  const isCutShort = document.endedEarly !== undefined || faultsOf(document).length > 0;
  return isCutShort || (cases !== undefined && document.leftOut.length > 0);
}
