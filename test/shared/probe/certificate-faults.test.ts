import { describe, expect, it } from 'vitest';
import type { Certificate } from '../../../shared/probe/certificate.ts';
import { certificateFaults, type Shown } from '../../../shared/probe/certificate-faults.ts';

const certificate = (more: Partial<Certificate> = {}): Certificate => ({
  subject: 'CN=shop.test',
  issuer: 'CN=Between',
  notBefore: '2026-01-01T00:00:00.000Z',
  notAfter: '2026-12-31T00:00:00.000Z',
  daysLeft: 100,
  key: { kind: 'ec', curve: 'prime256v1' },
  signature: 'ECDSA with SHA-256',
  isCa: false,
  isSelfSigned: false,
  ...more,
});
const shown = (more: Partial<Shown>): Shown => ({
  name: 'shop.test',
  chain: [certificate()],
  verifyCode: undefined,
  otherNames: undefined,
  nowMs: Date.parse('2026-09-01T00:00:00Z'),
  ...more,
});

describe('an issuer that is missing', () => {
  const own = certificate({ issuerUrl: 'http://ca.test/between.crt' });
  const stray = certificate({ subject: 'CN=Stray', issuer: 'CN=Stray', isSelfSigned: true });
  const verifyCode = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';

  it('is missing all the same beside a certificate that was sent for nothing', () => {
    const [fault] = certificateFaults(shown({ chain: [own, stray], verifyCode }));
    expect(fault?.code).toBe('certificate-chain-incomplete');
    expect(fault?.message).toContain('CN=Between');
  });

  it('is looked for above the last certificate of the chain, in whatever order it was sent', () => {
    const between = certificate({ subject: 'CN=Between', issuer: 'CN=Root', isCa: true });
    const [fault] = certificateFaults(shown({ chain: [own, stray, between], verifyCode }));
    expect(fault?.code).toBe('certificate-unknown-issuer');
    expect(fault?.message).toContain('CN=Root');
  });
});
