import {
  type EngineConfig,
  type EngineSettings,
  type EngineState,
  engineNoteText,
  ownConfigKey,
} from '../../shared/engine-state.ts';
import { LabError } from '../../shared/fault.ts';
import type { EngineFacts } from '../../shared/result.ts';
import { needsOf } from '../../shared/topologies.ts';
import type { Variant } from '../../shared/variant.ts';
import type { EngineNeed, ProxyTier, ServingTier } from '../../shared/words.ts';
import { EngineFinder, type FoundEngine } from './engine-finder.ts';
import type { EngineTask } from './engine-spec.ts';
import { configTemplate } from './engine-template.ts';
import type { RealEngine } from './engines/engine.ts';
import { realEngines } from './engines/engine-table.ts';
import { type PlannedLink, planFor } from './plan.ts';

/** One worker, so that CPU per request compares with the built-in proxy's single process. */
export const ENGINE_WORKERS = 1;

const taskOf = ({ protocol, layer, tls, hop, upstream }: PlannedLink): EngineTask => ({
  protocol,
  layer,
  tls: tls && { ...tls, mutual: hop.mutual === true },
  upstream: { tls: upstream?.tls && { ...upstream.tls, mutual: upstream.hop.mutual === true } },
});

/** The real engines that the lab knows: which are there, and how they would be run. Starts nothing. */
export class EngineCatalogue {
  private readonly settings: EngineSettings;
  private readonly finder: EngineFinder;

  constructor(settings: EngineSettings) {
    this.settings = settings;
    this.finder = new EngineFinder(settings.paths);
  }

  /** All of them, those that can't be used with the reason. */
  states(): Promise<EngineState[]> {
    return Promise.all(Object.values(realEngines).map((definition) => this.finder.state(definition)));
  }

  /**
   * @param needs what it is wanted for beyond forwarding requests
   * @throws LabError `engine-missing`, or `engine-unable`
   */
  async found(engine: RealEngine, needs: readonly EngineNeed[] = []): Promise<FoundEngine> {
    const definition = realEngines[engine];
    const found = await this.finder.find(definition);
    if (!('reason' in found)) {
      const reason = needs.map((need) => found.unable?.[need]).find((one) => one !== undefined);
      if (reason === undefined) return found;
      const message = `${definition.name} can't play the proxy here. ${engineNoteText(reason)}`;
      throw new LabError({ code: 'engine-unable', message, role: engine });
    }
    throw new LabError({
      code: 'engine-missing',
      message: `${definition.name} was wanted as the proxy, but can't be used. ${engineNoteText(found.reason)} ${engineNoteText(definition.install)}`,
      role: engine,
    });
  }

  /** @throws LabError `engine-missing` */
  async facts(engine: RealEngine, tier: ServingTier): Promise<EngineFacts> {
    const { version, tls } = await this.found(engine);
    return {
      name: engine,
      version,
      tls,
      ...(this.ownConfig(engine, tier) === undefined ? {} : { ownConfig: true }),
    };
  }

  /** The user's own file for what plays this tier. */
  ownConfig(engine: RealEngine, tier: ServingTier): string | undefined {
    return this.settings.ownConfigs[ownConfigKey(engine, tier)];
  }

  /**
   * The configuration that an engine is run with, with named places for ports and directory.
   * @param variant whose proxy it plays
   * @param tier which of its proxies
   * @throws LabError `engine-missing` or `engine-unable`
   * @throws RangeError when the topology has no such proxy, which a checked request never asks for
   */
  async config(engine: RealEngine, variant: Variant, tier: ProxyTier): Promise<EngineConfig> {
    const { topology } = variant;
    const link = planFor(variant).links.find((one) => one.engine === engine && one.hop.to === tier);
    if (link === undefined) throw new RangeError(`${topology} has no ${tier} that ${engine} could play.`);
    const definition = realEngines[engine];
    const { version, tcpModule } = await this.found(engine, needsOf(topology));
    return {
      name: definition.configName,
      text: configTemplate(definition, taskOf(link), { workers: ENGINE_WORKERS, version, tcpModule }),
    };
  }
}
