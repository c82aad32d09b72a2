import { expect, it } from 'vitest';
import { toHandshakeDrawing } from '../../renderer/anatomy/handshake-drawing.ts';
import type { Message } from '../../shared/tls/anatomy.ts';
import type { Side } from '../../shared/tls/capture.ts';

function message(name: string, from: Side, atUs: number, wireBytes: number): Message {
  return {
    name,
    from,
    beganUs: atUs,
    endedUs: atUs + 10,
    bytes: wireBytes,
    wireBytes,
    isEncrypted: false,
    flight: 0,
    fields: [],
  };
}

/** A full TLS 1.3 handshake with a request and its answer, as a client sees it. */
const whole = [
  message('ClientHello', 'client', 5_000, 300),
  message('ServerHello', 'server', 6_000, 100),
  message('Finished', 'server', 6_000, 600),
  message('Finished', 'client', 6_500, 80),
  message('ApplicationData', 'client', 6_500, 120),
  message('NewSessionTicket', 'server', 7_000, 200),
  message('ApplicationData', 'server', 7_100, 400),
];

it('messages of one side that nobody answers in between are one flight, from its first byte to its last', () => {
  const drawing = toHandshakeDrawing(whole, 'client');
  expect(drawing?.flights).toMatchObject([
    { from: 'client', startUs: 0, endUs: 10, wireBytes: 300, names: ['ClientHello'] },
    { from: 'server', startUs: 1_000, endUs: 1_010, wireBytes: 700, names: ['ServerHello', 'Finished'] },
    { from: 'client', startUs: 1_500, wireBytes: 200, names: ['Finished', 'ApplicationData'] },
    { from: 'server', startUs: 2_000, endUs: 2_110, wireBytes: 600 },
  ]);
  expect(drawing?.durationUs).toBe(2_110);
});

it('a pause before the own answer is computing, one before the answer of the other end is waiting', () => {
  const kinds = (seenBy: Side) => toHandshakeDrawing(whole, seenBy)?.pauses.map(({ kind }) => kind);
  expect(kinds('client')).toEqual(['other', 'own', 'other']);
  expect(kinds('server')).toEqual(['own', 'other', 'own']);
});

it('blocks fill the width, each by its bytes on the wire', () => {
  const blocks = toHandshakeDrawing(whole, 'client')?.blocks ?? [];
  expect(blocks.map(({ at }) => at)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(blocks[0]).toMatchObject({ name: 'ClientHello', start: 0, width: 300 / 1_800 });
  const last = blocks.at(-1);
  expect((last?.start ?? 0) + (last?.width ?? 0)).toBeCloseTo(1, 9);
});

it('what follows the first bytes of the answer is not drawn', () => {
  const after = [...whole, message('ApplicationData', 'server', 9_000, 16_000)];
  expect(toHandshakeDrawing(after, 'client')).toEqual(toHandshakeDrawing(whole, 'client'));
});

it('an answer that comes much later than the handshake is told, and does not squeeze it', () => {
  const [answer] = whole.slice(-1);
  const late = [...whole.slice(0, 5), message('ApplicationData', 'server', 95_000, answer?.wireBytes ?? 0)];
  const drawing = toHandshakeDrawing(late, 'client');
  expect(drawing).toMatchObject({ durationUs: 1_510, lateAnswerUs: 90_000 });
  expect(drawing?.flights).toHaveLength(3);
  expect(drawing?.blocks).toHaveLength(6);
});

it('a handshake that broke off is drawn as far as it came, and none at all as nothing', () => {
  expect(toHandshakeDrawing(whole.slice(0, 1), 'client')?.flights).toHaveLength(1);
  expect(toHandshakeDrawing([], 'client')).toBeUndefined();
});
