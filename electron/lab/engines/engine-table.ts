import type { EngineDefinition, RealEngine } from './engine.ts';

export const realEngines: Readonly<Record<RealEngine, EngineDefinition>> = {} as never;
