import { describe, expect, it } from 'vitest';
import { expiryOf } from '../../../shared/probe/expiry-of.ts';
import { handshakeCpu } from '../../../shared/probe/handshake-cpu.ts';
import type { Negotiated, Probe } from '../../../shared/probe/probe.ts';
import { probeStatements, probeStatementText } from '../../../shared/probe/probe-sentences.ts';
import { fakeHandshakes } from '../../renderer/fake-handshakes.ts';

const tls: Negotiated = {
  version: 'TLSv1.3',
  cipher: 'TLS_AES_256_GCM_SHA384',
  group: 'X25519',
  ocspStapled: false,
  clientCertificate: 'not-asked',
  verified: true,
};
const found = (more: Partial<Probe> = {}): Probe => ({
  schema: 'tls-cost-lab/probe@1',
  startedAt: '2026-12-01T00:00:00.000Z',
  environment: fakeHandshakes().environment,
  url: 'https://shop.test/',
  connections: 1,
  phases: { totalMs: 1 },
  problems: [],
  tls,
  handshakeCpu: handshakeCpu({ version: '1.3', key: 'ecdsa-p256' }, 100),
  ...more,
});
const said = (probe: Probe) => probeStatements(probe).map(({ key }) => key);
const withGroup = (group: string | undefined) => found({ tls: { ...tls, group } });

it.each([
  [-1, 'expired'],
  [0, 'soon'],
  [20, 'soon'],
  [21, 'valid'],
])('with %i days left a certificate is %s, and a sentence says so when that is soon', (daysLeft, expiry) => {
  expect(expiryOf(daysLeft)).toBe(expiry);
  const certificate = {
    ...{ subject: 'CN=a', issuer: 'CN=b', key: { kind: 'ed25519' }, signature: '' },
    ...{ isCa: false, isSelfSigned: false },
  };
  const chain = [{ ...certificate, daysLeft }];
  expect(said(found({ chain })).includes('expiresSoon')).toBe(expiry === 'soon');
});

describe('the sentences of a probe', () => {
  it('name the group that a cost assumes where another was negotiated, by whatever name', () => {
    expect(said(withGroup('x25519'))).not.toContain('groupAssumed');
    expect(said(withGroup('X25519'))).not.toContain('groupAssumed');
    const [sentence] = probeStatements(withGroup('secp384r1')).filter(({ key }) => key === 'groupAssumed');
    expect(sentence && probeStatementText(sentence)).toMatch(/X25519.*secp384r1/);
    expect(said(withGroup(undefined))).toContain('groupUnknown');
  });

  it('say why no cores are given: a key, or a client certificate, that nobody has measured', () => {
    expect(said(found({ handshakeCpu: undefined }))).toContain('costUnknown');
    const shown = found({ handshakeCpu: undefined, tls: { ...tls, clientCertificate: 'shown' } });
    expect(said(shown)).toContain('costUnknownClient');
    expect(said(shown)).not.toContain('costUnknown');
  });
});
