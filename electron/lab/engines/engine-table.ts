import { caddy } from './caddy.ts';
import type { EngineDefinition, RealEngine } from './engine.ts';
import { envoy } from './envoy.ts';
import { haproxy } from './haproxy.ts';
import { nginx } from './nginx.ts';

/** Every real engine that can play the proxy. */
export const realEngines: Readonly<Record<RealEngine, EngineDefinition>> = { nginx, haproxy, envoy, caddy };
