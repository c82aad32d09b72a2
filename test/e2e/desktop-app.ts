import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { childrenOf } from '../helpers/processes.ts';
import { findChromium } from '../stand-in/find-chromium.ts';
import { type LaunchedApp, launchApp } from '../stand-in/launch.ts';

const project = path.resolve(import.meta.dirname, '../..');
const main = path.join(project, 'out', 'main', 'main.cjs');
const electronBin = process.env.ELECTRON_BIN;

export const preload = path.join(project, 'out', 'preload', 'preload.cjs');
/** Why the desktop app can't be started here, in a form to put behind a title; '' where it can. */
export const desktopObstacle = findChromium() || electronBin ? '' : ' (skipped: no Chromium found)';

/** Starts the built desktop app and waits until its page is drawn. */
export async function openDesktop(
  userData: string,
  ...more: string[]
): Promise<{ app: LaunchedApp; page: Page }> {
  const app = await launchDesktop(userData, {}, ...more);
  const page = await app.firstWindow();
  await page.getByText('Connected', { exact: true }).waitFor();
  return { app, page };
}

export function launchDesktop(
  userData: string,
  env: Record<string, string> = {},
  ...more: string[]
): Promise<LaunchedApp> {
  return launchApp({ main, args: [`--user-data-dir=${userData}`, ...more], env });
}

/** A second start by the same user; its exit code. */
export async function startAgain(userData: string, ...more: string[]): Promise<number | null> {
  const hook = ['-r', path.join(project, 'out', 'test', 'stand-in', 'register.cjs')];
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const [command, args] = electronBin
    ? [electronBin, [main, ...asRoot]]
    : [process.execPath, [...hook, main]];
  const second = spawn(command, [...args, `--user-data-dir=${userData}`, ...more], { stdio: 'ignore' });
  const [code] = await once(second, 'exit');
  return code;
}

/** The lab's processes, by the script that each runs. */
export function rolePids(app: LaunchedApp): number[] {
  return childrenOf(app.pid).filter((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(path.join('out', 'roles')),
  );
}

export async function startMeasuring(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Start/ }).click();
  await page.getByText(/Measuring T/).waitFor();
}
