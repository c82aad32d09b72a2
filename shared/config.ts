import { z } from 'zod';
import { badInputFault } from './bad-input.ts';
import { LabError } from './fault.ts';
import { type TopologyId, topologyIds } from './topologies.ts';
import { keyTypes, methods, protocols, tlsVersions } from './words.ts';

/** Bounds of what may be asked for; each is named in the message that refuses a value outside it. */
export const bounds = {
  bodyBytes: { min: 0, max: 16 * 1024 * 1024 },
  connections: { min: 1, max: 10_000 },
  requestsPerConnection: { min: 1, max: 1_000_000 },
  streamsPerConnection: { min: 1, max: 100 },
} as const;

const whole = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max);

/** Connection reuse: kept open, a new one for every request, or closed after so many requests. */
export const reuseSchema = z.union([
  z.literal('keep-alive'),
  z.literal('new'),
  whole(bounds.requestsPerConnection),
]);
export type Reuse = z.infer<typeof reuseSchema>;

export const workloadSchema = z.strictObject({
  bodyBytes: whole(bounds.bodyBytes),
  method: z.enum(methods),
  reuse: reuseSchema,
  connections: whole(bounds.connections),
  protocol: z.enum(protocols),
  /** HTTP/2 only: requests in flight on each connection. HTTP/1.1 always has one. */
  streamsPerConnection: whole(bounds.streamsPerConnection),
  load: z.strictObject({ kind: z.literal('closed') }),
});
export type Workload = z.infer<typeof workloadSchema>;

export const tlsSettingsSchema = z.strictObject({
  version: z.enum(tlsVersions),
  key: z.enum(keyTypes),
  resumption: z.boolean(),
});
export type TlsSettings = z.infer<typeof tlsSettingsSchema>;

const topologySchema = z.enum(topologyIds);

/** Solo measures `topology`; Compare interleaves `compared`. Both are kept, so that toggling loses neither. */
export const configSchema = z.strictObject({
  mode: z.enum(['solo', 'compare']),
  topology: topologySchema,
  compared: z.array(topologySchema).min(1).max(topologyIds.length),
  workload: workloadSchema,
  tls: tlsSettingsSchema,
});
export type Config = z.infer<typeof configSchema>;

export const defaultConfig: Config = {
  mode: 'solo',
  topology: 'T1',
  compared: [...topologyIds],
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
};

/** The topologies that a configuration measures, without repeats, in display order. */
export function measuredTopologies(config: Config): TopologyId[] {
  if (config.mode === 'solo') return [config.topology];
  return topologyIds.filter((topology) => config.compared.includes(topology));
}

/** Whether points measured under one configuration may stand beside those of the other. */
export function isComparable(a: Config, b: Config): boolean {
  return JSON.stringify([a.workload, a.tls]) === JSON.stringify([b.workload, b.tls]);
}

const allowedWords: Record<string, string> = {
  mode: 'solo or compare',
  topology: topologyIds.join(', '),
  compared: `a list of ${topologyIds.join(', ')}`,
  'workload.bodyBytes': `a whole number from ${bounds.bodyBytes.min} to ${bounds.bodyBytes.max}`,
  'workload.method': methods.join(' or '),
  'workload.reuse': `keep-alive, new, or a whole number from 1 to ${bounds.requestsPerConnection.max}`,
  'workload.connections': `a whole number from 1 to ${bounds.connections.max}`,
  'workload.protocol': protocols.join(' or '),
  'workload.streamsPerConnection': `a whole number from 1 to ${bounds.streamsPerConnection.max}`,
  'tls.version': tlsVersions.join(' or '),
  'tls.key': keyTypes.join(' or '),
  'tls.resumption': 'true or false',
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
    badInputFault(input, parsed.error, { code: 'bad-config', name: 'config', allowed: allowedWords }),
  );
}
