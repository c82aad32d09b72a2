import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ResponseReader } from '../../electron/roles/proxy-response-reader.ts';

interface Outcome {
  heads: [number, string[]][];
  body: string;
  end: 'complete' | 'refused' | 'unfinished';
  reusable: boolean | undefined;
}

/** Reads the bytes in these pieces, each from memory that is wiped afterwards, then closes the connection. */
function readIn(pieces: readonly Buffer[], toHead = false): Outcome {
  const outcome: Outcome = { heads: [], body: '', end: 'unfinished', reusable: undefined };
  const reader = new ResponseReader({
    onHead: (status, rawFields) => void outcome.heads.push([status, rawFields]),
    onBody: (bytes) => {
      outcome.body += bytes.toString('latin1');
      return true;
    },
    onEnd: (reusable) => {
      outcome.end = 'complete';
      outcome.reusable = reusable;
    },
  });
  reader.begin(toHead);
  for (const piece of pieces) {
    if (outcome.end === 'complete') {
      outcome.reusable = false;
      break;
    }
    const memory = Buffer.from(piece);
    try {
      reader.read(memory);
    } catch {
      outcome.end = 'refused';
      return outcome;
    }
    memory.fill(0);
  }
  if (outcome.end !== 'complete') reader.close();
  return outcome;
}

function split(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...places]
    .map((from, at) => bytes.subarray(from, places[at] ?? bytes.length))
    .filter((piece) => piece.length > 0);
}

const whole = (text: string, toHead = false) => readIn([Buffer.from(text, 'latin1')], toHead);

const body = fc.string({ unit: fc.constantFrom('a', '\r', '\n', '0', ';', ':', ' ', '\xff'), maxLength: 60 });
const fieldLine = fc
  .tuple(
    fc.constantFrom('X-One', 'set-cookie', 'Date', 'Connection'),
    fc.constantFrom('a', '', 'b: c', 'close', '\xe4\t'),
  )
  .map(([name, value]) => `${name}: ${value}\r\n`);
const fieldLines = fc.array(fieldLine, { maxLength: 4 }).map((lines) => lines.join(''));
const chunked = fc
  .tuple(
    fc.array(body, { maxLength: 4 }),
    fc.constantFrom('', ';x=y', ' ; "q"'),
    fc.constantFrom('', 'Trailer: x\r\n'),
  )
  .map(([chunks, extension, trailer]) => {
    const coded = chunks
      .filter((chunk) => chunk !== '')
      .map((chunk) => `${chunk.length.toString(16)}${extension}\r\n${chunk}\r\n`);
    return `Transfer-Encoding: chunked\r\n\r\n${coded.join('')}0\r\n${trailer}\r\n`;
  });
const sized = body.map((text) => `Content-Length: ${text.length}\r\n\r\n${text}`);
const unsized = body.map((text) => `\r\n${text}`);
const response = fc
  .tuple(
    fc.constantFrom('', 'HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n'),
    fc.constantFrom('HTTP/1.1 200 OK', 'HTTP/1.0 200', 'HTTP/1.1 404 Not Found', 'HTTP/1.1 304 Not Modified'),
    fieldLines,
    fc.oneof(chunked, sized, unsized),
    fc.constantFrom('', '', 'HTTP/1.1 200 OK\r\n'),
  )
  .map((parts) => `${parts[0]}${parts[1]}\r\n${parts[2]}${parts[3]}${parts[4]}`);
const cuts = fc.array(fc.nat(), { maxLength: 40 });

