import { expect, it } from 'vitest';
import { explainedShare, type HandshakeCost } from '../../../shared/handshake/explained-share.ts';
import type { PrimitiveRow } from '../../../shared/handshake/primitive-rows.ts';
import type { Primitive } from '../../../shared/handshake/primitives-api.ts';

const row = (operation: Primitive['operation'], algorithm: Primitive['algorithm'], us: number) =>
  ({ operation, algorithm, operations: 1, cpuUs: { mean: us } }) satisfies PrimitiveRow;

/** Costs that are told apart in any sum. */
const rows: readonly PrimitiveRow[] = [
  row('sign', 'rsa-2048', 1000),
  row('verify', 'rsa-2048', 100),
  row('verify', 'ecdsa-p256', 5),
  row('generate', 'x25519', 10),
  row('agree', 'x25519', 20),
  row('generate', 'p-256', 1),
  row('agree', 'p-256', 2),
  row('generate', 'ml-kem-768', 0.1),
  row('encapsulate', 'ml-kem-768', 0.2),
  row('decapsulate', 'ml-kem-768', 0.4),
];

const full: HandshakeCost = {
  version: '1.3',
  key: 'rsa-2048',
  authorityKey: 'ecdsa-p256',
  group: 'X25519',
  resumed: false,
  chainLength: 1,
  serverCpuUs: { mean: 4000 },
  clientCpuUs: { mean: 2000 },
};

it.each<[string, Partial<HandshakeCost>, number, number]>([
  ['a full one signs on one side and verifies on the other', {}, 1030, 135],
  ['each certificate is verified with the key of whoever issued it', { chainLength: 3 }, 1030, 145],
  ['TLS 1.2 needs the same when full', { version: '1.2' }, 1030, 135],
  ['another group', { group: 'P-256' }, 1003, 108],
  ['the hybrid adds what each side does with the ML-KEM key', { group: 'X25519MLKEM768' }, 1030.2, 135.5],
  ['a resumed one of TLS 1.3 exchanges keys only', { resumed: true }, 30, 30],
  ['a resumed one of TLS 1.2 needs none', { resumed: true, version: '1.2' }, 0, 0],
])('%s', (_case, change, serverUs, clientUs) => {
  const { server, client } = explainedShare(rows, { ...full, ...change });
  expect(server?.primitivesUs).toBeCloseTo(serverUs);
  expect(client?.primitivesUs).toBeCloseTo(clientUs);
  expect(server?.share).toBeCloseTo(serverUs / 4000);
  expect(client?.share).toBeCloseTo(clientUs / 2000);
});

it('a side whose primitive was not measured has no share; the other keeps its own', () => {
  const { server, client } = explainedShare(
    rows.filter(({ operation }) => operation !== 'verify'),
    full,
  );
  expect(client).toBeUndefined();
  expect(server?.primitivesUs).toBe(1030);
});

it('a handshake that took no CPU has no share, and not an infinite one', () => {
  expect(explainedShare(rows, { ...full, serverCpuUs: { mean: 0 } }).server?.share).toBeUndefined();
});
