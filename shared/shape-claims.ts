import type { Place } from './published.ts';
import type { Figure } from './result.ts';
import type { ShapeKey } from './shape-sentences.ts';
import { differenceOf, ratioOf } from './stats.ts';

/** What claims are about. Published figures come without intervals. */
export interface ShapeFigures {
  readonly reqPerSec?: Figure;
  readonly p50Ms?: Figure;
  readonly appUs?: Figure;
  readonly proxyUs?: Figure;
  /** Proxy and app together. */
  readonly serversUs?: Figure;
  /** HTTP version that the app saw. */
  readonly httpVersion?: string;
}

/** Figures of one place of the suite, published or measured; undefined where there are none. */
export type FiguresAt = (place: Place) => ShapeFigures | undefined;

/** Least and most of what agrees. */
export type Bounds = readonly [least: number, most: number];

/**
 * Something that the seeds' figures say. `value` reads it from any set of figures, so that the published and the measured
 * value are computed in the same way; `accepts` says which measured values agree with a published one.
 */
export interface Claim {
  readonly key: ShapeKey;
  /** Ending of the values' names, which decides how they are written. */
  readonly unit: 'Ratio' | 'Ms' | 'Share' | 'NsPerByte' | 'Http';
  readonly value: (at: FiguresAt) => Figure | string | undefined;
  /** Words agree when they are the same. */
  readonly accepts: (published: number) => Bounds;
}

const LARGE_BODY_BYTES = 64 * 1024;

const kept = { protocol: 'h1', reuse: 'keep-alive', connections: 64, innerRttMs: 0 } as const;
const anew = { ...kept, reuse: 'new', connections: 16 } as const;
const single = { ...kept, connections: 1 } as const;

const quotient = (a: Figure | undefined, b: Figure | undefined) => a && b && ratioOf(a, b);
const difference = (a: Figure | undefined, b: Figure | undefined) => a && b && differenceOf(a, b);

function scaled(figure: Figure | undefined, factor: number): Figure | undefined {
  if (figure === undefined) return undefined;
  const { mean, ci95 } = figure;
  return { mean: mean * factor, ci95: ci95 && [ci95[0] * factor, ci95[1] * factor] };
}

/** What 1 ms on the inner hop adds to p50, ms. */
const addedMs = (at: FiguresAt, place: Omit<Place, 'innerRttMs'>) =>
  difference(at({ ...place, innerRttMs: 1 })?.p50Ms, at({ ...place, innerRttMs: 0 })?.p50Ms);

const atMost = (limit: number) => (): Bounds => [Number.NEGATIVE_INFINITY, limit];
const atLeast = (limit: number) => (): Bounds => [limit, Number.POSITIVE_INFINITY];
const withinFactor =
  (factor: number) =>
  (published: number): Bounds => [published / factor, published * factor];

/** The wire's RTT is right to ±0.15 ms, and two medians on one connection differ by some hundredths on their own. */
const RTT_TOLERANCE_MS = 0.15;

const ofA = { ...kept, experiment: 'A' } as const;
const ofB = { ...kept, experiment: 'B' } as const;
const ofC = { ...anew, experiment: 'C' } as const;
const ofD = { ...single, experiment: 'D' } as const;
const ofE = { ...single, experiment: 'E' } as const;

