import type { TlsRecord, Unread } from './anatomy.ts';
import type { Side } from './capture.ts';
import { type Fragment, HandshakeAssembler } from './handshake-assembler.ts';
import type { HandshakeFacts } from './handshake-facts.ts';
import type { KeyLog } from './key-log.ts';
import { closedDraft, handshakeDraft, type MessageDraft, recordDraft } from './message-drafts.ts';
import { contentType, contentTypeName, tls13 } from './protocol-names.ts';
import { type Opener, openerOf } from './record-openers.ts';
import { HEADER_BYTES, type WireRecord, wireBytesOf } from './record-reader.ts';
import { contentBytesOf } from './sealed-record.ts';

/**
 * Behind the handshake, so many records are opened in each direction, for tickets come among the first; the rest is counted.
 * Each takes about 0.2 ms, whatever its size.
 */
const OPENED_RECORDS = 24;
/** Longer ones hold application data; two show what they cost. */
const SHORT_RECORD_BYTES = 4_096;
const OPENED_LONG_RECORDS = 2;
/** An alert or a KeyUpdate takes no more than this (RFC 8446 sections 4.6.3, 5.2 and 6), and may come at any time. */
const TINY_RECORD_BYTES = 22;
const OPENED_TINY_RECORDS = 32;
/** So many records in a row that don't open, and the side's secrets are taken for those of something else. */
const FAILURES_LIMIT = 8;

/** Reads what one side sent, record after record. */
export class SideReader {
  readonly drafts: MessageDraft[] = [];
  readonly records: TlsRecord[] = [];
  readonly unread: Unread[] = [];
  private readonly from: Side;
  private readonly facts: HandshakeFacts;
  private readonly keyLog: KeyLog;
  private readonly assembler = new HandshakeAssembler();
  private opener: Opener | string | undefined;
  private hasChangedCipher = false;
  private laterRecords = 0;
  private tinyRecords = 0;
  private longRecords = 0;
  private failures = 0;

  /** @param facts both sides read and add to the same ones */
  constructor(from: Side, facts: HandshakeFacts, keyLog: KeyLog) {
    this.from = from;
    this.facts = facts;
    this.keyLog = keyLog;
  }

  /** Whether a record has to be opened before it says anything. */
  isSealed(record: WireRecord): boolean {
    const { version } = this.facts;
    return version === undefined || version === tls13
      ? record.type === contentType.applicationData
      : this.hasChangedCipher;
  }

  read(record: WireRecord) {
    if (this.isSealed(record)) this.readSealed(record);
    else this.readOpen(record);
  }

  /** Notes what is left of a message that has no end. */
  end() {
    const leftover = this.assembler.leftover();
    if (leftover !== undefined) this.unread.push({ from: this.from, ...leftover });
  }

  private readOpen(record: WireRecord) {
    const { type, payload: bytes } = record;
    this.note(record, type);
    this.readContent(
      { type, bytes, offset: record.offset + HEADER_BYTES, record, isEncrypted: false },
      false,
    );
    const isTls13 = this.facts.version === tls13 || this.facts.version === undefined;
    if (type === contentType.changeCipherSpec && !isTls13) this.changeCipher();
  }

  /** From here on the side encrypts (RFC 5246 section 7.1). A server that comes to it without ServerHelloDone resumes. */
  private changeCipher() {
    this.hasChangedCipher = true;
    this.opener = undefined;
    if (this.from === 'server') this.facts.isResumed ??= true;
  }

  private readSealed(record: WireRecord) {
    this.opener ??= openerOf(this.facts, this.keyLog, this.from);
    if (typeof this.opener === 'string') return this.leaveClosed(record, this.opener);
    if (this.failures >= FAILURES_LIMIT) return this.leaveClosed(record, 'no secret of the key log opens it');
    if (this.isOnlyCounted(this.opener, record)) {
      this.opener.skip();
      this.note(record, undefined);
      this.drafts.push(closedDraft(record, this.contentBytes(record)));
      return;
    }
    const plaintext = this.opener.open(record);
    this.failures = plaintext === undefined ? this.failures + 1 : 0;
    if (plaintext === undefined) return this.leaveClosed(record, 'no secret of the key log opens it');
    this.note(record, plaintext.type);
    const { isEarlyData, ...content } = plaintext;
    this.readContent({ ...content, record, isEncrypted: true }, isEarlyData);
  }

  /** Most of a long connection is application data, whose content is of no interest here. */
  private isOnlyCounted(opener: Opener, record: WireRecord): boolean {
    if (!opener.isPastHandshake(record)) return false;
    this.laterRecords += 1;
    if (record.payload.length <= TINY_RECORD_BYTES) {
      this.tinyRecords += 1;
      return this.tinyRecords > OPENED_TINY_RECORDS;
    }
    const isLong = record.payload.length > SHORT_RECORD_BYTES;
    if (isLong) this.longRecords += 1;
    return this.laterRecords > OPENED_RECORDS || (isLong && this.longRecords > OPENED_LONG_RECORDS);
  }

  /** What a record that stays closed carries, if it is application data for sure or past doubt. */
  private contentBytes(record: WireRecord): number {
    if (typeof this.opener !== 'object') return record.payload.length;
    return contentBytesOf(this.opener.sealing, this.facts.version === tls13, record);
  }

  private leaveClosed(record: WireRecord, reason: string) {
    // TLS 1.2 says outside what is inside.
    const isData = this.hasChangedCipher && record.type === contentType.applicationData;
    this.note(record, undefined);
    this.drafts.push(closedDraft(record, isData ? this.contentBytes(record) : undefined));
    this.unread.push({ from: this.from, offset: record.offset, bytes: wireBytesOf(record), reason });
  }

  private note(record: WireRecord, innerType: number | undefined) {
    this.records.push({
      from: this.from,
      atUs: record.ended.atUs,
      outerType: contentTypeName(record.type),
      ...(innerType === undefined ? {} : { innerType: contentTypeName(innerType) }),
      wireBytes: wireBytesOf(record),
    });
  }

  private readContent(fragment: Fragment, isEarlyData: boolean) {
    if (fragment.type !== contentType.handshake) {
      this.drafts.push(recordDraft(fragment, isEarlyData));
      return;
    }
    const { messages, unread } = this.assembler.add(fragment);
    this.unread.push(...unread);
    for (const message of messages) {
      const { draft, flaws } = handshakeDraft(message, this.from, this.facts);
      this.drafts.push(draft);
      this.unread.push(...flaws.map((flaw) => ({ from: this.from, offset: message.offset, ...flaw })));
    }
  }
}
