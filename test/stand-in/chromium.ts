import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { sendToDriver } from './driver-link.ts';
import { findChromium } from './find-chromium.ts';

let context: BrowserContext | undefined;

const args = [
  '--no-sandbox',
  '--test-type',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--remote-debugging-port=0',
  // The pages' own names never reach a resolver: routing answers them first. Nothing else leaves the machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

/**
 * Starts Chromium with a profile below `userData`, so that the page's storage outlives the app as it does in
 * Electron, and tells the driver where to connect. Chromium also hangs on a pipe to this process and ends
 * with it.
 * @throws when no Chromium is found or it does not start
 */
export async function startChromium(userData: string): Promise<BrowserContext> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('electron stand-in: no Chromium found; set CHROMIUM_BIN');
  const profile = path.join(userData, 'stand-in-chromium');
  const portFile = path.join(profile, 'DevToolsActivePort');
  mkdirSync(profile, { recursive: true });
  rmSync(portFile, { force: true });
  context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    viewport: null,
    serviceWorkers: 'block',
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
    args,
  });
  sendToDriver({ standIn: 'devtools', port: Number.parseInt(readFileSync(portFile, 'utf8'), 10) });
  return context;
}

/** @throws when Chromium does not run: what needs it needs app.whenReady() too */
export function browserContext(): BrowserContext {
  if (!context) throw new Error('Cannot create BrowserWindow before app is ready');
  return context;
}

/** Ends Chromium; does nothing when it never ran or is gone. */
export async function stopChromium(): Promise<void> {
  await context?.close().catch(() => undefined);
  context = undefined;
}

/** True from Chromium's start to its end: what Electron calls ready. */
export const isReady = () => context !== undefined;
