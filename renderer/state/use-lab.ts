import { createContext, startTransition, useContext, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { LabActions, LabStore } from './lab-store.ts';
import type { LabState } from './reduce.ts';

export const LabContext = createContext<LabStore | undefined>(undefined);

function useLabStore(): LabStore {
  const lab = useContext(LabContext);
  if (!lab) throw new Error('A component that reads the lab must stand inside LabContext.');
  return lab;
}

/** One selected part of the state; the component draws again only when that part is another value. */
export function useLab<T>(selector: (state: LabState) => T): T {
  return useStore(useLabStore().store, selector);
}

export function useLabActions(): LabActions {
  return useLabStore().actions;
}

/**
 * The same at most once per `everyMs`, for what costs much to draw. A change after a quiet time shows at once, and the
 * last change always shows.
 */
export function useLabEvery<T>(everyMs: number, selector: (state: LabState) => T): T {
  const { store } = useLabStore();
  const [value, setValue] = useState(() => selector(store.getState()));
  const chosen = useRef(selector);
  chosen.current = selector;
  useEffect(() => {
    let lastMs = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      timer = undefined;
      lastMs = performance.now();
      const next = chosen.current(store.getState());
      // Drawn in slices, so that several charts due at once don't block a click.
      startTransition(() => setValue(() => next));
    };
    const onChange = () => {
      if (timer !== undefined) return;
      const waitMs = lastMs + everyMs - performance.now();
      if (waitMs <= 0) show();
      else timer = setTimeout(show, waitMs);
    };
    onChange();
    const unsubscribe = store.subscribe(onChange);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [store, everyMs]);
  return value;
}

/** Reads the state at the moment of an action, without drawing again when it changes. */
export function useLabReader(): () => LabState {
  return useLabStore().store.getState;
}
