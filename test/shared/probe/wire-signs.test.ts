import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endsUnverified, handshakeFault } from '../../../shared/probe/handshake-fault.ts';
import { sessionLifetimeS } from '../../../shared/probe/session-lifetime.ts';
import { wireSigns } from '../../../shared/probe/wire-signs.ts';

const none = new Uint8Array();
const record = (type: number, body: readonly number[]) => [
  type,
  3,
  3,
  body.length >> 8,
  body.length & 255,
  ...body,
];
/** A ServerHello with a session id of two bytes and a cipher suite. */
const serverHello = (suite: readonly number[]) => {
  const body = [3, 3, ...Array<number>(32).fill(7), 2, 1, 1, ...suite, 0];
  return [2, 0, 0, body.length, ...body];
};
const bytes = (...records: readonly number[][]) => Uint8Array.from(records.flat());

describe('the signs on the wire', () => {
  it.each<[string, number[], number[], boolean]>([
    ['SHA-384 and Finished alone', [0x13, 2], Array<number>(4 + 48 + 17).fill(0), false],
    ['SHA-256 and Finished alone', [0x13, 1], Array<number>(4 + 32 + 17).fill(0), false],
    ['an alert in place of its flight', [0x13, 2], Array<number>(2 + 17).fill(0), false],
    ['an alert in place of its flight, CCM_8', [0x13, 5], Array<number>(2 + 9).fill(0), false],
    ['an empty Certificate in a record of its own', [0x13, 2], Array<number>(8 + 17).fill(0), true],
    [
      'an empty Certificate and Finished in one record',
      [0x13, 2],
      Array<number>(8 + 4 + 48 + 17).fill(0),
      true,
    ],
  ])('tell by its answer whether a certificate was asked for: %s', (_what, suite, flight, asked) => {
    const server = bytes(record(22, serverHello(suite)), record(23, [1, 2]));
    const client = bytes(record(22, [1, 0, 0, 0]), record(20, [1]), record(23, flight));
    expect(wireSigns({ server, client })).toMatchObject({
      hasServerHello: true,
      clientCertificateAsked: asked,
    });
  });

  it('find a message that is spread over records', () => {
    const hello = serverHello([0xc0, 0x2b]);
    const server = bytes(record(22, hello.slice(0, 9)), record(22, [...hello.slice(9), 13, 0, 0, 0]));
    expect(wireSigns({ server, client: none })).toMatchObject({
      hasServerHello: true,
      clientCertificateAsked: true,
    });
  });

  it('let a client certificate be shown unverified only to a server whose request was read', () => {
    const wanted = (sent: Parameters<typeof wireSigns>[0]) => {
      const signs = wireSigns(sent);
      const trouble = {
        origin: 'a:1',
        signs,
        serverAlert: 40,
        reason: '',
        certificate: 'kept-back',
      } as const;
      const fault = handshakeFault(trouble);
      return [fault.code, endsUnverified({ fault, signs })];
    };
    const request = [13, 0, 0, 0];
    const read = { server: bytes(record(22, [...serverHello([0xc0, 0x2b]), ...request])), client: none };
    const flight = bytes(record(23, Array<number>(8 + 17).fill(0)));
    const guessed = { server: bytes(record(22, serverHello([0x13, 2]))), client: flight };
    expect(wanted(read)).toEqual(['client-certificate-wanted', true]);
    expect(wanted(guessed)).toEqual(['client-certificate-wanted', false]);
  });

  it('read an alert only where it is not encrypted', () => {
    const plain = bytes(record(21, [2, 70]));
    expect(wireSigns({ server: none, client: plain }).alert).toEqual({ from: 'client', number: 70 });
    const later = bytes(record(20, [1]), record(21, [2, 70]));
    expect(wireSigns({ server: later, client: none }).alert).toBeUndefined();
  });

  it('never fail on bytes that are no TLS, nor on TLS that is cut or bent', () => {
    const real = bytes(record(22, serverHello([0x13, 1])), record(23, [1, 2, 3]));
    const bent = fc
      .tuple(fc.nat(real.length), fc.nat(real.length - 1), fc.nat(255))
      .map(([length, at, byte]) => real.with(at, byte).subarray(0, length));
    fc.assert(
      fc.property(fc.oneof(bent, fc.uint8Array()), fc.oneof(bent, fc.uint8Array()), (server, client) => {
        const { plaintext } = wireSigns({ server, client });
        expect(/^[ -~]*$/.test(plaintext ?? '')).toBe(true);
      }),
    );
  });
});

describe('the lifetime in a session', () => {
  it('is found behind other fields, in long form too', () => {
    const long = [0x30, 0x81, 9, 0x02, 1, 1, 0xa9, 4, 0x02, 2, 0x1c, 0x20];
    expect(sessionLifetimeS(Uint8Array.from(long))).toBe(7_200);
    expect(sessionLifetimeS(Uint8Array.from([0x30, 3, 0x02, 1, 1]))).toBeUndefined();
  });

  it('is unknown in anything else', () => {
    fc.assert(fc.property(fc.uint8Array(), (session) => void sessionLifetimeS(session)));
  });
});
