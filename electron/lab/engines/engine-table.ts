import type { EngineDefinition, RealEngine } from './engine.ts';
import { nginx } from './nginx.ts';

export const realEngines: Readonly<Record<RealEngine, EngineDefinition>> = { nginx } as never;
