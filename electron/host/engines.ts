import { defaultConfig } from '../../shared/config.ts';
import type {
  EngineConfig,
  EngineConfigRequest,
  EngineSettings,
  EngineState,
} from '../../shared/engine-state.ts';
import { variantOf } from '../../shared/variant.ts';
import { EngineCatalogue } from '../lab/engine-catalogue.ts';

/** The engines that a terminal lists, without a lab. */
export function listEngines(settings: EngineSettings): Promise<EngineState[]> {
  return new EngineCatalogue(settings).states();
}

/**
 * The configuration that an engine is run with under the default settings, with named places for ports and directory.
 * @throws LabError `engine-missing` or `engine-unable`
 */
export function showEngineConfig(
  { engine, topology, tier }: EngineConfigRequest,
  settings: EngineSettings,
): Promise<EngineConfig> {
  return new EngineCatalogue(settings).config(engine, variantOf(topology, defaultConfig, engine), tier);
}
