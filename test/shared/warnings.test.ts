import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../shared/config.ts';
import type { TierFigures } from '../../shared/result.ts';
import { type Evidence, warningsOf } from '../../shared/warnings.ts';

const tier = (utilisation: number): TierFigures => ({
  cpuUsPerRequest: { mean: 10, ci95: [9, 11] },
  userUs: 1,
  systemUs: 1,
  utilisation,
  rssBytes: 1,
  requests: 1,
  bytesIn: 1,
  bytesOut: 1,
});

const sound: Evidence = {
  workload: defaultConfig.workload,
  tls: defaultConfig.tls,
  tiers: { client: tier(0.5), app: tier(0.5) },
  hops: [
    {
      from: 'client',
      to: 'app',
      security: 'tls',
      rttMs: 0,
      tlsVersion: 'TLSv1.3',
      alpn: 'http/1.1',
      handshakes: { full: 1, resumed: 0 },
    },
  ],
  requests: 1000,
  errorsTotal: 0,
  slices: 8,
  gaps: 0,
  cores: 4,
  machineBusyCores: 1,
};

const hop = (change: object): Evidence['hops'] => sound.hops.map((one) => ({ ...one, ...change }));

describe('warningsOf', () => {
  it('has nothing to say of sound evidence', () => {
    expect(warningsOf(sound)).toEqual([]);
  });

  it.each<[string, Partial<Evidence>, string]>([
    ['client-saturated', { tiers: { client: tier(0.9), app: tier(0.5) } }, '90 %'],
    [
      'cores-oversubscribed',
      { tiers: { client: tier(0.8), proxy: tier(0.9), app: tier(0.3) }, cores: 2 },
      "2.0 of the machine's 2 cores",
    ],
    ['errors', { errorsTotal: 3 }, '3 requests failed'],
    ['not-as-asked', { hops: hop({ tlsVersion: 'TLSv1.2' }) }, 'TLSv1.2'],
    ['not-as-asked', { hops: hop({ alpn: 'h2' }) }, 'h2'],
    [
      'resumption-mixed',
      { tls: { ...sound.tls, resumption: false }, hops: hop({ handshakes: { full: 9, resumed: 2 } }) },
      '2 handshakes',
    ],
    ['few-slices', { slices: 2 }, '2 slices'],
    ['gap', { gaps: 1 }, 'once'],
  ])('%s fires on its own evidence, alone and with the number in it', (code, change, words) => {
    const warnings = warningsOf({ ...sound, ...change });
    expect(warnings.map((warning) => warning.code)).toEqual([code]);
    expect(warnings[0]?.message).toContain(words);
  });

  it.each<[string, Partial<Evidence>]>([
    ['a client just below saturation', { tiers: { client: tier(0.89), app: tier(0.5) } }],
    [
      'an inner hop that chose HTTP/2',
      {
        hops: [
          ...sound.hops,
          { ...hop({})[0], from: 'proxy', to: 'app', alpn: 'h2', security: 'tls', rttMs: 0 },
        ],
      },
    ],
    ['resumed handshakes where resumption is on', { hops: hop({ handshakes: { full: 9, resumed: 2 } }) }],
  ])('is silent about %s', (_what, change) => {
    expect(warningsOf({ ...sound, ...change })).toEqual([]);
  });
});
