import { type Head, parseHead } from './load-head.ts';

/** The last head seen, shared by all connections of a fleet: most heads repeat it byte for byte. */
export interface HeadMemory {
  last: Head | undefined;
}

export type ReadOutcome = 'more' | 'done' | 'fault';

type ChunkState = 'size' | 'extension' | 'data' | 'data-end' | 'trailer';

const MAX_HEAD_BYTES = 65_536;
const HEAD_END = '\r\n\r\n';
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SEMICOLON = 59;

function startsWith(buffer: Buffer, from: number, to: number, prefix: Buffer): boolean {
  const end = from + prefix.length;
  return end <= to && buffer.compare(prefix, 0, prefix.length, from, end) === 0;
}

/**
 * Reads one HTTP/1.1 response after another from the reads of one connection, without keeping the body. Requests are
 * not pipelined, so bytes past the end of a response are a fault.
 * Source: RFC 9112 §6 (message body length) and §7.1 (chunked).
 */
export class AnswerReader {
  status = 0;
  /** Body bytes seen so far. */
  bodyBytes = 0;
  /** The server said that it will close after this response. */
  closes = false;
  /** Why the last outcome was `fault`. */
  fault = '';
  private readonly memory: HeadMemory;
  private partialHead: Buffer | undefined;
  private head: Head | undefined;
  private headEndsAt = 0;
  private remaining = 0;
  private chunkState: ChunkState = 'size';
  private chunkLine = '';

  constructor(memory: HeadMemory) {
    this.memory = memory;
  }

  /** Makes ready for the answer to the next request. */
  reset(): void {
    this.head = undefined;
    this.partialHead = undefined;
    this.bodyBytes = 0;
  }

  /** Takes the first `length` bytes of `buffer`; the buffer may be overwritten after the call. */
  read(buffer: Buffer, length: number): ReadOutcome {
    let at = 0;
    while (this.head === undefined) {
      const head = this.takeHead(buffer, at, length);
      if (typeof head === 'string') return head;
      at = this.headEndsAt;
      // RFC 9110 §15.2: interim responses (100, 103) precede the real one and have no body.
      if (head.status >= 200) this.begin(head);
      else if (at === length) return 'more';
    }
    return this.takeBody(this.head, buffer, at, length);
  }

  /** Tells that the peer has ended its side: the only way in which an unframed body ends. */
  end(): ReadOutcome {
    return this.head?.framing === 'close' ? 'done' : this.fail('the connection ended inside a response');
  }

  private takeHead(buffer: Buffer, from: number, to: number): Head | 'more' | 'fault' {
    const { last } = this.memory;
    if (last !== undefined && this.partialHead === undefined && startsWith(buffer, from, to, last.bytes)) {
      this.headEndsAt = from + last.bytes.length;
      return last;
    }
    const before = this.partialHead?.length ?? 0;
    const fresh = buffer.subarray(from, to);
    const seen = this.partialHead === undefined ? fresh : Buffer.concat([this.partialHead, fresh]);
    const end = seen.indexOf(HEAD_END, Math.max(0, before - HEAD_END.length), 'latin1');
    const headBytes = end < 0 ? seen.length : end + HEAD_END.length;
    if (headBytes > MAX_HEAD_BYTES) return this.fail(`the head exceeds ${MAX_HEAD_BYTES} bytes`);
    if (end < 0) {
      this.partialHead = Buffer.from(seen);
      return 'more';
    }
    const head = parseHead(Buffer.from(seen.subarray(0, headBytes)));
    if (typeof head === 'string') return this.fail(head);
    this.partialHead = undefined;
    this.headEndsAt = from + headBytes - before;
    this.memory.last = head;
    return head;
  }

  private begin(head: Head): void {
    this.head = head;
    this.status = head.status;
    this.closes = head.closes;
    this.bodyBytes = 0;
    this.remaining = head.bodyBytes;
    this.chunkState = 'size';
    this.chunkLine = '';
  }

  private takeBody(head: Head, buffer: Buffer, from: number, to: number): ReadOutcome {
    if (head.framing === 'chunked') return this.takeChunks(buffer, from, to);
    const got = to - from;
    this.bodyBytes += got;
    if (head.framing === 'close') return 'more';
    this.remaining -= got;
    if (this.remaining > 0) return 'more';
    return this.remaining === 0 ? 'done' : this.fail(`${-this.remaining} bytes past the end of the body`);
  }

  private takeChunks(buffer: Buffer, from: number, to: number): ReadOutcome {
    let at = from;
    while (at < to) {
      if (this.chunkState === 'data') {
        const got = Math.min(this.remaining, to - at);
        at += got;
        this.bodyBytes += got;
        this.remaining -= got;
        if (this.remaining === 0) this.chunkState = 'data-end';
        continue;
      }
      const outcome = this.takeChunkByte(buffer[at] ?? 0);
      at += 1;
      if (outcome === 'fault') return outcome;
      if (outcome === 'done') return at === to ? 'done' : this.fail(`${to - at} bytes past the last chunk`);
    }
    return 'more';
  }

  private takeChunkByte(byte: number): ReadOutcome {
    if (byte === CARRIAGE_RETURN) return 'more';
    if (byte === LINE_FEED) return this.endChunkLine();
    if (this.chunkState === 'data-end') return this.fail('a chunk is longer than its size says');
    if (byte === SEMICOLON && this.chunkState === 'size') this.chunkState = 'extension';
    else if (this.chunkState !== 'extension') this.chunkLine += String.fromCharCode(byte);
    return this.chunkLine.length > MAX_HEAD_BYTES ? this.fail('a chunk line is too long') : 'more';
  }

  private endChunkLine(): ReadOutcome {
    const line = this.chunkLine;
    this.chunkLine = '';
    if (this.chunkState === 'trailer') return line === '' ? 'done' : 'more';
    if (this.chunkState === 'data-end') {
      this.chunkState = 'size';
      return 'more';
    }
    if (!/^[0-9a-f]{1,12}[ \t]*$/i.test(line)) return this.fail(`${JSON.stringify(line)} is no chunk size`);
    this.remaining = Number.parseInt(line, 16);
    this.chunkState = this.remaining === 0 ? 'trailer' : 'data';
    return 'more';
  }

  private fail(reason: string): 'fault' {
    this.fault = reason;
    return 'fault';
  }
}
