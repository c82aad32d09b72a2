import { z } from 'zod';
import { badInputFault } from './bad-input.ts';
import { type EngineSentenceKey, englishEngineSentences } from './engine-sentences.ts';
import { LabError } from './fault.ts';
import { needsOf, proxiesOf, type TopologyId, topologyIds } from './topologies.ts';
import { fillPlaces } from './value-text.ts';
import { type Engine, engineNeeds, engines, proxyTierIds, type ServingTier } from './words.ts';

/** A sentence about an engine, before it is said in a language. */
const engineNoteSchema = z.object({
  key: z.custom<EngineSentenceKey>(
    (key) => typeof key === 'string' && Object.hasOwn(englishEngineSentences, key),
  ),
  values: z.record(z.string(), z.string()),
});
export type EngineNote = z.infer<typeof engineNoteSchema>;

export const engineNote = (key: EngineSentenceKey, values: EngineNote['values'] = {}): EngineNote => ({
  key,
  values,
});

/** A note in English, for the terminal and for faults. */
export const engineNoteText = ({ key, values }: EngineNote): string =>
  fillPlaces(englishEngineSentences[key], values);

const about = {
  id: z.enum(engines),
  name: z.string(),
  /** How to get it. */
  install: engineNoteSchema,
  /** What it can't do of what the lab may ask. */
  limits: z.array(engineNoteSchema),
};

/** A real engine as the user sees it: with its version, or with the reason why it can't be used. */
export const engineStateSchema = z.discriminatedUnion('isThere', [
  z.object({
    ...about,
    isThere: z.literal(true),
    version: z.string(),
    tls: z.string(),
    file: z.string(),
    /** What it can't do of what some topologies need, with the reason. */
    unable: z.partialRecord(z.enum(engineNeeds), engineNoteSchema),
  }),
  z.object({ ...about, isThere: z.literal(false), reason: engineNoteSchema }),
]);
export type EngineState = z.infer<typeof engineStateSchema>;

/** The file that an engine is run with, with named places for the lab's ports and directory. */
export const engineConfigSchema = z.object({ name: z.string(), text: z.string() });
export type EngineConfig = z.infer<typeof engineConfigSchema>;

/** Those that an engine can play a part in. */
const topologiesWithProxy = topologyIds.filter((topology) => proxiesOf(topology).length > 0);

/** The topologies whose proxies an engine can't play although it is there, with the reason. */
export function unableToPlay(state: EngineState): { topologies: TopologyId[]; reason: EngineNote }[] {
  if (!state.isThere) return [];
  return engineNeeds.flatMap((need) => {
    const reason = state.unable[need];
    if (reason === undefined) return [];
    return [{ topologies: topologyIds.filter((topology) => needsOf(topology).includes(need)), reason }];
  });
}

/** Which engine's configuration, for which topology, and of its two proxies in a mesh for which. */
export const engineConfigRequestSchema = z
  .strictObject({
    engine: z.enum(engines).exclude(['builtin']),
    topology: z.enum(topologiesWithProxy),
    tier: z.enum(proxyTierIds).default('proxy'),
  })
  .refine(({ topology, tier }) => proxiesOf(topology).includes(tier), { path: ['tier'] });
export type EngineConfigRequest = z.infer<typeof engineConfigRequestSchema>;

/** @throws LabError `bad-config` that names the wrong field, what was given and what is allowed */
export function parseEngineConfigRequest(input: unknown): EngineConfigRequest {
  const parsed = engineConfigRequestSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  const allowed = {
    engine: 'nginx, haproxy, envoy or caddy',
    topology: `${topologiesWithProxy.join(', ')}, which have a proxy`,
    tier: 'proxy, or proxy2 of a topology that has two',
  };
  throw new LabError(
    badInputFault(input, parsed.error, { code: 'bad-config', name: 'engine-config', allowed }),
  );
}

export interface EngineSettings {
  /** Where the user says an engine is, by its id; those on the PATH need no word. */
  readonly paths: Readonly<Partial<Record<string, string>>>;
  /** Configurations of the user's own, by `ownConfigKey`. */
  readonly ownConfigs: Readonly<Partial<Record<string, string>>>;
}

/** Each sidecar of a mesh needs a file of its own; the one beside the client goes by the engine's id, as a lone proxy does. */
export const ownConfigKey = (engine: Engine, tier: ServingTier): string =>
  tier === 'proxy' ? engine : `${engine}/${tier}`;

export const noEngineSettings: EngineSettings = { paths: {}, ownConfigs: {} };
