import { EngineCatalogue } from '../../electron/lab/engine-catalogue.ts';
import { noEngineSettings } from '../../shared/engine-state.ts';

/** The real engines of this machine; what is not here is said once, with the reason. */
export async function enginesHere(): Promise<('nginx' | 'haproxy' | 'envoy' | 'caddy')[]> {
  const states = await new EngineCatalogue(noEngineSettings).states();
  return states.flatMap((state) => {
    if (state.id === 'builtin') return [];
    if (state.isThere) return [state.id];
    console.log(`Skipped: ${state.id}. ${state.reason} ${state.install}`);
    return [];
  });
}
