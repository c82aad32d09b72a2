import { describe, expect, it } from 'vitest';
import { anatomySchema, type Message } from '../../../shared/tls/anatomy.ts';
import { captureSchema, sides } from '../../../shared/tls/capture.ts';
import { readAnatomy } from '../../../shared/tls/read-anatomy.ts';
// The "complete record" lines and the traffic secrets of RFC 8448, and the sizes of the messages that it constructs.
import traces from '../../fixtures/tls/rfc8448.json' with { type: 'json' };

const notHandshake = new Set(['ApplicationData', 'Alert', 'ChangeCipherSpec']);
const isHandshake = (message: Message) => !notHandshake.has(message.name);
const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

const expected = {
  simple: { group: 'x25519', isResumed: false },
  resumed: { group: 'x25519', isResumed: true },
  retry: { group: 'secp256r1', isResumed: false },
  mutual: { group: 'x25519', isResumed: false },
  compatible: { group: 'x25519', isResumed: false },
} as const;
const names = ['simple', 'resumed', 'retry', 'mutual', 'compatible'] as const;

const traceOf = (name: (typeof names)[number]) => {
  const { capture, messages } = traces[name];
  return { capture: captureSchema.parse(capture), messages };
};
const read = (name: (typeof names)[number]) => readAnatomy(traceOf(name).capture);
const fieldsOf = (message: Message | undefined) =>
  Object.fromEntries(message?.fields.map((field) => [field.name, field.value]) ?? []);

describe.each(names)('the trace of RFC 8448 that is called %s', (name) => {
  const { capture, messages } = traceOf(name);
  const anatomy = readAnatomy(capture);

  it('has the messages of the RFC, in their sizes', () => {
    const seen = anatomy.messages.filter(isHandshake).map(({ from, name, bytes }) => ({ from, name, bytes }));
    expect(seen).toEqual(messages);
    expect(anatomy).toMatchObject({
      ...expected[name],
      version: 'TLSv1.3',
      cipher: 'TLS_AES_128_GCM_SHA256',
      unread: [],
    });
    expect(anatomySchema.parse(anatomy)).toEqual(anatomy);
  });

  it('gives every byte of the wire to one message', () => {
    for (const side of sides) {
      const sent = capture.chunks.filter((chunk) => chunk.from === side);
      const wireBytes = sum(sent.map((chunk) => atob(chunk.base64).length));
      expect(sum(anatomy.messages.filter(({ from }) => from === side).map((each) => each.wireBytes))).toBe(
        wireBytes,
      );
      expect(sum(anatomy.records.filter(({ from }) => from === side).map((each) => each.wireBytes))).toBe(
        wireBytes,
      );
    }
  });

  it('says what stays closed without the key log, and reads the hellos all the same', () => {
    const closed = readAnatomy({ ...capture, keyLog: [] });
    expect(closed.messages[0]?.name).toBe('ClientHello');
    expect(closed.messages.some((message) => message.name === 'Finished')).toBe(false);
    const encrypted = closed.records.filter((record) => record.outerType === 'application_data');
    expect(encrypted.every((record) => record.innerType === undefined)).toBe(true);
    expect(sum(closed.unread.map((each) => each.bytes))).toBe(sum(encrypted.map((each) => each.wireBytes)));
    expect(closed.unread[0]?.reason).toMatch(/key log has no (CLIENT|SERVER)_TRAFFIC_SECRET_0/);
  });
});

it('says what a message holds', () => {
  const { messages } = read('simple');
  const fields = (name: string) => fieldsOf(messages.find((message) => message.name === name));
  expect(fields('ClientHello')).toMatchObject({
    'Cipher suites':
      'TLS_AES_128_GCM_SHA256 (0x1301), TLS_CHACHA20_POLY1305_SHA256 (0x1303), TLS_AES_256_GCM_SHA384 (0x1302)',
    'Extension server_name (0x0000)': '15 bytes: server',
    'Extension supported_versions (0x002b)': '7 bytes: TLSv1.3 (0x0304)',
    'Extension key_share (0x0033)': '42 bytes: x25519 (0x001d) with 32 bytes',
  });
  expect(fields('Certificate')['Certificate 1']).toBe(
    '432 bytes: rsa; key RSA 1024 bits; signed with sha256WithRSAEncryption; valid until 2026-07-30 01:23:59 UTC',
  );
  expect(fields('CertificateVerify')['Signature algorithm']).toBe('rsa_pss_rsae_sha256 (0x0804)');
  expect(fields('NewSessionTicket')).toMatchObject({ Lifetime: '30 seconds', Ticket: '178 bytes' });
  expect(fields('Alert')).toEqual({ Level: 'warning (0x01)', Description: 'close_notify (0x00)' });
});

it('names what the resumed connection offers, and tells early data from the rest', () => {
  const { messages } = read('resumed');
  const hello = fieldsOf(messages[0]);
  expect(hello['Extension pre_shared_key (0x0029)']).toBe(
    '225 bytes: identity of 178 bytes, binder of 32 bytes',
  );
  const data = messages.filter((message) => message.name === 'ApplicationData');
  expect(data.map((message) => 'Early data' in fieldsOf(message))).toEqual([true, false, false]);
  expect(data.map((message) => message.bytes)).toEqual([6, 50, 50]);
});

it('counts flights by who speaks', () => {
  const flights = read('retry')
    .messages.filter(isHandshake)
    .map((message) => message.flight);
  expect(flights).toEqual([0, 1, 2, 3, 3, 3, 3, 3, 4]);
});
