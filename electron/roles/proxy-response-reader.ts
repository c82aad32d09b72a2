import { parseContentLength } from './proxy-field-kinds.ts';

/** Takes a response as it is read. */
export interface ResponseSink {
  /** The final head; interim ones (1xx) are dropped. Names and values in turn, as they came. */
  onHead(status: number, rawFields: string[]): void;
  /**
   * @param bytes memory that is reused after the call
   * @returns false to ask for a pause
   */
  onBody(bytes: Buffer): boolean;
  /** @param reusable whether another request may be sent on the connection */
  onEnd(reusable: boolean): void;
}

/** The same as Node's own limit for a head. */
const MAX_LINE_BYTES = 16 * 1024;
const endOfHead = Buffer.from('\r\n\r\n');
const endOfLine = Buffer.from('\r\n');
const versionPrefix = Buffer.from('HTTP/1.');
/** Controls other than a tab, and CR or LF that end no line: readers differ on all of them (RFC 9110 §5.5). */
const badInHead = /[^\t\r\n -~\x80-\xff]|\r(?!\n)|(?<!\r)\n/;
const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/;
const fieldName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const chunkSize = /^[0-9a-f]{1,12}(?=[ \t]*(?:;|$))/i;

type State =
  | 'head'
  | 'length'
  | 'chunk-size'
  | 'chunk-data'
  | 'chunk-end'
  | 'trailers'
  | 'until-close'
  | 'done';

interface Framing {
  contentLength: number;
  chunked: boolean;
  closes: boolean;
}

/**
 * Finds the parts of HTTP/1.1 responses in the bytes of a connection (RFC 9112 §6 and §7), strictly: what two readers
 * could frame differently is an error.
 */
export class ResponseReader {
  /** Whether bytes of the present response have come. */
  started = false;
  private readonly sink: ResponseSink;
  private state: State = 'done';
  private left = 0;
  private reusable = true;
  private toHead = false;
  private kept: Buffer | undefined;

  constructor(sink: ResponseSink) {
    this.sink = sink;
  }

  /** @param toHead whether the request is a HEAD, whose response ends with its head */
  begin(toHead: boolean): void {
    this.started = false;
    this.state = 'head';
    this.reusable = true;
    this.toHead = toHead;
    this.kept = undefined;
  }

  /**
   * @param bytes what was read; it isn't kept after the call
   * @returns false when the sink asked for a pause
   * @throws Error on anything that isn't a response
   */
  read(bytes: Buffer): boolean {
    this.started = true;
    let rest = this.kept === undefined ? bytes : Buffer.concat([this.kept, bytes]);
    this.kept = undefined;
    let wantsMore = true;
    while (rest.length > 0) {
      const body = this.bodyIn(rest);
      if (body > 0) {
        wantsMore = this.sink.onBody(body === rest.length ? rest : rest.subarray(0, body)) && wantsMore;
        rest = rest.subarray(body);
        this.passBody(body);
      } else {
        const used = this.readText(rest);
        if (used === 0) return wantsMore;
        rest = rest.subarray(used);
      }
      if (this.state === 'done') {
        // Bytes after the end belong to no request of ours.
        this.sink.onEnd(this.reusable && rest.length === 0);
        return true;
      }
    }
    return wantsMore;
  }

  /** The app has closed the connection. @returns whether that ended the response rightly */
  close(): boolean {
    if (this.state !== 'until-close') return false;
    this.state = 'done';
    this.sink.onEnd(false);
    return true;
  }

  /** How many of these bytes are body. */
  private bodyIn(rest: Buffer): number {
    if (this.state === 'until-close') return rest.length;
    if (this.state !== 'length' && this.state !== 'chunk-data') return 0;
    return Math.min(rest.length, this.left);
  }

  private passBody(bytes: number): void {
    if (this.state === 'until-close') return;
    this.left -= bytes;
    if (this.left === 0) this.state = this.state === 'length' ? 'done' : 'chunk-end';
  }

