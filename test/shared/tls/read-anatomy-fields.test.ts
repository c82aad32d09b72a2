import { describe, expect, it } from 'vitest';
import type { Anatomy } from '../../../shared/tls/anatomy.ts';
import { type Capture, captureSchema } from '../../../shared/tls/capture.ts';
import { readAnatomy } from '../../../shared/tls/read-anatomy.ts';
import recorded from '../../fixtures/tls/openssl.json' with { type: 'json' };

const read = (capture: unknown) => readAnatomy(captureSchema.parse(capture));
const namesOf = ({ messages }: Anatomy, from: 'client' | 'server') =>
  messages.filter((message) => message.from === from).map(({ name }) => name);
const fieldsOf = ({ messages }: Anatomy, name: string) =>
  Object.fromEntries(
    messages.find((message) => message.name === name)?.fields.map((f) => [f.name, f.value]) ?? [],
  );

/** A connection of one record, from the client. */
function oneRecord(type: number, body: readonly number[]): Capture {
  const bytes = Buffer.from([type, 3, 3, body.length >> 8, body.length & 255, ...body]);
  return {
    seenBy: 'client',
    chunks: [{ from: 'client', atUs: 5, base64: bytes.toString('base64') }],
    keyLog: [],
  };
}

const vector = (lengthBytes: 1 | 2, body: readonly number[]) =>
  lengthBytes === 1 ? [body.length, ...body] : [body.length >> 8, body.length & 255, ...body];

function clientHello(suites: readonly number[], extensions: readonly number[]) {
  const body = [3, 3, ...Array.from({ length: 32 }, () => 7), 0];
  body.push(...vector(2, suites), 1, 0, ...vector(2, extensions));
  return [1, 0, body.length >> 8, body.length & 255, ...body];
}

describe('TLS 1.2', () => {
  it('opens both Finished and shows what the key exchange was', () => {
    const full = read(recorded.tls12);
    expect(namesOf(full, 'client').slice(0, 4)).toEqual([
      'ClientHello',
      'ClientKeyExchange',
      'ChangeCipherSpec',
      'Finished',
    ]);
    expect(namesOf(full, 'server').slice(0, 7)).toEqual([
      'ServerHello',
      'Certificate',
      'ServerKeyExchange',
      'ServerHelloDone',
      'NewSessionTicket',
      'ChangeCipherSpec',
      'Finished',
    ]);
    expect(fieldsOf(full, 'ServerKeyExchange')).toMatchObject({
      'Key exchange': 'ECDHE',
      Group: 'x25519 (0x001d)',
      'Public key': '32 bytes',
    });
    expect(fieldsOf(full, 'NewSessionTicket').Lifetime).toBe('7200 seconds (2.0 h)');
    expect(fieldsOf(full, 'Finished')['Verify data']).toMatch(/^[0-9a-f]{24}$/);
    expect(fieldsOf(full, 'Certificate')['Certificate 1']).toMatch(
      /^\d+ bytes: localhost; key EC P-256; signed with ecdsa-with-SHA256; valid until 20\d\d-/,
    );
  });

  it('says by what it was resumed', () => {
    expect(fieldsOf(read(recorded.tls12Ticket), 'ServerHello')['Resumed by']).toBe('ticket');
    expect(fieldsOf(read(recorded.tls12SessionId), 'ServerHello')['Resumed by']).toBe('session id');
    expect(fieldsOf(read(recorded.tls12), 'ServerHello')).not.toHaveProperty('Resumed by');
  });

  it('knows application data from its outside even without the key log', () => {
    const closed = read({ ...recorded.tls12, keyLog: [] });
    const data = closed.messages.find(({ name }) => name === 'ApplicationData');
    expect(data).toMatchObject({ from: 'client', isEncrypted: true });
    expect(closed.unread.map(({ reason }) => reason)).toContain(
      'the key log has no CLIENT_RANDOM of this connection',
    );
  });
});

it('reads on after a KeyUpdate of each side (RFC 8446 section 7.2)', () => {
  const anatomy = read(recorded.keyUpdate);
  expect(anatomy.unread).toEqual([]);
  for (const side of ['client', 'server'] as const) {
    const names = namesOf(anatomy, side);
    expect(names.lastIndexOf('ApplicationData')).toBeGreaterThan(names.indexOf('KeyUpdate'));
    expect(names.indexOf('KeyUpdate')).toBeGreaterThan(0);
  }
});

it('names GREASE, and what it does not know, in suites and extensions (RFC 8701)', () => {
  const extensions = [0x1a, 0x1a, 0, 0, 0x12, 0x34, ...vector(2, [1, 2, 3])];
  const anatomy = readAnatomy(oneRecord(22, clientHello([0x0a, 0x0a, 0x13, 0x01, 0x42, 0x42], extensions)));
  expect(fieldsOf(anatomy, 'ClientHello')).toMatchObject({
    'Cipher suites': 'GREASE (0x0a0a), TLS_AES_128_GCM_SHA256 (0x1301), unknown (0x4242)',
    'Extension GREASE (0x1a1a)': '4 bytes',
    'Extension unknown (0x1234)': '7 bytes',
  });
  expect(anatomy.unread).toEqual([]);
});

it('shows the extensions around one that is broken, and marks that one', () => {
  const alpn = [0, 16, ...vector(2, vector(2, vector(1, [0x68, 0x32])))];
  // Its list of names says 9 bytes, of which none are there.
  const broken = [0, 0, ...vector(2, [0, 9])];
  const anatomy = readAnatomy(oneRecord(22, clientHello([0x13, 0x01], [...broken, ...alpn])));
  expect(fieldsOf(anatomy, 'ClientHello')).toMatchObject({
    'Extension application_layer_protocol_negotiation (0x0010)': '9 bytes: h2',
  });
  expect(anatomy.unread).toEqual([
    { from: 'client', offset: 5, bytes: 2, reason: expect.stringContaining('server_name') },
  ]);
});

it('names an alert by level and description', () => {
  const anatomy = readAnatomy(oneRecord(21, [2, 40]));
  expect(fieldsOf(anatomy, 'Alert')).toEqual({
    Level: 'fatal (0x02)',
    Description: 'handshake_failure (0x28)',
  });
});

it('takes a message that spans two records and two chunks as one, from its first byte to its last', () => {
  const hello = clientHello([0x13, 0x01], []);
  const halves = [hello.slice(0, 20), hello.slice(20)].map(
    (half) => oneRecord(22, half).chunks[0]?.base64 ?? '',
  );
  const chunks = halves.map((base64, index) => ({
    from: 'client' as const,
    atUs: 100 * (index + 1),
    base64,
  }));
  const { messages, records } = readAnatomy({ seenBy: 'client', chunks, keyLog: [] });
  expect(records).toHaveLength(2);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatchObject({
    name: 'ClientHello',
    beganUs: 100,
    endedUs: 200,
    bytes: hello.length,
    wireBytes: hello.length + 10,
  });
});