describe('the reader of responses', () => {
  it('comes to the same outcome however the bytes are split', () => {
    fc.assert(
      fc.property(response, cuts, fc.boolean(), (text, where, toHead) => {
        const bytes = Buffer.from(text, 'latin1');
        expect(readIn(split(bytes, where), toHead)).toEqual(readIn([bytes], toHead));
      }),
      { numRuns: 2_000 },
    );
  });

  it('comes to the same outcome when a response is damaged and split anyhow', () => {
    fc.assert(
      fc.property(
        response,
        fc.nat(),
        fc.constantFrom('\r', '\n', ':', '0', 'f', ' ', '\0', ''),
        cuts,
        (text, at, by, where) => {
          const place = at % text.length;
          const bytes = Buffer.from(text.slice(0, place) + by + text.slice(place + 1), 'latin1');
          const [inPieces, atOnce] = [readIn(split(bytes, where)), readIn([bytes])];
          expect({ ...inPieces, body: '' }).toEqual({ ...atOnce, body: '' });
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('takes garbage to an end, whatever it is', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), cuts, (garbage, where) => {
        const outcome = readIn(split(Buffer.from(garbage), where));
        expect(outcome.end).not.toBe('complete');
      }),
      { numRuns: 1_000 },
    );
  });

  it('refuses what never becomes a head', () => {
    const endless = Array.from({ length: 2_000 }, () => Buffer.from('HTTP/1.1 200 OK '));
    expect(readIn(endless).end).toBe('refused');
    expect(readIn([Buffer.from('S')]).end).toBe('refused');
  });

  it('asks for a pause when its sink does, and still reads all that it was given', () => {
    const bodies: string[] = [];
    let ended = 0;
    const reader = new ResponseReader({
      onHead: () => {},
      onBody: (bytes) => {
        bodies.push(bytes.toString());
        return false;
      },
      onEnd: () => {
        ended++;
      },
    });
    reader.begin(false);
    expect(
      reader.read(Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n1\r\nb\r\n')),
    ).toBe(false);
    expect(reader.read(Buffer.from('0\r\n\r\n'))).toBe(true);
    expect([bodies, ended]).toEqual([['a', 'b'], 1]);
  });

  const ambiguous: [string, string][] = [
    ['a length and chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc'],
    ['a list of lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 3, 3\r\n\r\nabc'],
    ['a signed length', 'HTTP/1.1 200 OK\r\nContent-Length: +3\r\n\r\nabc'],
    ['an unknown coding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n'],
    [
      'chunks twice',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['chunks in HTTP/1.0', 'HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a blank before the colon', 'HTTP/1.1 200 OK\r\nContent-Length : 3\r\n\r\nabc'],
    ['a line that goes on', 'HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 0\r\n\r\n'],
    ['a bare CR', 'HTTP/1.1 200 OK\r\nX: a\rb\r\nContent-Length: 0\r\n\r\n'],
    ['a bare LF', 'HTTP/1.1 200 OK\r\nX: a\nb: c\r\nContent-Length: 0\r\n\r\n'],
    ['a control', 'HTTP/1.1 200 OK\r\nX: a\x01\r\nContent-Length: 0\r\n\r\n'],
    ['a signed chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n'],
    ['a chunk that is too long', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n'],
    ['a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
    ['another version', 'HTTP/2.0 200 OK\r\n\r\n'],
  ];
  it.each(ambiguous)('refuses %s', (_name, text) => {
    expect(whole(text).end).toBe('refused');
  });

  it('ends a response to HEAD, a 204 and a 304 with the head', () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n';
    expect(whole(head, true)).toMatchObject({ end: 'complete', body: '', reusable: true });
    expect(whole(head)).toMatchObject({ end: 'unfinished' });
    expect(whole('HTTP/1.1 204 No Content\r\n\r\n')).toMatchObject({ end: 'complete', reusable: true });
    expect(whole('HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n')).toMatchObject({
      end: 'complete',
    });
  });

  it('offers no connection for reuse that closes, is old, or carries bytes that nobody asked for', () => {
    const tail = 'Content-Length: 1\r\n\r\na';
    expect(whole(`HTTP/1.1 200 OK\r\n${tail}`).reusable).toBe(true);
    expect(whole(`HTTP/1.1 200 OK\r\nConnection: x, Close\r\n${tail}`).reusable).toBe(false);
    expect(whole(`HTTP/1.0 200 OK\r\n${tail}`).reusable).toBe(false);
    expect(whole(`HTTP/1.1 200 OK\r\n${tail}more`)).toMatchObject({ body: 'a', reusable: false });
    expect(whole('HTTP/1.1 200 OK\r\n\r\nto the end')).toMatchObject({
      end: 'complete',
      body: 'to the end',
      reusable: false,
    });
  });
});
