import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { handshakeDocumentSchema } from '../../shared/handshake/document.ts';
import { findChromium } from '../stand-in/find-chromium.ts';
import { openWebWindow, type WebWindow } from './web-window.ts';

const executablePath = findChromium();
const reason = executablePath ? '' : ' (skipped: no Chromium found)';
/** For people to look at after a run. */
const shots = path.resolve(import.meta.dirname, '../../out/shots');

const costs = (page: Page) => page.getByRole('article', { name: 'What a handshake costs' });
const start = (page: Page) => page.getByRole('button', { name: /^Measure/ });

describe.skipIf(reason !== '')(`the handshake lab in the window${reason}`, () => {
  let window: WebWindow;
  let page: Page;

  beforeAll(async () => {
    mkdirSync(shots, { recursive: true });
    window = await openWebWindow(executablePath ?? '');
    page = await window.openPage();
    await page.getByLabel('Theme').selectOption('light');
    await page.getByLabel('Language').selectOption('en');
    await page.getByRole('tab', { name: 'Handshakes' }).click();
    await page.getByRole('radio', { name: '50', exact: true }).check({ force: true });
  });
  afterAll(() => window?.close());
  afterEach(() => {
    expect(window.problems).toEqual([]);
  });

  it('shows what it has measured when it is cancelled', async () => {
    await start(page).click();
    await page.getByText('Measuring handshakes', { exact: true }).waitFor();
    await expect
      .poll(() => page.getByRole('progressbar').getAttribute('value').then(Number), { timeout: 30_000 })
      .toBeGreaterThan(60);
    await page.getByRole('button', { name: /Cancel/ }).click();
    await page.getByText('Cancelled: what had been measured is shown.').waitFor();
    await costs(page).getByRole('rowheader', { name: 'tls13-rsa-4096-full' }).waitFor();
    await page.screenshot({ path: path.join(shots, 'handshakes-cancelled.png') });
  });

  it('saves the document that the command line prints', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as JSON' }).click(),
    ]);
    const document = handshakeDocumentSchema.parse(JSON.parse(readFileSync(await download.path(), 'utf8')));
    expect(document.endedEarly).toBe('cancelled');
    expect(document.rows.length).toBeGreaterThan(10);
  });

  it('is still there for a window that opens later, and leaves the machine to live measuring', async () => {
    const other = await window.openPage();
    await other.getByRole('tab', { name: 'Handshakes' }).click();
    await costs(other).waitFor();
    await other.getByRole('tab', { name: 'Live' }).click();
    await other.getByRole('button', { name: /Start/ }).click();
    await other.getByText(/^Measuring T/).waitFor();
    await other.close();
  });
});
