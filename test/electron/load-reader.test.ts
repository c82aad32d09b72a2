import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerReader, type HeadMemory, type ReadOutcome } from '../../electron/roles/load-reader.ts';

const crlf = '\r\n';

interface Response {
  readonly bytes: Buffer;
  readonly status: number;
  readonly bodyBytes: number;
}

const body = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
const status = fc.constantFrom(200, 201, 404, 500, 502);
const fields = fc.array(
  fc.constantFrom('Date: now', 'X-Content-Length: 9', 'Server:', 'Vary: content-length: 7', 'x: chunked'),
  { maxLength: 4 },
);

const sized: fc.Arbitrary<Response> = fc.tuple(status, fields, body).map(([code, extra, content]) => {
  const lines = [`HTTP/1.1 ${code} Whatever`, ...extra, `content-LENGTH:  ${content.length} `, '', ''];
  return {
    bytes: Buffer.concat([Buffer.from(lines.join(crlf)), content]),
    status: code,
    bodyBytes: content.length,
  };
});

const chunked: fc.Arbitrary<Response> = fc
  .tuple(status, fields, fc.array(body.filter((chunk) => chunk.length > 0)), fc.boolean())
  .map(([code, extra, chunks, hasTrailer]) => {
    const lines = [`HTTP/1.1 ${code} Whatever`, ...extra, 'Transfer-Encoding: chunked', '', ''];
    const parts = chunks.flatMap((chunk) => [
      Buffer.from(`${chunk.length.toString(16)};name="value"${crlf}`),
      chunk,
      Buffer.from(crlf),
    ]);
    const end = Buffer.from(`0${crlf}${hasTrailer ? `Checksum: 1${crlf}` : ''}${crlf}`);
    return {
      bytes: Buffer.concat([Buffer.from(lines.join(crlf)), ...parts, end]),
      status: code,
      bodyBytes: chunks.reduce((sum, chunk) => sum + chunk.length, 0),
    };
  });

const response = fc.oneof(sized, chunked);
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

/** Cuts bytes at the given shares of their length; no part is empty, as no read is. */
function split(bytes: Buffer, shares: readonly number[]): Buffer[] {
  const places = shares.map((share) => Math.floor(share * bytes.length));
  const edges = [...new Set([0, ...places, bytes.length])].sort((a, b) => a - b);
  return edges.slice(1).map((to, index) => bytes.subarray(edges[index] ?? 0, to));
}

/** Reads parts through one buffer that is overwritten each time, as the fleet's is. */
function readAll(reader: AnswerReader, parts: readonly Buffer[]): ReadOutcome {
  const shared = Buffer.alloc(4096);
  let outcome: ReadOutcome = 'more';
  for (const part of parts) {
    shared.fill(0xee);
    part.copy(shared);
    outcome = reader.read(shared, part.length);
    if (outcome !== 'more') return outcome;
  }
  return outcome;
}

describe('AnswerReader', () => {
  it('reads the same response however it is cut into reads', () => {
    fc.assert(
      fc.property(response, cuts, ({ bytes, ...expected }, shares) => {
        const reader = new AnswerReader({ last: undefined });
        expect(readAll(reader, split(bytes.subarray(0, 4096), shares))).toBe(
          bytes.length > 4096 ? 'more' : 'done',
        );
        expect(reader.status).toBe(expected.status);
        if (bytes.length <= 4096) expect(reader.bodyBytes).toBe(expected.bodyBytes);
      }),
    );
  });

  it('is not done before the last byte', () => {
    fc.assert(
      fc.property(response, fc.double({ min: 0, max: 0.999, noNaN: true }), ({ bytes }, share) => {
        const reader = new AnswerReader({ last: undefined });
        const cut = bytes.subarray(0, Math.min(4096, Math.floor(share * bytes.length)));
        if (cut.length > 0) expect(readAll(reader, [cut])).toBe('more');
      }),
    );
  });

  it('reads responses one after another, whatever head it remembers of another connection', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(sized, cuts), { minLength: 2, maxLength: 6 }), (responses) => {
        const memory: HeadMemory = { last: undefined };
        const readers = [new AnswerReader(memory), new AnswerReader(memory)];
        for (const [index, [{ bytes, ...expected }, shares]] of responses.entries()) {
          const reader = readers[index % 2] ?? new AnswerReader(memory);
          reader.reset();
          expect(readAll(reader, split(bytes, shares))).toBe('done');
          expect({ status: reader.status, bodyBytes: reader.bodyBytes }).toEqual(expected);
        }
      }),
    );
  });

  it('calls bytes past the end of a response a fault', () => {
    fc.assert(
      fc.property(response, body, ({ bytes }, extra) => {
        const all = Buffer.concat([bytes, Buffer.from('x'), extra]);
        fc.pre(all.length <= 4096);
        expect(readAll(new AnswerReader({ last: undefined }), [all])).toBe('fault');
      }),
    );
  });

  it('never throws on garbage, and comes to the same outcome however it is cut', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom(
          'HTTP/1.1 200 OK',
          crlf,
          crlf + crlf,
          'Content-Length: 3',
          'Transfer-Encoding: chunked',
          '3',
          'f;',
        )
        .map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), cuts, (pieces, shares) => {
        const bytes = Buffer.concat(pieces);
        const whole = new AnswerReader({ last: undefined });
        const cut = new AnswerReader({ last: undefined });
        const outcome = readAll(whole, split(bytes, []));
        // A response may be complete before bytes that follow it: cut there, they are the connection's to refuse.
        fc.pre(!whole.fault.includes('past the'));
        expect(readAll(cut, split(bytes, shares))).toBe(outcome);
        expect(() => cut.end()).not.toThrow();
      }),
    );
  });

  it('takes the end of the connection for the end of a body only if nothing else tells its length', () => {
    const read = (text: string) => {
      const reader = new AnswerReader({ last: undefined });
      expect(readAll(reader, [Buffer.from(text)])).toBe('more');
      return { end: reader.end(), bodyBytes: reader.bodyBytes };
    };
    expect(read('HTTP/1.0 200 OK\r\n\r\nabc')).toEqual({ end: 'done', bodyBytes: 3 });
    expect(read('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabc').end).toBe('fault');
    expect(read('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc').end).toBe('fault');
    expect(read('HTTP/1.1 200').end).toBe('fault');
  });

  it('passes over interim responses', () => {
    const reader = new AnswerReader({ last: undefined });
    const text = 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
    expect(readAll(reader, [Buffer.from(text)])).toBe('done');
    expect({ status: reader.status, bodyBytes: reader.bodyBytes }).toEqual({ status: 200, bodyBytes: 2 });
  });

  it('refuses lengths that two fields dispute, and codings it does not know', () => {
    for (const field of [
      'Content-Length: 1\r\nContent-Length: 2',
      'Content-Length: -1',
      'Transfer-Encoding: gzip',
    ]) {
      const reader = new AnswerReader({ last: undefined });
      expect(readAll(reader, [Buffer.from(`HTTP/1.1 200 OK\r\n${field}\r\n\r\n`)])).toBe('fault');
    }
  });
});
