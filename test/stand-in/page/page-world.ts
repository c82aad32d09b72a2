import { openWorldBridge } from './world-bridge.ts';

/** Runs first in the page's own world: waits there for what the preload exposes, and shows nothing itself. */
export function openPageWorld(nonce: string): void {
  openWorldBridge('page', nonce);
}
