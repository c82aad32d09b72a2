import type { MeasuredBatch } from '../../../shared/handshake/measured-batch.ts';
import { LatencyHistogram } from '../../../shared/latency.ts';
import type { Hello } from '../../../shared/role-api.ts';

/** A batch of so many connections, each of which took `wallUs` on the clock and `cpuUs` of each side. */
export function batchOf(
  count: number,
  kind: 'full' | 'resumed',
  { wallUs = 1000, cpuUs = 100, toHelloUs = 500 } = {},
): MeasuredBatch {
  const histogram = new LatencyHistogram();
  histogram.recordUs(wallUs, count);
  const counts = { full: 0, resumed: 0, [kind]: count };
  const text = histogram.encode();
  const hello = new LatencyHistogram();
  hello.recordUs(toHelloUs, count);
  const times = { wall: text, fromDial: text, toHello: hello.encode() };
  const bytes = { in: 300 * count, out: 700 * count };
  const negotiated = [{ tlsVersion: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384', count }];
  return {
    report: { count, userUs: cpuUs * count, systemUs: 0, ...counts, negotiated, ...times },
    server: { cpuUs: cpuUs * count, closed: count, ...counts, handshakeBytes: bytes, connectionBytes: bytes },
  };
}

export const someRuntime: Hello['runtime'] = { name: 'node', version: '20.20.2', tls: 'OpenSSL 3.0.19' };
