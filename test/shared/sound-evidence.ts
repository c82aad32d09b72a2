import { defaultConfig } from '../../shared/config.ts';
import type { HopFacts, TierFigures } from '../../shared/result.ts';
import type { Evidence } from '../../shared/warnings.ts';

export const tier = (utilisation: number): TierFigures => ({
  cpuUsPerRequest: { mean: 10, ci95: [9, 11] },
  userUs: 1,
  systemUs: 1,
  utilisation,
  rssBytes: 1,
  requests: 1,
  bytesIn: 1,
  bytesOut: 1,
});

/** A hop behind the proxy. */
export const inner: HopFacts = {
  from: 'proxy',
  to: 'app',
  security: 'tls',
  rttMs: 0,
  tlsVersion: 'TLSv1.3',
};

/** Of a point that nothing is to be doubted in. */
export const sound: Evidence = {
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
  otherWorkCores: 0.05,
  stealCores: 0,
  clockJumpMs: 0,
  serverCpuUsPerRequest: { mean: 10, ci95: [9.8, 10.2] },
  turns: Array.from({ length: 12 }, (_, turn) => [turn, 1000 + (turn % 2), 100]),
  warmup: { durationS: 1, settled: true },
  isFinal: true,
};

export const open: Evidence['workload'] = { ...sound.workload, load: { kind: 'open', ratePerSec: 500 } };

/** Twelve turns whose cost goes from 10 to what is given, in three steps. */
export const drifting = (end: number, wobble = 0.05): Evidence['turns'] =>
  Array.from({ length: 12 }, (_, turn) => {
    const cost = 10 + ((end - 10) * Math.floor(turn / 4)) / 2;
    return [turn, (cost + (turn % 2 === 0 ? wobble : -wobble)) * 100, 100];
  });

export const hop = (change: object): Evidence['hops'] => sound.hops.map((one) => ({ ...one, ...change }));

const facts = { version: '1', tls: 'unknown' };

/** Of a service of the user's own behind nginx, whose process isn't known. */
export const hiddenService = {
  ...sound,
  service: {
    origin: 'https://localhost:8443',
    method: 'GET',
    path: '/',
    requestBytes: 0,
    answerBytes: 1,
    anyLength: false,
  },
  engines: { proxy: { name: 'nginx', ...facts }, app: { name: 'service', ...facts } },
  tiers: { client: tier(0.5), proxy: tier(0.5) },
  hops: [...sound.hops, { ...inner, tlsVersion: undefined }],
  serverCpuUsPerRequest: undefined,
  turns: [],
} satisfies Evidence;
