/** What the head of a response says about the bytes that follow it. */
export interface Head {
  /** As received, up to and including the empty line. */
  readonly bytes: Buffer;
  readonly status: number;
  readonly framing: 'length' | 'chunked' | 'close';
  /** Body bytes announced; 0 unless framing is `length`. */
  readonly bodyBytes: number;
  /** The server will close the connection after this response. */
  readonly closes: boolean;
}

function fieldValues(head: string, name: string): string[] {
  const lines = head.matchAll(new RegExp(`\\r\\n${name}:[ \\t]*([^\\r\\n]*?)[ \\t]*(?=\\r\\n)`, 'gi'));
  return Array.from(lines, (line) => line[1] ?? '');
}

/**
 * Reads a complete head of an HTTP/1.1 response. Source: RFC 9112 §4 (status line), §6 (how long the body is), §9.6 (close).
 * @param bytes the head with its empty line
 * @returns the head, or the reason as text when it can't be told where its response ends
 */
export function parseHead(bytes: Buffer): Head | string {
  const text = bytes.toString('latin1');
  const statusText = /^HTTP\/1\.[01] ([1-9][0-9]{2})[ \r]/.exec(text)?.[1];
  if (statusText === undefined) return `not an HTTP/1.1 status line: ${JSON.stringify(text.slice(0, 40))}`;
  const status = Number(statusText);
  const connection = fieldValues(text, 'connection').join(',').toLowerCase();
  const closes = /(^|,)\s*close\s*(,|$)/.test(connection) || text.startsWith('HTTP/1.0');
  if (status < 200 || status === 204 || status === 304) {
    return { bytes, status, framing: 'length', bodyBytes: 0, closes };
  }
  const codings = fieldValues(text, 'transfer-encoding').join().toLowerCase();
  if (codings !== '') {
    if (codings !== 'chunked') return `transfer coding "${codings}" is not understood`;
    return { bytes, status, framing: 'chunked', bodyBytes: 0, closes };
  }
  const lengths = [...new Set(fieldValues(text, 'content-length'))];
  const [length, conflicting] = lengths;
  if (length === undefined) return { bytes, status, framing: 'close', bodyBytes: 0, closes: true };
  if (conflicting !== undefined || !/^[0-9]{1,15}$/.test(length)) {
    return `Content-Length "${lengths.join()}" is no length`;
  }
  return { bytes, status, framing: 'length', bodyBytes: Number(length), closes };
}
