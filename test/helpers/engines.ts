import { EngineCatalogue } from '../../electron/lab/engine-catalogue.ts';
import type { RealEngine } from '../../electron/lab/engines/engine.ts';
import { realEngines } from '../../electron/lab/engines/engine-table.ts';
import { engineNoteText, noEngineSettings } from '../../shared/engine-state.ts';
import type { Engine, EngineNeed } from '../../shared/words.ts';

/**
 * All real engines.
 * @param need what they are tested for, which not all of them can
 * @returns each with nothing, or with why it can't be tested here, as the title of what is skipped must say it
 */
export async function engineSupport(need?: EngineNeed): Promise<[RealEngine, string][]> {
  const states = await new EngineCatalogue(noEngineSettings).states();
  return Object.values(realEngines).map(({ id }) => {
    const state = states.find((one) => one.id === id);
    const unable = need && state?.isThere ? state.unable[need] : undefined;
    const reason =
      state?.isThere === false
        ? `${engineNoteText(state.reason)} ${engineNoteText(state.install)}`
        : unable && engineNoteText(unable);
    // A closing parenthesis would end the reason.
    return [id, reason === undefined ? '' : ` (skipped: ${reason.replaceAll(/[()]/g, '')})`];
  });
}

/** Why an engine that is there can't play in topologies that need this; undefined where it can. */
export async function unableReason(engine: Engine, need: EngineNeed): Promise<string | undefined> {
  const states = await new EngineCatalogue(noEngineSettings).states();
  const state = states.find(({ id }) => id === engine);
  const reason = state?.isThere ? state.unable[need] : undefined;
  return reason && engineNoteText(reason);
}
