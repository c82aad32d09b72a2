import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Anatomy, anatomySchema } from '../../../shared/tls/anatomy.ts';
import { type Capture, captureSchema, sides } from '../../../shared/tls/capture.ts';
import { readAnatomy } from '../../../shared/tls/read-anatomy.ts';
// Connections of `openssl s_client` with `s_server` of OpenSSL 3.0, keys and all; no key of them is in use anywhere.
import recorded from '../../fixtures/tls/openssl.json' with { type: 'json' };
import published from '../../fixtures/tls/rfc8448.json' with { type: 'json' };

const captures = [...Object.values(published).map(({ capture }) => capture), ...Object.values(recorded)].map(
  (capture) => captureSchema.parse(capture),
);
const anyCapture = fc.constantFrom(...captures);

const bytesOf = (base64: string) => Buffer.from(base64, 'base64');
const sentBytes = (capture: Capture) =>
  capture.chunks.reduce((sum, { base64 }) => sum + bytesOf(base64).length, 0);
const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

/** Each change puts other bytes at a place in the connection, takes some out, or cuts the rest of a chunk off. */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  kind: fc.constantFrom('replace', 'insert', 'remove', 'cut'),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
});

function changed(
  capture: Capture,
  { at, kind, bytes }: { at: number; kind: string; bytes: Uint8Array },
): Capture {
  let place = Math.floor(at * sentBytes(capture));
  const chunks = capture.chunks.map((chunk) => {
    const old = bytesOf(chunk.base64);
    const here = place;
    place -= old.length;
    if (here < 0 || here >= old.length) return chunk;
    const behind = kind === 'cut' ? old.length : here + (kind === 'insert' ? 0 : bytes.length);
    const put = kind === 'replace' || kind === 'insert' ? bytes : new Uint8Array();
    const fresh = Buffer.concat([old.subarray(0, here), put, old.subarray(behind)]);
    return { ...chunk, base64: fresh.toString('base64') };
  });
  return { ...capture, chunks };
}

/** What must hold for any bytes: it is an anatomy, every byte is in a record or unread, and it isn't larger than it may be. */
function check(capture: Capture): Anatomy {
  const anatomy = readAnatomy(capture);
  expect(anatomySchema.parse(anatomy)).toEqual(anatomy);
  const inRecords = sum(anatomy.records.map((record) => record.wireBytes));
  const unreadBytes = sum(anatomy.unread.map((each) => each.bytes));
  expect(inRecords + unreadBytes).toBeGreaterThanOrEqual(sentBytes(capture));
  expect(inRecords).toBeLessThanOrEqual(sentBytes(capture));
  expect(JSON.stringify(anatomy).length).toBeLessThan(20_000 + 40 * sentBytes(capture));
  return anatomy;
}

describe('a connection that isn’t whole', () => {
  it('counts an empty record inside a message to that message', () => {
    const handshakeRecord = (...content: number[]) => Buffer.from([22, 3, 3, 0, content.length, ...content]);
    // A message of type 14 and four bytes, cut in two with an empty record between (RFC 8446 section 5.1 forbids it).
    const sent = [handshakeRecord(14, 0, 0, 4, 1, 2), handshakeRecord(), handshakeRecord(3, 4)];
    const chunks = sent.map((bytes, atUs) => ({
      from: 'server' as const,
      atUs,
      base64: bytes.toString('base64'),
    }));
    const { messages } = check({ seenBy: 'client', chunks, keyLog: [] });
    expect(messages.map(({ bytes, wireBytes }) => ({ bytes, wireBytes }))).toEqual([
      { bytes: 8, wireBytes: 23 },
    ]);
  });

  it('is read as far as it goes, whatever was altered in it', () => {
    fc.assert(
      fc.property(anyCapture, fc.array(change, { minLength: 1, maxLength: 6 }), (capture, changes) => {
        check(changes.reduce(changed, capture));
      }),
      { numRuns: 400 },
    );
  });

  it('is read up to any byte at which the capture ends', () => {
    fc.assert(
      fc.property(anyCapture, fc.nat(), (capture, drawn) => {
        const kept = drawn % sentBytes(capture);
        let left = kept;
        const chunks = capture.chunks.map((chunk) => {
          const part = bytesOf(chunk.base64).subarray(0, Math.max(0, left));
          left -= part.length;
          return { ...chunk, base64: part.toString('base64') };
        });
        const anatomy = check({ ...capture, chunks });
        // Early data can't be opened before the ServerHello has come, but it is there.
        const outside = ({ records }: Anatomy) => records.map(({ innerType: _, ...record }) => record);
        expect(outside(readAnatomy(capture)).slice(0, anatomy.records.length)).toEqual(outside(anatomy));
      }),
      { numRuns: 150 },
    );
  });

  it('is nothing but unread where it is no TLS', () => {
    const request = Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const chunks = [{ from: 'client' as const, atUs: 1, base64: request.toString('base64') }];
    expect(readAnatomy({ seenBy: 'server', chunks, keyLog: [] })).toMatchObject({
      records: [],
      messages: [],
      unread: [
        { from: 'client', offset: 0, bytes: request.length, reason: expect.stringMatching(/no TLS record/) },
      ],
    });
  });

  it('may be any bytes, chunked in any way, with any key log', () => {
    const header = fc
      .tuple(
        fc.integer({ min: 20, max: 25 }),
        fc.integer({ min: 0, max: 4 }),
        fc.uint8Array({ maxLength: 300 }),
      )
      .map(([type, minor, body]) =>
        Buffer.from([type, 3, minor, body.length >> 8, body.length & 255, ...body]),
      );
    const piece = fc.oneof(
      header,
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    );
    const chunk = fc.record({ from: fc.constantFrom(...sides), atUs: fc.nat(), bytes: piece });
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 12 }), fc.array(fc.string()), (pieces, keyLog) => {
        const chunks = pieces.map(({ bytes, ...rest }) => ({ ...rest, base64: bytes.toString('base64') }));
        check({ seenBy: 'client', chunks, keyLog });
      }),
      { numRuns: 200 },
    );
  });
});

describe('a connection one of whose records was altered', () => {
  it.each(captures.map((capture, index) => ({ capture, index })))(
    'still opens the others ($index)',
    ({ capture }) => {
      const whole = readAnatomy(capture);
      const sealed = capture.chunks.findIndex(
        ({ from, base64 }) => from === 'server' && bytesOf(base64)[0] === 23,
      );
      expect(sealed).toBeGreaterThanOrEqual(0);
      const chunks = capture.chunks.map((chunk, index) => {
        if (index !== sealed) return chunk;
        const bytes = bytesOf(chunk.base64);
        bytes.writeUInt8(bytes.readUInt8(9) ^ 1, 9);
        return { ...chunk, base64: bytes.toString('base64') };
      });
      const altered = readAnatomy({ ...capture, chunks });
      const closed = altered.records.filter(({ innerType }) => innerType === undefined);
      expect(closed).toHaveLength(1);
      expect(altered.records).toHaveLength(whole.records.length);
    },
  );
});
