import type { EngineState } from '../../shared/engine-state.ts';
import { type Engine, engines } from '../../shared/words.ts';
import { memoise } from './memoise.ts';
import type { LabState } from './reduce.ts';

/** What the control of engines shows of one of them. */
export interface EngineOption {
  readonly id: Engine;
  readonly isChosen: boolean;
  /** It may be neither chosen nor, as the last one ticked, be taken away. */
  readonly isFixed: boolean;
  /** Absent for the lab's own proxy, and until the host has said which engines are there. */
  readonly state: EngineState | undefined;
}

export const selectEngineOptions = memoise(
  (state: LabState) => [state.config, state.engines] as const,
  (
    { mode, proxy, comparedProxies }: LabState['config'],
    known: LabState['engines'],
  ): readonly EngineOption[] => {
    const chosen: readonly Engine[] = mode === 'solo' ? [proxy] : comparedProxies;
    return engines.map((id) => {
      const state = known?.find((engine) => engine.id === id);
      const isChosen = chosen.includes(id);
      const isLast = mode === 'compare' && chosen.every((other) => other === id);
      return { id, isChosen, isFixed: isChosen ? isLast : state?.isThere === false, state };
    });
  },
);

/** The configuration after a click on an engine: the only one in Solo, one more or one less in Compare. */
export function withEngine(config: LabState['config'], id: Engine, on: boolean): LabState['config'] {
  if (config.mode === 'solo') return { ...config, proxy: id };
  const others = config.comparedProxies.filter((other) => other !== id);
  return { ...config, comparedProxies: on ? [...others, id] : others };
}
