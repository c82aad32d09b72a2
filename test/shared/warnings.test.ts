import { describe, expect, it } from 'vitest';
import { warningCodes } from '../../shared/result.ts';
import { type Evidence, warningsOf } from '../../shared/warnings.ts';
import { drifting, hiddenService, hop, inner, open, sound, tier } from './sound-evidence.ts';

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
    [
      'cores-oversubscribed',
      {
        tiers: { client: tier(0.5), proxy: tier(0.5), app: tier(0.3) },
        wire: { userUs: 1, systemUs: 1, utilisation: 0.6, bytes: 1 },
        cores: 2,
      },
      '1.3 with the tiers and 0.6 with the wire',
    ],
    ['wire-saturated', { wire: { userUs: 1, systemUs: 1, utilisation: 0.93, bytes: 1 } }, '93 % of a core'],
    ['errors', { errorsTotal: 3 }, '3 requests failed'],
    ['not-as-asked', { hops: hop({ tlsVersion: 'TLSv1.2' }) }, 'TLSv1.2, http/1.1 where TLSv1.3, http/1.1'],
    ['not-as-asked', { hops: hop({ alpn: 'h2' }) }, 'TLSv1.3, h2 where TLSv1.3, http/1.1'],
    [
      'resumption-mixed',
      { tls: { ...sound.tls, resumption: false }, hops: hop({ handshakes: { full: 9, resumed: 2 } }) },
      '2 resumed handshakes although resumption is off',
    ],
    [
      'resumption-mixed',
      { hops: hop({ measuredHandshakes: { full: 500, resumed: 500 } }) },
      '500 full and 500 resumed',
    ],
    [
      'resumption-missing',
      { hops: hop({ handshakes: { full: 584, resumed: 0 }, measuredHandshakes: { full: 500, resumed: 0 } }) },
      '500 full and 0 resumed handshakes where resumption was asked for',
    ],
    [
      'resumption-missing',
      { hops: hop({ handshakes: { full: 84, resumed: 0 }, measuredHandshakes: { full: 84, resumed: 0 } }) },
      '84 full and 0 resumed',
    ],
    ['tls-unknown', { hops: hop({ tlsVersion: undefined, alpn: undefined }) }, 'where TLSv1.3 was asked for'],
    ['tls-unknown', { hops: hop({ tlsVersion: undefined }), requests: 0 }, 'client to app'],
    [
      'client-saturated',
      { workload: open, due: 1000, tiers: { client: tier(0.95), app: tier(0.5) } },
      'lower rate',
    ],
    ['rate-not-reached', { workload: open, due: 1100, offeredS: 2.2 }, '90 % of the asked 500/s'],
    ['rate-not-reached', { workload: open, due: 1000, offeredS: 3 }, '66 % of the asked 500/s'],
    [
      'inner-hop-rehandshakes',
      { hops: [...sound.hops, { ...inner, measuredHandshakes: { full: 2, resumed: 990 } }] },
      '0.99 handshakes with the app per request',
    ],
    ['interval-too-wide', { serverCpuUsPerRequest: { mean: 10, ci95: [9.6, 10.4] } }, '±4.0 %'],
    ['other-work', { otherWorkCores: 0.6 }, '0.6 of 4 cores'],
    ['other-work', { otherWorkCores: 0.35, cores: 2 }, '0.3 of 2 cores'],
    ['steal', { stealCores: 0.08 }, '8 % of a core'],
    ['clock-jump', { clockJumpMs: 3000 }, '3.0 s'],
    ['clock-jump', { clockJumpMs: -700 }, '0.7 s'],
    ['drift', { turns: drifting(12) }, '10.0 µs in the first third to 12.0 µs'],
    ['drift', { turns: drifting(8) }, 'to 8.0 µs'],
    ['not-warm', { warmup: { durationS: 2.5, settled: false } }, '2.5 s'],
    ['few-slices', { slices: 2 }, '2 slices'],
    ['errors', { errorsTotal: 1, errorsByKind: { 'body-length': 1 } }, '1 requests failed'],
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
    [
      'a few full handshakes before all the resumed ones',
      { hops: hop({ measuredHandshakes: { full: 5, resumed: 995 } }) },
    ],
    [
      'a pool that opens a full and a resumed connection in a thousand kept requests',
      { requests: 10_000, hops: hop({ measuredHandshakes: { full: 1, resumed: 1 } }) },
    ],
    [
      'full handshakes where resumption is off',
      {
        tls: { ...sound.tls, resumption: false },
        hops: hop({ measuredHandshakes: { full: 1000, resumed: 0 } }),
      },
    ],
    [
      'the first handshake of every connection, and some more than that',
      { hops: hop({ handshakes: { full: 83, resumed: 0 }, measuredHandshakes: { full: 83, resumed: 0 } }) },
    ],
    [
      'connections of HTTP/2 streams, as many of which may open an inner connection at once',
      {
        workload: { ...sound.workload, protocol: 'h2', connections: 8, streamsPerConnection: 10 },
        hops: hop({ alpn: 'h2', measuredHandshakes: { full: 99, resumed: 0 } }),
      },
    ],
    [
      'a few connections opened anew long after the first ones',
      { hops: hop({ handshakes: { full: 83, resumed: 0 }, measuredHandshakes: { full: 19, resumed: 0 } }) },
    ],
    [
      'full handshakes that are too rare to matter',
      { requests: 1_000_000, hops: hop({ measuredHandshakes: { full: 900, resumed: 0 } }) },
    ],
    [
      'a hop without TLS',
      {
        hops: hop({
          security: 'plaintext',
          tlsVersion: undefined,
          alpn: undefined,
          handshakes: undefined,
        }),
      },
    ],
    [
      'a TLS hop on which nothing was answered yet',
      { isFinal: false, requests: 0, hops: hop({ tlsVersion: undefined }) },
    ],
    ['an open loop that answers 99.5 % of what is due', { workload: open, due: 1005, offeredS: 2.01 }],
    ['one request under way at a low rate', { workload: open, due: 6, offeredS: 0.012, requests: 5 }],
    ['a busy other core on a machine of many', { otherWorkCores: 0.9, cores: 16 }],
    ['the noise of clock ticks below nothing', { otherWorkCores: -0.1 }],
    [
      'other work below a third of a core, as a window takes',
      { otherWorkCores: 0.32, cores: 1, machineBusyCores: 0.8, tiers: { app: tier(0.3) } },
    ],
    ['steal of some hundredths', { stealCores: 0.04 }],
    ['a clock that is slewed', { clockJumpMs: 400 }],
    ['an interval of ±3 %', { serverCpuUsPerRequest: { mean: 10, ci95: [9.71, 10.29] } }],
    [
      'a wide interval that still narrows',
      { isFinal: false, serverCpuUsPerRequest: { mean: 10, ci95: [5, 15] } },
    ],
    ['a change of less than a tenth', { turns: drifting(10.8) }],
    ['a change that noise explains', { turns: drifting(12, 6) }],
    ['a change over too few turns', { turns: drifting(20).slice(4) }],
    ['a point that was not warmed up apart', { warmup: undefined }],
    ['a warm-up of too few windows to judge', { warmup: { durationS: 5 } }],
  ])('is silent about %s', (_what, change) => {
    expect(warningsOf({ ...sound, ...change })).toEqual([]);
  });

  it('forgives as many full handshakes again as there are connections for each restart of a process', () => {
    const hops = hop({ measuredHandshakes: { full: 147, resumed: 0 } });
    const codes = (gaps: number) => warningsOf({ ...sound, hops, gaps }).map(({ code }) => code);
    expect(codes(0)).toEqual(['resumption-missing']);
    expect(codes(1)).toEqual(['gap']);
  });

  it('says of both hops which one it is that is in doubt', () => {
    const inner = { ...hop({})[0], from: 'proxy', to: 'app', security: 'tls', rttMs: 0 } as const;
    const hops = [...sound.hops, { ...inner, measuredHandshakes: { full: 500, resumed: 2 } }];
    expect(warningsOf({ ...sound, hops })[0]?.values).toEqual({
      from: 'proxy',
      to: 'app',
      full: 500,
      resumed: 2,
    });
  });

  it('takes what can’t be seen of a service of one’s own for doubt, and its work for nobody’s', () => {
    const codes = warningsOf({ ...hiddenService, otherWorkCores: 3 }).map(({ code }) => code);
    expect(codes).toEqual(['cpu-not-visible', 'hop-not-visible']);
    const builtin = { ...hiddenService, engines: { app: hiddenService.engines.app } };
    expect(warningsOf(builtin).map(({ code }) => code)).toContain('tls-unknown');
  });

  it('gives the gates what they decide by', () => {
    const [warning] = warningsOf({
      ...sound,
      errorsTotal: 250,
      errorsByKind: { reset: 249, 'body-length': 1 },
    });
    expect(warning?.values).toMatchObject({ errorShare: 0.2, wrongBodies: 1 });
  });

  it('says what to do, whatever it warns of', () => {
    const seen = warningsOf({
      ...sound,
      workload: open,
      due: 5000,
      offeredS: 10,
      errorsTotal: 3,
      tiers: { client: tier(0.95), proxy: tier(1), app: tier(1) },
      wire: { userUs: 1, systemUs: 1, utilisation: 1, bytes: 1 },
      hops: [
        ...hop({ tlsVersion: 'TLSv1.2', measuredHandshakes: { full: 500, resumed: 500 } }),
        { ...inner, measuredHandshakes: { full: 900, resumed: 0 } },
        ...hop({ tlsVersion: undefined, measuredHandshakes: { full: 500, resumed: 0 } }),
      ],
      cores: 2,
      otherWorkCores: 1,
      stealCores: 1,
      clockJumpMs: 9000,
      serverCpuUsPerRequest: { mean: 10, ci95: [5, 15] },
      turns: drifting(20),
      warmup: { durationS: 1, settled: false },
      slices: 1,
      gaps: 2,
    });
    const all = [...seen, ...warningsOf(hiddenService)];
    expect(all.map(({ code }) => code).toSorted()).toEqual([...warningCodes].toSorted());
    for (const { message } of all)
      expect(message).toMatch(/(Measure|measure|Use|use|Ask|Allow|Close|Look|Find|Read|Name) /);
  });
});