  /** Reads a head or a line. @returns bytes used, 0 when it isn't complete yet */
  private readText(rest: Buffer): number {
    const mark = this.state === 'head' ? endOfHead : endOfLine;
    const at = rest.indexOf(mark);
    const endCanCome = rest.length < MAX_LINE_BYTES + mark.length;
    if (at > MAX_LINE_BYTES || (at < 0 && !endCanCome)) throw new Error('A line is too long.');
    if (at < 0) {
      this.keep(rest);
      return 0;
    }
    const text = rest.toString('latin1', 0, at);
    if (this.state === 'head') this.readHead(text);
    else this.readLine(text);
    return at + mark.length;
  }

  private keep(rest: Buffer): void {
    const length = Math.min(rest.length, versionPrefix.length);
    // Something else than HTTP may never end its head: better to know at once.
    if (this.state === 'head' && rest.compare(versionPrefix, 0, length, 0, length) !== 0) {
      throw new Error('This is not HTTP/1.');
    }
    this.kept = Buffer.from(rest);
  }

  private readLine(text: string): void {
    if (this.state === 'chunk-end') {
      if (text !== '') throw new Error('A chunk is longer than it says.');
      this.state = 'chunk-size';
    } else if (this.state === 'chunk-size') {
      const size = chunkSize.exec(text)?.[0];
      if (size === undefined) throw new Error('A chunk has no size.');
      this.left = Number.parseInt(size, 16);
      this.state = this.left === 0 ? 'trailers' : 'chunk-data';
    } else if (text === '') {
      this.state = 'done';
    } else if (text.indexOf(':') < 1) {
      throw new Error('A trailer has no name.');
    }
  }

  private readHead(text: string): void {
    const [, minor, code] = statusLine.exec(text) ?? [];
    if (minor === undefined || code === undefined || badInHead.test(text))
      throw new Error('A head is malformed.');
    const status = Number(code);
    const rawFields: string[] = [];
    const framing: Framing = { contentLength: -1, chunked: false, closes: minor === '0' };
    let at = text.indexOf('\r\n') + 2;
    while (at > 1 && at < text.length) {
      const found = text.indexOf('\r\n', at);
      const end = found < 0 ? text.length : found;
      readField(text.slice(at, end), rawFields, framing);
      at = end + 2;
    }
    // RFC 9112 §6.1: chunks in HTTP/1.0, or both ways of framing at once, are what smuggling is made of.
    if (framing.chunked && (framing.contentLength >= 0 || minor === '0'))
      throw new Error('The framing is ambiguous.');
    if (status === 101) throw new Error('The protocol was switched unasked.');
    if (status < 200) return;
    this.reusable = !framing.closes;
    this.sink.onHead(status, rawFields);
    this.frameBody(status, framing);
  }

  /** RFC 9112 §6.3. */
  private frameBody(status: number, { chunked, contentLength }: Framing): void {
    if (this.toHead || status === 204 || status === 304) this.state = 'done';
    else if (chunked) this.state = 'chunk-size';
    else if (contentLength < 0) this.state = 'until-close';
    else this.state = contentLength === 0 ? 'done' : 'length';
    this.left = Math.max(contentLength, 0);
  }
}

/** Reads one field line into `rawFields`, and into `framing` when it is about that. */
function readField(line: string, rawFields: string[], framing: Framing): void {
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(colon, 0));
  // Also refuses a line that goes on from the one before and a blank before the colon (RFC 9112 §5).
  if (!fieldName.test(name)) throw new Error('A field has no proper name.');
  const value = line.slice(colon + 1).trim();
  rawFields.push(name, value);
  // The length of the name spares most fields the comparison.
  if (colon === 14 && name.toLowerCase() === 'content-length') {
    const length = parseContentLength(value);
    if (length < 0 || (framing.contentLength >= 0 && framing.contentLength !== length)) {
      throw new Error('The content length is no single number.');
    }
    framing.contentLength = length;
  } else if (colon === 17 && name.toLowerCase() === 'transfer-encoding') {
    if (framing.chunked || value.toLowerCase() !== 'chunked')
      throw new Error('The transfer coding is not known.');
    framing.chunked = true;
  } else if (
    colon === 10 &&
    name.toLowerCase() === 'connection' &&
    /(?:^|,)\s*close\s*(?:,|$)/i.test(value)
  ) {
    framing.closes = true;
  }
}
