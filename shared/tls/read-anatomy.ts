import type { Anatomy, TlsRecord, Unread } from './anatomy.ts';
import { ByteStream } from './byte-stream.ts';
import type { Capture } from './capture.ts';
import { suiteNames } from './cipher-suites.ts';
import type { HandshakeFacts } from './handshake-facts.ts';
import { KeyLog } from './key-log.ts';
import { inOrder } from './message-order.ts';
import { shortNameOf } from './number-names.ts';
import { versionNames } from './protocol-names.ts';
import { readRecords, type WireRecord } from './record-reader.ts';
import { SideReader } from './side-reader.ts';

/** Reads records in the order in which they ended, so that what a hello says is known to what follows on it. */
function readInOrder(records: readonly WireRecord[], facts: HandshakeFacts, keyLog: KeyLog) {
  const sides = {
    client: new SideReader('client', facts, keyLog),
    server: new SideReader('server', facts, keyLog),
  };
  // Early data comes before the ServerHello that names its cipher suite (RFC 8446 section 2.3).
  let early: WireRecord[] = [];
  const readEarly = () => {
    for (const record of early) sides.client.read(record);
    early = [];
  };
  for (const record of records) {
    const side = sides[record.stream.from];
    if (side === sides.client && facts.suite === undefined && side.isSealed(record)) early.push(record);
    else side.read(record);
    if (facts.suite !== undefined) readEarly();
  }
  readEarly();
  return [sides.client, sides.server];
}

/** Neighbours that were left unread for the same reason, as one. */
function mergeUnread(all: readonly Unread[]): Unread[] {
  const merged: Unread[] = [];
  for (const next of all.toSorted((a, b) => a.offset - b.offset)) {
    const last = merged.at(-1);
    const isGoingOn =
      last !== undefined && last.offset + last.bytes === next.offset && last.reason === next.reason;
    if (isGoingOn) merged[merged.length - 1] = { ...last, bytes: last.bytes + next.bytes };
    else merged.push(next);
  }
  return merged;
}

const byTime = (a: TlsRecord, b: TlsRecord) => a.atUs - b.atUs;

/** A connection taken apart, and what its messages carry that no text could hold. */
export interface ReadHandshake {
  readonly anatomy: Anatomy;
  /** In DER, in the order in which the server sent them; absent where no such message could be read. */
  readonly serverCertificates: readonly Uint8Array[] | undefined;
}

/**
 * Takes a TLS connection apart: records, messages and their fields, opened with the key log where it has the secrets.
 *
 * @param capture as `captureSchema` lets it through; its bytes may be anything
 * @returns what could be read, and in `unread` what couldn't; it throws for no bytes whatever
 */
export function readHandshake(capture: Capture): ReadHandshake {
  const streams = [new ByteStream(capture, 'client'), new ByteStream(capture, 'server')];
  const cut = streams.map(readRecords);
  const records = cut.flatMap((side) => side.records).sort((a, b) => a.ended.order - b.ended.order);
  const facts: HandshakeFacts = {};
  const sides = readInOrder(records, facts, new KeyLog(capture.keyLog));
  for (const side of sides) side.end();
  const { version, suite, group, isResumed, serverCertificates } = facts;
  const anatomy: Anatomy = {
    version: version === undefined ? undefined : shortNameOf(versionNames, version),
    cipher: suite === undefined ? undefined : shortNameOf(suiteNames, suite),
    group,
    isResumed,
    records: sides.flatMap((side) => side.records).sort(byTime),
    messages: inOrder(sides.flatMap((side) => side.drafts)),
    unread: cut.flatMap((side, index) => mergeUnread([...(sides[index]?.unread ?? []), ...side.unread])),
  };
  return { anatomy, serverCertificates };
}

/** The same of a connection of which only what can be shown is wanted. */
export const readAnatomy = (capture: Capture): Anatomy => readHandshake(capture).anatomy;
