import { refuseMissing } from '../refuse-missing.ts';
import { makeIpcRenderer } from './ipc-renderer.ts';
import { openWorldBridge } from './world-bridge.ts';

/** What the preload may know of the process that opened its window. */
export interface PreloadSurroundings {
  nonce: string;
  platform: string;
  versions: Record<string, string | undefined>;
  argv: string[];
}

type Preload = (require: (name: string) => unknown, module: { exports: object }, process: object) => void;

/** Runs a preload in its isolated world with what a sandboxed preload gets in Electron, and no more. */
export function runPreload(surroundings: PreloadSurroundings, preload: Preload): void {
  const bridge = openWorldBridge('preload', surroundings.nonce);
  const { ipcRenderer, reportFault } = makeIpcRenderer();
  const contextBridge = refuseMissing('contextBridge', {
    exposeInMainWorld(name: string, api: unknown) {
      if (name in window)
        throw new Error(`Cannot bind an API on top of an existing property on the window object`);
      bridge.expose(name, api);
    },
  });
  const electron = refuseMissing('electron (in a preload)', { contextBridge, ipcRenderer });
  const require = (name: string) => {
    if (name === 'electron' || name === 'electron/renderer') return electron;
    // A sandboxed preload cannot load files: the rule that makes one self-contained bundle necessary.
    throw new Error(`module not found: ${name}`);
  };
  const process = refuseMissing('process (in a preload)', {
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
    isMainFrame: true,
    platform: surroundings.platform,
    versions: surroundings.versions,
    argv: surroundings.argv,
    env: {},
  });
  try {
    preload(require, { exports: {} }, process);
  } catch (error) {
    reportFault(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}
