import { expect, it } from 'vitest';
import type { HandshakeDocument } from '../../../shared/handshake/document.ts';
import { faultsOf, leftOutOf } from '../../../shared/handshake/missing.ts';
import { fakeHandshakes } from '../../renderer/fake-handshakes.ts';
import { someRuntime } from './batches.ts';

const measured = fakeHandshakes();
const fault = { code: 'not-as-promised', message: 'not as promised' } as const;

const failedOn = (runtime: typeof someRuntime): HandshakeDocument => {
  const head = { case: 'tls13-ecdsa-p256-full', runtime, resumed: false, fault } as const;
  const row = { ...head, handshakes: 3, resumedCount: 0 };
  return {
    ...measured,
    rows: [...measured.rows, row],
    roundTrips: [row],
    distance: [
      { ...head, rttMs: 1 },
      { ...head, rttMs: 10 },
    ],
    streaming: [{ runtime, fault }],
    primitives: [{ runtime, fault }],
  };
};

it('every failed part has a name of its own', () => {
  const names = faultsOf(failedOn(someRuntime)).map(({ name }) => name);
  expect(names).toEqual([
    'tls13-ecdsa-p256-full',
    'round trips over tls13-ecdsa-p256-full',
    'tls13-ecdsa-p256-full at 1 ms',
    'tls13-ecdsa-p256-full at 10 ms',
    'streaming',
    'primitives',
  ]);
});

it('beside another runtime a failed part says whose it is', () => {
  const names = faultsOf(failedOn({ ...someRuntime, version: '24.8.0' })).map(({ name }) => name);
  expect(names.every((name) => name.endsWith(' on Node.js 24.8.0, OpenSSL 3.0.19'))).toBe(true);
});

it('a document in which all was measured has no fault', () => {
  expect(faultsOf(measured)).toEqual([]);
});

it('what a runtime lacks is said of cases and of primitives', () => {
  const sentences = leftOutOf(measured);
  expect(sentences).toHaveLength(2);
  expect(sentences[1]).toContain('ml-kem-768 are left out on Node.js 20.20.2, OpenSSL 3.0.19: crypto.encaps');
});
