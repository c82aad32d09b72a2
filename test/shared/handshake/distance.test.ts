import { describe, expect, it } from 'vitest';
import { distanceRows, type MeasuredDistance } from '../../../shared/handshake/distance.ts';
import { batchOf, someRuntime } from './batches.ts';

const measured = (caseId: MeasuredDistance['case'], rttMs: number, wallMs: number): MeasuredDistance => ({
  case: caseId,
  runtime: someRuntime,
  proof: null,
  rttMs,
  batches: [batchOf(8, 'full', { wallUs: wallMs * 1000 })],
});

describe('distance', () => {
  it('is modelled as round trips of TCP and TLS times distance, and what the case takes without one', () => {
    const rows = distanceRows([
      measured('tls12-ecdsa-p256-full', 0, 3),
      measured('tls12-ecdsa-p256-full', 50, 155),
    ]);
    expect(rows[1]).toMatchObject({ tcpRoundTrips: 1, tlsRoundTrips: 2, modelled: false });
    const [, far] = rows;
    if (far === undefined || 'fault' in far) throw new Error('The far row is there.');
    expect(far.modelMs).toBeCloseTo(153, 1);
    expect(far.tlsMs?.p50).toBeCloseTo(105, 0);
  });

  it('of 0-RTT is a model alone: TCP’s round trip, and what it takes until the ClientHello is made', () => {
    const near = measured('tls13-ecdsa-p256-resumed', 0, 2);
    const rows = distanceRows([
      { ...near, batches: [batchOf(8, 'resumed', { wallUs: 2000, toHelloUs: 700 })] },
      measured('tls13-ecdsa-p256-resumed', 10, 23),
    ]);
    const zero = rows.find((row) => row.case === 'tls13-ecdsa-p256-0rtt' && row.rttMs === 10);
    expect(zero).toMatchObject({ modelled: true, tlsRoundTrips: 0 });
    expect(zero).not.toHaveProperty('wallMs');
    if (zero !== undefined && 'modelMs' in zero) expect(zero.modelMs).toBeCloseTo(10.7, 1);
  });

  it('has no model without the case at no distance, and shows what failed', () => {
    const fault = { code: 'handshake-failed', message: 'no answer' } as const;
    const rows = distanceRows([
      measured('tls13-ecdsa-p256-full', 10, 22),
      { ...measured('tls12-ecdsa-p256-full', 50, 150), batches: [], fault },
    ]);
    expect(rows).toMatchObject([{ case: 'tls12-ecdsa-p256-full', rttMs: 50, fault }]);
  });
});