const cpuClaims: readonly Claim[] = [
  {
    key: 'openTls',
    unit: 'Ratio',
    value: (at) => quotient(at({ ...ofA, topology: 'T1' })?.appUs, at({ ...ofA, topology: 'T0' })?.appUs),
    // A record of 256 B costs 1 to 3 µs in any library; beside an app of some 15 µs that is a fifth at most.
    accepts: atMost(1.25),
  },
  {
    key: 'hopCost',
    unit: 'Ratio',
    value: (at) => quotient(at({ ...ofA, topology: 'T2' })?.proxyUs, at({ ...ofA, topology: 'T2' })?.appUs),
    // "Several" begins at two; how many depends on the proxy's and the app's own code.
    accepts: atLeast(2),
  },
  {
    key: 'appSeesHttp2',
    unit: 'Http',
    value: (at) => at({ ...ofA, topology: 'T3' })?.httpVersion,
    // ALPN has one outcome or the other.
    accepts: (published) => [published, published],
  },
  {
    key: 'http2Cost',
    unit: 'Ratio',
    value: (at) =>
      quotient(at({ ...ofA, topology: 'T1', protocol: 'h2' })?.appUs, at({ ...ofA, topology: 'T1' })?.appUs),
    // "About the same": half as much again is another statement.
    accepts: withinFactor(1.5),
  },
  {
    key: 'costPerByte',
    unit: 'NsPerByte',
    value: (at) => {
      const extraUs = difference(
        at({ ...ofB, topology: 'T1' })?.appUs,
        at({ ...ofB, topology: 'T0' })?.appUs,
      );
      return scaled(extraUs, 1000 / LARGE_BODY_BYTES);
    },
    // Processors of 2018 to 2026 encrypt 1 to 8 GB/s a core with AES-GCM, and copies come on top.
    accepts: withinFactor(3),
  },
  {
    key: 'reencryption',
    unit: 'Ratio',
    value: (at) =>
      quotient(at({ ...ofB, topology: 'T3' })?.serversUs, at({ ...ofB, topology: 'T1' })?.serversUs),
    // How a proxy copies and frames a body differs more between runtimes than the number of encryptions does.
    accepts: withinFactor(2),
  },
  {
    key: 'handshakesT2',
    unit: 'Ratio',
    value: (at) => quotient(at({ ...ofC, topology: 'T2' })?.appUs, at({ ...ofC, topology: 'T1' })?.appUs),
    // An app that still made handshakes would be near 1; what is left to it is its request alone.
    accepts: atMost(0.5),
  },
  {
    key: 'handshakesT3',
    unit: 'Ratio',
    value: (at) => quotient(at({ ...ofC, topology: 'T3' })?.appUs, at({ ...ofC, topology: 'T1' })?.appUs),
    // The same, with the encryption of the request itself on top.
    accepts: atMost(0.5),
  },
];

const latencyClaims: readonly Claim[] = [
  {
    key: 'hopLatency',
    unit: 'Ms',
    value: (at) => difference(at({ ...ofD, topology: 'T2' })?.p50Ms, at({ ...ofD, topology: 'T1' })?.p50Ms),
    // Two more wake-ups and one more pass through HTTP: runtimes and kernels differ by a factor of three.
    accepts: withinFactor(3),
  },
  {
    key: 'innerRttT1',
    unit: 'Ms',
    value: (at) => addedMs(at, { ...ofE, topology: 'T1' }),
    // The control: there is no inner hop, so only noise is left.
    accepts: () => [-RTT_TOLERANCE_MS, RTT_TOLERANCE_MS],
  },
  {
    key: 'innerRttT2',
    unit: 'Ms',
    value: (at) => addedMs(at, { ...ofE, topology: 'T2' }),
    // At least one round trip; how much more is the wire's and the scheduler's doing.
    accepts: atLeast(1 - RTT_TOLERANCE_MS),
  },
  {
    key: 'innerRttT3',
    unit: 'Ms',
    value: (at) => addedMs(at, { ...ofE, topology: 'T3' }),
    // As in T2.
    accepts: atLeast(1 - RTT_TOLERANCE_MS),
  },
  {
    key: 'hiddenRtt',
    unit: 'Share',
    value: (at) => {
      const place = { ...ofE, connections: 64, topology: 'T2' } as const;
      return quotient(at({ ...place, innerRttMs: 1 })?.reqPerSec, at(place)?.reqPerSec);
    },
    // With 64 requests under way 1 ms alone would allow 64,000 a second: most of the throughput must stay.
    accepts: atLeast(0.5),
  },
  {
    key: 'pooledRtt',
    unit: 'Ms',
    value: (at) => addedMs(at, { ...anew, experiment: 'E', topology: 'T3' }),
    // A new inner connection takes TCP's round trip and TLS 1.3's (RFC 8446, §2) before the request's own: three.
    accepts: atMost(2),
  },
];

/** What the seeds' figures say, in the order of the experiments. */
export const claims: readonly Claim[] = [...cpuClaims, ...latencyClaims];
