import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultConfig } from '../../shared/config.ts';
import { settingsCode, settingsLink } from '../../shared/share/settings-text.ts';
import type { TopologyId } from '../../shared/topologies.ts';
import type { LaunchedApp } from '../stand-in/launch.ts';
import { desktopObstacle, openDesktop, startAgain, startMeasuring } from './desktop-app.ts';

const linkTo = (topology: TopologyId) => settingsLink(settingsCode({ ...defaultConfig, topology }));

describe.skipIf(desktopObstacle !== '')(`links and the desktop app${desktopObstacle}`, () => {
  const userData = mkdtempSync(path.join(os.tmpdir(), 'desktop-links-'));
  let app: LaunchedApp;
  let page: Page;
  const notices = () => page.getByRole('region', { name: 'Settings from links and files' });
  const isChosen = (topology: TopologyId) =>
    page.getByRole('radio', { name: new RegExp(topology) }).isChecked();

  beforeAll(async () => {
    ({ app, page } = await openDesktop(userData, linkTo('T3')));
  });
  afterAll(async () => {
    await app?.close();
    rmSync(userData, { recursive: true, force: true, maxRetries: 3 });
  });

  it('one that it is started with sets the controls, and nothing is measured', async () => {
    await notices().getByText('T3. Nothing was started.').waitFor();
    expect(await isChosen('T3')).toBe(true);
    await notices().getByRole('button', { name: 'Keep these' }).click();
  });

  it('one that a second start brings stops what is measured and brings the window to the front', async () => {
    await startMeasuring(page);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
    expect(await startAgain(userData, linkTo('T2'))).toBe(0);
    await notices().getByText('T2. Nothing was started. What was being measured was stopped').waitFor();
    expect(await isChosen('T2')).toBe(true);
    await page.getByText('Stopped', { exact: true }).waitFor();
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized())).toBe(
      false,
    );
  });

  it('one that macOS hands over is heard, and one that is garbage shows what was wanted', async () => {
    await page.getByRole('tab', { name: 'Suite' }).click();
    await app.evaluate(({ app: electron }) => {
      Reflect.get(electron, 'emit').call(
        electron,
        'open-url',
        { preventDefault() {} },
        'tls-cost-lab://run?now',
      );
    });
    await notices().getByText('"tls-cost-lab://run?now" was given, which is no link with settings').waitFor();
  });

  it('is copied from a dialog, though the window may not use the clipboard', async () => {
    await page.getByRole('tab', { name: 'Live' }).click();
    await page.getByRole('button', { name: 'Share settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share settings' });
    await dialog.getByRole('button', { name: /^Copy/ }).click();
    await dialog.getByText('Copied', { exact: true }).waitFor();
    await dialog.getByLabel('Link with settings').press('Control+V');
    expect(await dialog.getByLabel('Link with settings').inputValue()).toBe(linkTo('T2'));
  });
});
