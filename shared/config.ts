import { z } from 'zod';
import { badInputFault } from './bad-input.ts';
import { LabError } from './fault.ts';
import { allowedServiceWords, serviceSchema } from './service.ts';
import { type TopologyId, topologyIds, usualTopologies } from './topologies.ts';
import { engines, keyTypes, methods, protocols, tlsVersions } from './words.ts';

/** Bounds of what may be asked for; each is named in the message that refuses a value outside it. */
export const bounds = {
  bodyBytes: { min: 0, max: 16 * 1024 * 1024 },
  connections: { min: 1, max: 10_000 },
  requestsPerConnection: { min: 1, max: 1_000_000 },
  streamsPerConnection: { min: 1, max: 100 },
  ratePerSec: { min: 1, max: 1_000_000 },
  /** A wire delays each direction by half of it, and by 100 ms at most. */
  rttMs: { min: 0, max: 200 },
} as const;

const whole = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max);

/** Connection reuse: kept open, a new one for every request, or closed after so many requests. */
export const reuseSchema = z.union([
  z.literal('keep-alive'),
  z.literal('new'),
  whole(bounds.requestsPerConnection),
]);
export type Reuse = z.infer<typeof reuseSchema>;

/**
 * Closed loop: each connection asks again once it is answered, so a stall of the server also stops the asking. Open loop:
 * requests are due at a fixed rate whatever the server does, and latency counts from when each was due.
 */
export const loadModelSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('closed') }),
  z.strictObject({ kind: z.literal('open'), ratePerSec: whole(bounds.ratePerSec) }),
]);
export type LoadModel = z.infer<typeof loadModelSchema>;

export const workloadSchema = z.strictObject({
  bodyBytes: whole(bounds.bodyBytes),
  method: z.enum(methods),
  reuse: reuseSchema,
  connections: whole(bounds.connections),
  protocol: z.enum(protocols),
  /** HTTP/2 only: requests in flight on each connection. HTTP/1.1 always has one. */
  streamsPerConnection: whole(bounds.streamsPerConnection),
  load: loadModelSchema,
});
export type Workload = z.infer<typeof workloadSchema>;

export const tlsSettingsSchema = z.strictObject({
  version: z.enum(tlsVersions),
  key: z.enum(keyTypes),
  resumption: z.boolean(),
});
export type TlsSettings = z.infer<typeof tlsSettingsSchema>;

/** Round-trip time that wires add: `outer` to the client's hop, `inner` to every hop behind a proxy. */
export const networkSchema = z.strictObject({
  innerRttMs: z.number().min(bounds.rttMs.min).max(bounds.rttMs.max),
  outerRttMs: z.number().min(bounds.rttMs.min).max(bounds.rttMs.max),
  /** A wire stands on the inner hops even if it adds nothing: the control of a distance pays for the wire's work, too. */
  innerWire: z.literal(true).optional(),
});
export type Network = z.infer<typeof networkSchema>;

const topologySchema = z.enum(topologyIds);
const engineSchema = z.enum(engines);

/**
 * Solo measures `topology` with `proxy`; Compare interleaves `compared`, each that has a proxy with every one of
 * `comparedProxies`. All are kept, so that toggling loses none.
 */
export const configSchema = z.strictObject({
  mode: z.enum(['solo', 'compare']),
  topology: topologySchema,
  proxy: engineSchema,
  compared: z.array(topologySchema).min(1).max(topologyIds.length),
  comparedProxies: z.array(engineSchema).min(1).max(engines.length),
  workload: workloadSchema,
  tls: tlsSettingsSchema,
  network: networkSchema,
  /** Plays the app in place of the lab's own. */
  service: serviceSchema.optional(),
});
export type Config = z.infer<typeof configSchema>;

export const defaultConfig: Config = {
  mode: 'solo',
  topology: 'T1',
  proxy: 'builtin',
  compared: [...usualTopologies],
  comparedProxies: ['builtin'],
  workload: {
    bodyBytes: 256,
    method: 'GET',
    reuse: 'keep-alive',
    connections: 64,
    protocol: 'h1',
    streamsPerConnection: 1,
    load: { kind: 'closed' },
  },
  tls: { version: '1.3', key: 'ecdsa-p256', resumption: true },
  network: { innerRttMs: 0, outerRttMs: 0 },
};

/** The topologies that a configuration measures, without repeats, in display order. */
export function measuredTopologies(config: Config): TopologyId[] {
  if (config.mode === 'solo') return [config.topology];
  return topologyIds.filter((topology) => config.compared.includes(topology));
}

const comparableKey = ({ workload, tls, network, service }: Config) =>
  JSON.stringify([workload, tls, network, service]);

/** Whether points measured under one configuration may stand beside those of the other. */
export function isComparable(a: Config, b: Config): boolean {
  return comparableKey(a) === comparableKey(b);
}

/** What each field may be, for messages. */
export const allowedConfigWords: Record<string, string> = {
  mode: 'solo or compare',
  topology: topologyIds.join(', '),
  compared: `a list of ${topologyIds.join(', ')}`,
  proxy: engines.join(', '),
  comparedProxies: `a list of ${engines.join(', ')}`,
  'workload.bodyBytes': `a whole number from ${bounds.bodyBytes.min} to ${bounds.bodyBytes.max}`,
  'workload.method': methods.join(' or '),
  'workload.reuse': `keep-alive, new, or a whole number from 1 to ${bounds.requestsPerConnection.max}`,
  'workload.connections': `a whole number from 1 to ${bounds.connections.max}`,
  'workload.protocol': protocols.join(' or '),
  'workload.streamsPerConnection': `a whole number from 1 to ${bounds.streamsPerConnection.max}`,
  'workload.load': 'closed, or open with a rate',
  'workload.load.kind': 'closed or open',
  'workload.load.ratePerSec': `a whole number of requests per second from ${bounds.ratePerSec.min} to ${bounds.ratePerSec.max}`,
  'network.innerRttMs': `milliseconds from ${bounds.rttMs.min} to ${bounds.rttMs.max}`,
  'network.outerRttMs': `milliseconds from ${bounds.rttMs.min} to ${bounds.rttMs.max}`,
  'tls.version': tlsVersions.join(' or '),
  'tls.key': keyTypes.join(' or '),
  'tls.resumption': 'true or false',
  ...allowedServiceWords,
};

/**
 * Checks a configuration that came from outside (page, settings file, command line).
 * @param input anything
 * @returns the configuration
 * @throws LabError `bad-config` that names the first wrong field, what was given and what is allowed
 */
export function parseConfig(input: unknown): Config {
  const parsed = configSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new LabError(
    badInputFault(input, parsed.error, { code: 'bad-config', name: 'config', allowed: allowedConfigWords }),
  );
}
