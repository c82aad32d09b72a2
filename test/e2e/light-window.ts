import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Download, Locator, Page } from 'playwright-core';
import { findChromium } from '../stand-in/find-chromium.ts';
import { openWebWindow, type WebWindow } from './web-window.ts';

const executablePath = findChromium();
const shots = path.resolve(import.meta.dirname, '../../out/shots');

/** Why no window can be opened here, in a form to put behind a title; '' where one can. */
export const noChromium = executablePath ? '' : ' (skipped: no Chromium found)';

/** The loopback shell with one page, which is light and in English whatever this machine's settings are. */
export async function openLightWindow(): Promise<{ window: WebWindow; page: Page }> {
  const window = await openWebWindow(executablePath ?? '');
  try {
    const page = await window.openPage();
    await page.getByLabel('Theme').selectOption('light');
    await page.getByLabel('Language').selectOption('en');
    return { window, page };
  } catch (error) {
    await window.close();
    throw error;
  }
}

/** Takes a picture for people to look at after a run: out/shots/NAME.png. */
export const shoot = (page: Page, name: string) => page.screenshot({ path: path.join(shots, `${name}.png`) });

/** Pixels by which the page is larger than its window: [downwards, to the right]. */
export const overflowPx = (page: Page) =>
  page.evaluate(() => [
    document.documentElement.scrollHeight - innerHeight,
    document.documentElement.scrollWidth - innerWidth,
  ]);

/** Clicks what saves a file, and waits until the browser has it. */
export async function downloadBy(button: Locator): Promise<Download> {
  const [download] = await Promise.all([button.page().waitForEvent('download'), button.click()]);
  return download;
}

/** Clicks what saves a file; what then is in it. */
export async function savedBy(button: Locator): Promise<string> {
  const download = await downloadBy(button);
  return readFileSync(await download.path(), 'utf8');
}
