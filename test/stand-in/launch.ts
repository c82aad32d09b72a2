import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { launchElectron } from './launch-electron.ts';
import { launchStandIn } from './launch-stand-in.ts';

export { findChromium } from './find-chromium.ts';

export interface LaunchOptions {
  /** The app's compiled main script; beside it, upwards, lies its package.json. */
  main: string;
  args?: string[];
  env?: Record<string, string>;
  /** A packaged app's executable, started instead of `main`. */
  executable?: string;
  /** Where build.mjs has put the stand-in; default out/test/stand-in of the working directory. */
  standInFolder?: string;
}

type Electron = typeof import('electron');

export interface LaunchedApp {
  kind: 'electron' | 'stand-in';
  pid: number;
  /** The first window's page, its document loaded; rejects with the app's stderr when the app ends first. */
  firstWindow(): Promise<Page>;
  /** Runs `fn` in the main process. It travels as source text, so it sees its two arguments and nothing else. */
  evaluate<R, A = undefined>(fn: (electron: Electron, arg: A) => R | Promise<R>, arg?: A): Promise<R>;
  /** Quits the app (kills it after 8 s) and gives its exit code, null when it had to be killed. */
  close(): Promise<{ code: number | null }>;
  /** What the app has written to stderr so far. */
  stderr(): string;
}

const isUserData = (arg: string) => arg.startsWith('--user-data-dir=');

/**
 * Starts the app in Electron where ELECTRON_BIN names its executable, else in the stand-in on Chromium. Its
 * userData is a temporary folder unless `args` name one with --user-data-dir=.
 */
export async function launchApp(options: LaunchOptions): Promise<LaunchedApp> {
  const given = options.args ?? [];
  const temporary = given.some(isUserData)
    ? undefined
    : mkdtempSync(path.join(os.tmpdir(), 'app-user-data-'));
  const args = temporary ? [...given, `--user-data-dir=${temporary}`] : given;
  const bin = process.env.ELECTRON_BIN;
  const app = await (bin ? launchElectron(bin, { ...options, args }) : launchStandIn({ ...options, args }));
  return {
    ...app,
    async close() {
      const ended = await app.close();
      if (temporary) rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
      return ended;
    },
  };
}
