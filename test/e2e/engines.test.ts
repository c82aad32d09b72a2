import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EngineFinder } from '../../electron/lab/engine-finder.ts';
import { nginx } from '../../electron/lab/engines/nginx.ts';
import { engineNoteText } from '../../shared/engine-state.ts';
import { downloadBy, noChromium, openLightWindow, shoot } from './light-window.ts';
import { beforePictureMs, type WebWindow } from './web-window.ts';

const found = await new EngineFinder({}).state(nginx);
const reason =
  noChromium ||
  (found.isThere ? '' : ` (skipped: ${engineNoteText(found.reason)} ${engineNoteText(found.install)})`);

const card = (page: Page, topology: string) => page.locator('.card').filter({ hasText: topology });
const bar = (page: Page, name: string) => page.locator('.chart-cpu').getByText(name, { exact: true });
const engine = (page: Page, name: string) => page.locator('.engine').filter({ hasText: name });

describe.skipIf(reason !== '')(`real engines in the window${reason}`, () => {
  let window: WebWindow;
  let page: Page;

  beforeAll(async () => {
    ({ window, page } = await openLightWindow());
  });
  afterAll(() => window?.close());
  afterEach(() => {
    expect(window.problems).toEqual([]);
  });

  it('can be chosen only where a topology has a proxy', async () => {
    await card(page, 'T1').locator('input').check({ force: true });
    await page.getByText(/^Proxy engine/).click();
    expect(await engine(page, 'nginx').locator('input').isDisabled()).toBe(true);
    await card(page, 'T2').locator('input').check({ force: true });
    await page.locator('.engines:not(:disabled)').waitFor();
  });

  it('are shown with version and TLS library', async () => {
    await engine(page, 'nginx')
      .getByText(/\d+\.\d+\.\d+.* · OpenSSL/)
      .waitFor();
    await shoot(page, 'engines-choice');
  });

  it('play the proxy: the bar carries the engine’s name', async () => {
    await engine(page, 'nginx').locator('input').check();
    await page.getByRole('button', { name: /Start/ }).click();
    await page.getByText('Measuring T2·nginx').waitFor();
    await bar(page, 'T2·nginx').waitFor({ timeout: 30_000 });
    await page
      .getByText(/T2·nginx · The proxy.s hop costs/)
      .first()
      .waitFor({ timeout: 30_000 });
    await shoot(page, 'engines-solo');
  });

  it('show the exact file that they are run with', async () => {
    await page.getByRole('button', { name: 'Configuration of nginx' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/proxy_http_version 1\.1/).waitFor();
    await shoot(page, 'engines-config');
    const download = await downloadBy(dialog.getByRole('button', { name: 'Save' }));
    expect(download.suggestedFilename()).toBe('nginx.conf');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('stand side by side in Compare, each with its bar', async () => {
    await page.getByRole('radio', { name: 'Compare' }).check({ force: true });
    for (const topology of ['T0', 'T1', 'T3'])
      await card(page, topology).locator('input').uncheck({ force: true });
    await engine(page, 'nginx').locator('input').check();
    await bar(page, 'T2').waitFor({ timeout: 30_000 });
    await bar(page, 'T2·nginx').waitFor({ timeout: 30_000 });
    await page.waitForTimeout(beforePictureMs);
    await shoot(page, 'engines-compare');
    await page.getByLabel('Theme').selectOption('dark');
    await page.waitForTimeout(800);
    await shoot(page, 'engines-compare-dark');
  });
});
