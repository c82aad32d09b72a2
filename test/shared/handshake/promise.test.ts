import { describe, expect, it } from 'vitest';
import { handshakeCaseIds, handshakeCases } from '../../../shared/handshake/cases.ts';
import { brokenCount, brokenPromise } from '../../../shared/handshake/promise.ts';
import type { Proof } from '../../../shared/handshake/role-calls.ts';
import { handshakeRow } from '../../../shared/handshake/rows.ts';
import { batchOf, someRuntime } from './batches.ts';

const full = handshakeCases['tls13-ecdsa-p256-full'];
const resumed = handshakeCases['tls13-ecdsa-p256-resumed'];
const proof: Proof = {
  version: 'TLSv1.3',
  cipher: 'TLS_AES_256_GCM_SHA384',
  group: 'x25519',
  key: 'ecdsa-p256',
  chainLength: 1,
  resumed: false,
  isRetried: false,
  roundTrips: 1,
};

describe('what a case promises', () => {
  it('is kept by a connection that shows all of it', () => {
    expect(brokenPromise(full, proof, someRuntime)).toBeUndefined();
    expect(brokenPromise(null, null, someRuntime)).toBeUndefined();
  });

  it.each<[Partial<Proof>, string]>([
    [{ version: 'TLSv1.2' }, 'the version: TLSv1.3 was promised, TLSv1.2 was found'],
    [{ cipher: 'TLS_AES_128_GCM_SHA256' }, 'the cipher: TLS_AES_256_GCM_SHA384 was promised'],
    [{ chainLength: 2 }, 'the chain: 1 was promised, 2 was found'],
    [{ key: 'rsa-2048' }, 'the key: ecdsa-p256'],
    [{ group: 'p-256' }, 'the group: x25519'],
    [{ resumed: true }, 'resumed: false'],
    [{ isRetried: true }, 'a HelloRetryRequest: false'],
    [{ roundTrips: 2 }, 'round trips: 1 was promised, 2 was found'],
  ])('is broken by %j', (found, words) => {
    expect(brokenPromise(full, { ...proof, ...found }, someRuntime)).toContain(words);
  });

  it('is not broken by what a runtime does not tell', () => {
    const silent = { ...proof, group: undefined, key: undefined, chainLength: undefined };
    expect(brokenPromise(full, silent, someRuntime)).toBeUndefined();
  });

  it('has no cipher of TLS 1.3 where BoringSSL chooses alone, and has one of TLS 1.2', () => {
    const boring = { ...someRuntime, tls: 'BoringSSL' };
    const cipher = 'TLS_AES_128_GCM_SHA256';
    expect(brokenPromise(full, { ...proof, cipher }, boring)).toBeUndefined();
    const older = { ...proof, version: 'TLSv1.2', cipher, roundTrips: 2 };
    expect(brokenPromise(handshakeCases['tls12-ecdsa-p256-full'], older, boring)).toContain('the cipher');
  });

  it('is that every connection was full, or every one resumed, to both sides', () => {
    expect(brokenCount(full, proof, 'handshake', batchOf(50, 'full'))).toBeUndefined();
    expect(brokenCount(resumed, proof, 'handshake', batchOf(50, 'resumed'))).toBeUndefined();
    const mixed = { ...batchOf(50, 'full'), server: batchOf(50, 'resumed').server };
    expect(brokenCount(full, proof, 'handshake', mixed)).toContain('the server counted 0 and 50');
    expect(brokenCount(resumed, proof, 'handshake', batchOf(50, 'full'))).toContain(
      'the client counted 50 and 0',
    );
    expect(brokenCount(full, proof, 'open-round-trip', batchOf(50, 'full'))).toContain(
      '0 full and 0 resumed',
    );
  });

  it('is that every connection was of the version and the cipher that were proved', () => {
    const batch = batchOf(50, 'full');
    const other = { tlsVersion: 'TLSv1.3', cipher: 'TLS_AES_128_GCM_SHA256', count: 1 };
    const mixed = { ...batch.report, negotiated: [...batch.report.negotiated, other] };
    expect(brokenCount(full, proof, 'handshake', { ...batch, report: mixed })).toContain(
      'TLSv1.3 with TLS_AES_256_GCM_SHA384 was proved, 1 of 50 had TLSv1.3 with TLS_AES_128_GCM_SHA256',
    );
  });

  it('is told of a row by what its connection carried', () => {
    const batches = [batchOf(50, 'full')];
    const measured = { case: 'tls13-ecdsa-p256-full', runtime: someRuntime, batches } as const;
    expect(handshakeRow({ ...measured, proof: { ...proof, chainLength: 3 } })).toMatchObject({
      chainLength: 3,
    });
    expect(handshakeRow({ ...measured, proof: { ...proof, chainLength: undefined } })).not.toHaveProperty(
      'chainLength',
    );
  });

  it('leaves a row without figures when it is broken', () => {
    const fault = { code: 'not-as-promised', message: 'mixed' } as const;
    const batches = [batchOf(50, 'full')];
    const row = handshakeRow({
      case: 'tls13-ecdsa-p256-full',
      runtime: someRuntime,
      proof,
      batches,
      fault,
    });
    expect(row).toMatchObject({ handshakes: 50, resumedCount: 0, fault });
    expect(row).not.toHaveProperty('serverCpuUs');
  });

  it('of every case offers the group that it is to end on', () => {
    for (const id of handshakeCaseIds) {
      const promised = handshakeCases[id];
      if (promised === null) continue;
      expect(promised.clientGroups, id).toContain(promised.group);
      expect(promised.serverGroups, id).toContain(promised.group);
      // One ClientHello carries a share of the first group alone (RFC 8446 §4.2.8).
      expect(promised.isRetried, id).toBe(promised.clientGroups[0] !== promised.group);
    }
  });
});
