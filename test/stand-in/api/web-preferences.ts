import path from 'node:path';
import type { WebPreferences } from './web-contents.ts';

const insecure: Record<string, boolean> = {
  contextIsolation: false,
  sandbox: false,
  webSecurity: false,
  nodeIntegration: true,
  nodeIntegrationInWorker: true,
  nodeIntegrationInSubFrames: true,
  allowRunningInsecureContent: true,
  experimentalFeatures: true,
  webviewTag: true,
};

/**
 * The stand-in has only the secure kind of window.
 * @throws when a preference asks for another, or the preload's path is relative
 */
export function refuseInsecurePreferences(preferences: WebPreferences): void {
  for (const [name, value] of Object.entries(preferences)) {
    if (insecure[name] === value)
      throw new Error(`electron stand-in: insecure webPreferences.${name}: ${value}`);
  }
  const { preload } = preferences;
  if (preload && !path.isAbsolute(preload)) throw new Error('preload script must have absolute path');
}
