import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Config, defaultConfig } from '../../shared/config.ts';
import { settingsCode, settingsLink } from '../../shared/share/settings-text.ts';
import { findChromium } from '../stand-in/find-chromium.ts';
import { openWebWindow, type WebWindow } from './web-window.ts';

const executablePath = findChromium();
const reason = executablePath ? '' : ' (skipped: no Chromium found)';
/** For people to look at after a run. */
const shots = path.resolve(import.meta.dirname, '../../out/shots');
const shoot = (page: Page, name: string) => page.screenshot({ path: path.join(shots, `${name}.png`) });

const shared: Config = {
  ...defaultConfig,
  topology: 'T3',
  workload: { ...defaultConfig.workload, connections: 17 },
  service: { plaintextUrl: 'http://127.0.0.1:9/quiet', method: 'GET', headers: [], anyLength: false },
};
const code = settingsCode(shared);

describe.skipIf(!executablePath)(`settings in an address${reason}`, () => {
  let window: WebWindow;
  let page: Page;
  const home = () => new URL('/', window.address).href;
  const connections = () => page.getByLabel('Connections, typed').inputValue();
  const notice = () => page.getByRole('region', { name: 'Settings from links and files' });

  beforeAll(async () => {
    mkdirSync(shots, { recursive: true });
    window = await openWebWindow(executablePath ?? '');
    page = await window.openPage();
    await page.getByLabel('Theme').selectOption('light');
    await page.getByLabel('Language').selectOption('en');
  });
  afterAll(() => window?.close());
  afterEach(() => {
    expect(window.problems).toEqual([]);
  });

  it('stop what is measured, set the controls, start nothing and leave the address', async () => {
    await page.getByRole('button', { name: /Start/ }).click();
    await page.getByText(/Measuring T1/).waitFor();
    await page.locator('.chart-cpu').getByText('T1', { exact: true }).waitFor();
    await page.goto(`${home()}?c=${code}`);
    await notice().getByText('T3. Nothing was started. What was being measured was stopped').waitFor();
    expect(page.url()).toBe(home());
    expect(await connections()).toBe('17');
    expect(await page.getByRole('radio', { name: /T3/ }).isChecked()).toBe(true);
    await page.getByText('Stopped', { exact: true }).waitFor();
    await page.locator('.chart-cpu').getByText('T1', { exact: true }).waitFor();
    await shoot(page, 'settings-opened');
  });

  it('are not set again when the page is loaded again', async () => {
    await notice().getByRole('button', { name: 'Back to the settings before' }).click();
    await notice().getByText('T3').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('Connected').waitFor();
    expect(await connections()).toBe('64');
    expect(await notice().textContent()).toBe('');
  });

  it('say why they can not be opened', async () => {
    await page.goto(`${home()}?c=${code.slice(0, -3)}`);
    await notice().getByText('damaged, or was cut short').waitFor();
    expect(page.url()).toBe(home());
    expect(await connections()).toBe('64');
    await notice().getByRole('button', { name: 'Dismiss' }).click();
  });

  it('to which another page led are opened only when the user says so', async () => {
    const other = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html').end(`<a href="${home()}?c=${code}">lab</a>`);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port }: Pick<AddressInfo, 'port'> = Object(other.address());
    for (const name of ['127.0.0.1', 'localhost']) {
      const visitor = await window.context.newPage();
      await visitor.goto(`http://${name}:${port}/`);
      await visitor.getByRole('link').click();
      await visitor.getByText('Another page led here').waitFor();
      expect(await connections()).toBe('64');
      await visitor.close();
    }
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.getByRole('link').click();
    await page.getByRole('link', { name: 'Open these settings' }).click();
    await notice().getByText('T3. Nothing was started.').waitFor();
    expect(page.url()).toBe(home());
    other.close();
  });

  it('name a service that is put in place by a button alone', async () => {
    expect(await page.locator('.fold-state').getByText('127.0.0.1:9').count()).toBe(0);
    await notice().getByText('GET http://127.0.0.1:9/quiet').waitFor();
    await notice().getByRole('button', { name: 'Measure this service' }).click();
    await page.locator('.fold-state').getByText('http://127.0.0.1:9/quiet').waitFor();
    await notice().getByRole('button', { name: 'Keep these' }).click();
    expect(await notice().textContent()).toBe('');
  });

  it('are handed on as link, address and file, and taken over from all', async () => {
    await page.getByRole('button', { name: 'Share settings' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Share settings' });
    expect(await dialog.getByLabel('For the desktop app and terminal').first().inputValue()).toBe(
      settingsLink(code),
    );
    const address = await dialog.getByLabel('For this page, on this machine').first().inputValue();
    expect(address).toBe(`${home()}?c=${code}`);
    await shoot(page, 'settings-share');
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save as a file' }).click();
    const file = await (await saved).path();
    await dialog.getByRole('button', { name: 'Copy: For this page, on this machine' }).click();
    await dialog.getByText('Copied', { exact: true }).waitFor();
    const changed = { ...shared, service: undefined, workload: { ...shared.workload, connections: 5 } };
    await dialog.getByLabel('Link with settings').fill(settingsLink(settingsCode(changed)));
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await expect.poll(connections).toBe('5');
    await page.getByRole('button', { name: 'Share settings' }).click();
    await dialog.locator('input[type=file]').setInputFiles(file);
    await expect.poll(connections).toBe('17');
    expect(await dialog.count()).toBe(0);
    const overflow = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    expect(overflow).toBe(0);
  });
});
