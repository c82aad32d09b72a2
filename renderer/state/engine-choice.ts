import { measuredTopologies } from '../../shared/config.ts';
import { type EngineState, unableToPlay } from '../../shared/engine-state.ts';
import { hasProxy } from '../../shared/variant.ts';
import { type Engine, engines } from '../../shared/words.ts';
import { memoise } from './memoise.ts';
import type { LabState } from './reduce.ts';

/** What the control of engines shows of one of them. */
export interface EngineOption {
  readonly id: Engine;
  readonly isChosen: boolean;
  /** It may be neither chosen nor, as the last one ticked, be taken away. */
  readonly isFixed: boolean;
  /** It is there, but none of the topologies that the settings measure with a proxy is one that it can play in. */
  readonly isUnable: boolean;
  /** Absent for the lab's own proxy, and until the host has said which engines are there. */
  readonly state: EngineState | undefined;
}

function isUnableIn(config: LabState['config'], state: EngineState | undefined): boolean {
  if (state === undefined) return false;
  const unable = new Set(unableToPlay(state).flatMap(({ topologies }) => topologies));
  const wanted = measuredTopologies(config).filter(hasProxy);
  return wanted.length > 0 && wanted.every((topology) => unable.has(topology));
}

export const selectEngineOptions = memoise(
  (state: LabState) => [state.config, state.engines] as const,
  (config: LabState['config'], known: LabState['engines']): readonly EngineOption[] => {
    const { mode, proxy, comparedProxies } = config;
    const chosen: readonly Engine[] = mode === 'solo' ? [proxy] : comparedProxies;
    return engines.map((id) => {
      const state = known?.find((engine) => engine.id === id);
      const isChosen = chosen.includes(id);
      const isLast = mode === 'compare' && chosen.every((other) => other === id);
      const isUnable = isUnableIn(config, state);
      const mayNot = isUnable || state?.isThere === false;
      return { id, isChosen, isFixed: isChosen ? isLast : mayNot, isUnable, state };
    });
  },
);

/** The configuration after a click on an engine: the only one in Solo, one more or one less in Compare. */
export function withEngine(config: LabState['config'], id: Engine, on: boolean): LabState['config'] {
  if (config.mode === 'solo') return { ...config, proxy: id };
  const others = config.comparedProxies.filter((other) => other !== id);
  return { ...config, comparedProxies: on ? [...others, id] : others };
}
