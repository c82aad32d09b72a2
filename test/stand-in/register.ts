import childProcess, { type ChildProcess, type ForkOptions } from 'node:child_process';
import Module from 'node:module';
import path from 'node:path';

/**
 * `node -r register.cjs main.cjs`: makes `require('electron')` give the stand-in, and the process look like
 * Electron's main process. In a forked child, which has ELECTRON_RUN_AS_NODE, it only sets the version.
 */
const standInVersion = '45.5.0-stand-in';
const names = new Set(['electron', 'electron/main', 'electron/common']);
const isForked = process.env.ELECTRON_RUN_AS_NODE === '1';

Object.defineProperty(process, 'versions', {
  value: Object.freeze({ ...process.versions, electron: standInVersion, chrome: 'stand-in' }),
});

const originalFork = childProcess.fork;
const isArgs = (value: unknown): value is readonly string[] => Array.isArray(value);

function forkAsNode(modulePath: string | URL, options?: ForkOptions): ChildProcess;
function forkAsNode(modulePath: string | URL, args?: readonly string[], options?: ForkOptions): ChildProcess;
/** Electron's own rule: a fork of its executable acts as Node, or it would open a second app. */
function forkAsNode(modulePath: string | URL, second?: readonly string[] | ForkOptions, third?: ForkOptions) {
  const [args, options = {}] = isArgs(second) ? [second, third] : [[], third ?? second];
  const isPlainNode = options.execPath !== undefined && options.execPath !== process.execPath;
  if (isPlainNode && String(modulePath).includes(`app.asar${path.sep}`)) {
    throw new Error(`electron stand-in: plain Node cannot read ${modulePath} inside an asar`);
  }
  const env = { ...(options.env ?? process.env), ELECTRON_RUN_AS_NODE: '1' };
  return originalFork(modulePath, args, { ...options, env });
}

if (!isForked) {
  Object.assign(process, {
    type: 'browser',
    defaultApp: process.env.STAND_IN_PACKAGED !== '1',
    resourcesPath: import.meta.dirname,
  });
  childProcess.fork = forkAsNode;
  Module.syncBuiltinESMExports();
}

const loading = Reflect.get(Module, '_load');
Reflect.set(Module, '_load', (request: string, ...rest: unknown[]) => {
  if (request === 'original-fs') return loading('fs', ...rest);
  if (!names.has(request)) return loading(request, ...rest);
  if (isForked) throw new Error(`Cannot find module '${request}': a forked child is plain Node`);
  return loading(path.join(import.meta.dirname, 'electron.cjs'), ...rest).electron;
});
