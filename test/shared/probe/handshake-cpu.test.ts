import { describe, expect, it } from 'vitest';
import { handshakeCpu, handshakeKey } from '../../../shared/probe/handshake-cpu.ts';
import { parseMeasuredHandshakes } from '../../../shared/probe/measured-cost.ts';
import { fakeHandshakes } from '../../renderer/fake-handshakes.ts';

const kind = { version: '1.3', key: 'rsa-4096' };

describe('cores on handshakes', () => {
  it('are new connections times the cost of one', () => {
    const cpu = handshakeCpu(kind, 1_000);
    expect(cpu?.full.lowCores).toBeCloseTo(3.716 * 0.8);
    expect(cpu?.full.highCores).toBeCloseTo(3.716 * 1.2);
    expect(cpu?.resumed?.highCores).toBeLessThan(cpu?.full.lowCores ?? 0);
  });

  it('say when a key was not measured itself, and are not given for a key that nobody knows', () => {
    expect(handshakeCpu({ version: '1.3', key: 'rsa-3072' }, 1)?.origin).toBe('modelled');
    expect(handshakeCpu({ version: '1.3', key: 'ecdsa-p521' }, 1)).toBeUndefined();
    expect(handshakeCpu({ version: 'constructor', key: 'x' }, 1)).toBeUndefined();
  });

  it.each([
    ['1.3', 'ecdsa-p256', 1_296, 708],
    ['1.3', 'rsa-2048', 1_347, 590],
    ['1.2', 'ecdsa-p256', 1_126, 495],
    ['1.2', 'rsa-2048', 1_222, 523],
  ])('hold the check of a client certificate: TLS %s, %s', (version, clientKey, fullUs, resumedUs) => {
    const cpu = handshakeCpu({ version, key: 'ecdsa-p256', clientKey }, 1, fakeHandshakes());
    expect(cpu).toMatchObject({ origin: 'reference', clientKey });
    expect(cpu?.full.highUs).toBeCloseTo(fullUs * 1.2);
    expect(cpu?.resumed?.lowUs).toBeCloseTo(resumedUs * 0.8);
  });

  it('are not given for a client certificate whose check nobody has measured', () => {
    const rsaServer = { version: '1.3', key: 'rsa-2048', clientKey: 'ecdsa-p256' };
    expect(handshakeCpu(rsaServer, 1, fakeHandshakes())).toBeUndefined();
    expect(handshakeCpu({ ...rsaServer, key: 'ecdsa-p256', clientKey: 'ed25519' }, 1)).toBeUndefined();
  });

  it('come from a measured document only where it has that kind', () => {
    const costs = fakeHandshakes();
    const [row] = costs.rows.filter((one) => one.case === 'tls13-rsa-4096-full');
    const [low = 0, high = 0] = (row && 'serverCpuUs' in row && row.serverCpuUs.ci95) || [];
    expect(low).toBeGreaterThan(0);
    expect(handshakeCpu(kind, 100, costs)).toMatchObject({
      origin: 'measured',
      full: { lowUs: low, highUs: high, lowCores: low / 1e4, highCores: high / 1e4 },
    });
    expect(handshakeCpu({ ...kind, version: '1.2' }, 100, costs)?.origin).toBe('reference');
  });

  it('are not taken from a row of a retry, another group, a longer chain or another runtime', () => {
    const costs = fakeHandshakes();
    const common = { version: '1.3', key: 'ecdsa-p256' };
    const plain = ['tls13-ecdsa-p256-full', 'tls13-ecdsa-p256-resumed'];
    const rows = costs.rows.filter((row) => row.version === '1.3' && row.key === 'ecdsa-p256');
    const others = rows.filter((row) => !plain.includes(row.case));
    expect(others.length).toBeGreaterThan(2);
    expect(handshakeCpu(common, 1, { ...costs, rows: others })?.origin).toBe('reference');
    const elsewhere = rows.map((row) => ({ ...row, runtime: { ...row.runtime, version: '99.0.0' } }));
    expect(handshakeCpu(common, 1, { ...costs, rows: elsewhere })?.origin).toBe('reference');
    const last = handshakeCpu(common, 1, { ...costs, rows: [...elsewhere, ...others, ...rows] });
    expect(last).toEqual(handshakeCpu(common, 1, costs));
    expect(last?.origin).toBe('measured');
  });

  it('are not taken from anything else than a handshake document', () => {
    expect(() => parseMeasuredHandshakes({ schema: 'tls-cost-lab/run@1' })).toThrow(
      /tls-cost-lab handshake --json/,
    );
    expect(parseMeasuredHandshakes(fakeHandshakes()).rows.length).toBeGreaterThan(10);
  });

  it('name keys as the handshake lab does', () => {
    expect(handshakeKey({ kind: 'ec', curve: 'prime256v1' })).toBe('ecdsa-p256');
    expect(handshakeKey({ kind: 'rsa', bits: 2_048 })).toBe('rsa-2048');
    expect(handshakeKey({ kind: 'ed25519' })).toBe('ed25519');
  });
});
