import { alertLevelNames, alertNames } from './alert-names.ts';
import type { Field, Message } from './anatomy.ts';
import { Cursor, ShortRead } from './cursor.ts';
import { countText } from './field-text.ts';
import { type Fragment, type HandshakeMessage, MESSAGE_HEADER_BYTES } from './handshake-assembler.ts';
import type { Flaw, HandshakeFacts } from './handshake-facts.ts';
import { handshakeKind } from './handshake-kinds.ts';
import { nameOf } from './number-names.ts';
import { contentType, contentTypeName } from './protocol-names.ts';
import { type WireRecord, wireBytesOf } from './record-reader.ts';

/** A message before its place among those of the other direction is known. */
export interface MessageDraft extends Omit<Message, 'flight'> {
  /** Place of the chunk in which it ended. */
  order: number;
  /** Absent for what is one message; else how many records the run has, and of what kind they are. */
  run?: { kind: string; records: number; openedRecords: number };
}

/** Reads the fields as far as they go; what can't be read is among the flaws. */
function collect(fields: Iterable<Field>, cursor: Cursor, name: string, flaws: Flaw[]): Field[] {
  const collected: Field[] = [];
  try {
    for (const field of fields) collected.push(field);
    if (cursor.left > 0) {
      flaws.push({
        bytes: cursor.left,
        reason: `${name}: ${countText(cursor.left, 'byte')} stand behind its end`,
      });
    }
  } catch (error) {
    if (!(error instanceof ShortRead)) throw error;
    flaws.push({ bytes: cursor.left, reason: `${name}: ${error.message}` });
  }
  return collected;
}

/** @returns a handshake message with its fields, and what of it couldn't be read */
export function handshakeDraft(
  message: HandshakeMessage,
  from: Message['from'],
  facts: HandshakeFacts,
): { draft: MessageDraft; flaws: Flaw[] } {
  const flaws: Flaw[] = [];
  const { name, fields } = handshakeKind(message.type, message.body);
  const cursor = new Cursor(message.body);
  const collected = collect(fields(cursor, { from, facts, flaws }), cursor, name, flaws);
  const draft: MessageDraft = {
    name,
    from,
    beganUs: message.began.atUs,
    endedUs: message.ended.atUs,
    bytes: message.body.length + MESSAGE_HEADER_BYTES,
    wireBytes: message.wireBytes,
    isEncrypted: message.isEncrypted,
    fields: collected,
    order: message.ended.order,
  };
  return { draft, flaws };
}

const aloneNames: Readonly<Record<number, string>> = {
  [contentType.changeCipherSpec]: 'ChangeCipherSpec',
  [contentType.alert]: 'Alert',
  [contentType.applicationData]: 'ApplicationData',
};

/** RFC 8446 section 6. */
function alertFields([level, description]: Uint8Array): Field[] {
  if (level === undefined || description === undefined) return [];
  return [
    { name: 'Level', value: nameOf(alertLevelNames, level, 1) },
    { name: 'Description', value: nameOf(alertNames, description, 1) },
  ];
}

function wholeRecord(record: WireRecord) {
  const began = record.stream.momentOf(record.offset);
  return {
    from: record.stream.from,
    beganUs: began.atUs,
    endedUs: record.ended.atUs,
    wireBytes: wireBytesOf(record),
    order: record.ended.order,
  };
}

/** @returns a record that is a message by itself: an alert, a change_cipher_spec, application data */
export function recordDraft(fragment: Fragment, isEarlyData: boolean): MessageDraft {
  const { type, bytes, isEncrypted, record } = fragment;
  const draft: MessageDraft = {
    ...wholeRecord(record),
    name: aloneNames[type] ?? contentTypeName(type),
    bytes: bytes.length,
    isEncrypted,
    fields: type === contentType.alert ? alertFields(bytes) : [],
  };
  if (type !== contentType.applicationData) return draft;
  if (isEarlyData)
    draft.fields.push({ name: 'Early data', value: 'yes, sent before the handshake was done' });
  return { ...draft, run: { kind: isEarlyData ? 'early' : 'data', records: 1, openedRecords: 1 } };
}

/**
 * @param contentBytes what it carries, where its length tells; undefined where even its kind isn't known
 * @returns a record that stays closed
 */
export function closedDraft(record: WireRecord, contentBytes: number | undefined): MessageDraft {
  const isData = contentBytes !== undefined;
  return {
    ...wholeRecord(record),
    name: isData ? 'ApplicationData' : 'Encrypted',
    bytes: contentBytes ?? record.payload.length,
    isEncrypted: true,
    fields: isData ? [] : [{ name: 'Content type outside', value: contentTypeName(record.type) }],
    run: { kind: isData ? 'data' : `closed ${record.type}`, records: 1, openedRecords: 0 },
  };
}
