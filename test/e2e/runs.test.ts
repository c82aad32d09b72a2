import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { noChromium, openLightWindow, overflowPx, shoot } from './light-window.ts';
import type { WebWindow } from './web-window.ts';

const oldRun = path.resolve(import.meta.dirname, '../fixtures/runs/of-the-first-version.json');

const row = (page: Page, title: string | RegExp) => page.locator('.run-row', { hasText: title });

async function choose(page: Page, topology: string): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${topology}`) }).check({ force: true });
}

/** Measures live until it is known how exactly, and stops. A run needs some slices after the first second. */
async function measure(page: Page, topology: string): Promise<void> {
  await choose(page, topology);
  await page.getByRole('button', { name: /^Start/ }).click();
  await page.waitForTimeout(5_000);
  await page
    .locator('.chart-cpu')
    .getByText(/± [\d.]+ µs/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: /^Stop/ }).click();
  await page.getByRole('button', { name: /^Start/ }).waitFor();
}

/** As if a file were dropped on the window. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const dropped = await page.evaluateHandle(
    (file) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([file.text], file.name, { type: 'application/json' }));
      return transfer;
    },
    { name, text },
  );
  await page.dispatchEvent('body', 'dragover', { dataTransfer: dropped });
  await page.getByText('Drop a run document here').waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
}

describe.skipIf(noChromium !== '')(`saved runs in the window, on the real lab${noChromium}`, () => {
  let window: WebWindow;
  let page: Page;

  beforeAll(async () => {
    ({ window, page } = await openLightWindow());
  });
  afterAll(() => window?.close());
  afterEach(() => {
    expect(window.problems).toEqual([]);
  });

  it('has what was measured live once it is stopped, with its figures', async () => {
    await measure(page, 'T1');
    await page.getByRole('tab', { name: 'Runs' }).click();
    await row(page, 'Live T1').getByRole('button').click();
    await page.locator('.run-head', { hasText: 'Live T1' }).waitFor();
    await page.getByRole('row', { name: /^T1/ }).waitFor();
    expect(await overflowPx(page)).toEqual([0, 0]);
  });

  it('keeps a name, tags and a note, which other windows see and a search finds', async () => {
    await page.getByLabel('Name').fill('Before the upgrade');
    await page.getByLabel('Tags').fill('nginx 1.29, payments');
    await page.getByLabel('Note').fill('Measured on the old cluster.');
    await page.getByLabel('Search runs').focus();
    const other = await window.openPage();
    await other.getByRole('tab', { name: 'Runs' }).click();
    await row(other, 'Before the upgrade').getByText('payments').waitFor();
    await other.getByLabel('Search runs').fill('CLUSTER upgrade');
    await row(other, 'Before the upgrade').waitFor();
    await other.getByLabel('Search runs').fill('no such words');
    await other.getByText('No run has these words.').waitFor();
    await other.close();
  });

  it('has what another program keeps, without being touched', async () => {
    const kept = {
      ...JSON.parse(readFileSync(oldRun, 'utf8')),
      id: 'of-a-terminal',
      label: { name: 'Nightly' },
    };
    writeFileSync(path.join(window.folder, 'runs', 'of-a-terminal.json'), JSON.stringify(kept));
    await row(page, 'Nightly').waitFor();
    rmSync(path.join(window.folder, 'runs', 'of-a-terminal.json'));
    await row(page, 'Nightly').waitFor({ state: 'detached' });
  });

  it('opens a file that is dropped on any view, an old one with what was assumed of it', async () => {
    await page.getByRole('tab', { name: 'Live' }).click();
    await drop(page, 'old.json', readFileSync(oldRun, 'utf8'));
    await page.getByText('Opened and kept.').waitFor();
    await page.getByText(/before validity gates were judged/).waitFor();
    await shoot(page, 'runs');
    // However much there is below: nothing is squeezed, and the choice can be clicked.
    await page.getByLabel('Beside the published figures').check();
    await page.getByLabel('Beside the published figures').uncheck();
  });

  it('says what is wrong with a file that is no run, and loses nothing', async () => {
    const before = await page.locator('.run-row').count();
    await drop(page, 'half.json', '{"schema": "tls-cost-lab/run@1", "points": [');
    await page.getByText(/half\.json is no JSON/).waitFor();
    await page.locator('input[type=file]').setInputFiles({
      name: 'later.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"schema":"tls-cost-lab/run@9"}'),
    });
    await page.getByText(/later\.json is tls-cost-lab\/run@9/).waitFor();
    expect(await page.locator('.run-row').count()).toBe(before);
    const dismiss = page.getByRole('button', { name: 'Dismiss' });
    while ((await dismiss.count()) > 0) await dismiss.first().click();
  });

  it('puts runs beside each other, what differs between them first, and one beside the published figures', async () => {
    await page.locator('.run-row input').nth(0).check();
    await page.locator('.run-row input').nth(1).check();
    await page.getByRole('heading', { name: 'What differs' }).waitFor();
    await page.locator('.chart-ratios svg, .chart-runs-ratios svg, .suite-results svg').first().waitFor();
    await shoot(page, 'runs-compared');
    expect(await overflowPx(page)).toEqual([0, 0]);
  });

  it('gives back a run that was deleted', async () => {
    await row(page, 'Before the upgrade').getByRole('button').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Before the upgrade was deleted.').waitFor();
    expect(await row(page, 'Before the upgrade').count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 'Before the upgrade').waitFor();
    await page.getByLabel('Note').waitFor();
    expect(await page.getByLabel('Note').inputValue()).toBe('Measured on the old cluster.');
  });

  it('tells where a run lies, where no system’s window can be opened', async () => {
    await page.getByRole('button', { name: 'Show in folder' }).click();
    const place = await page.locator('.run-path:not(:empty)').textContent();
    expect(JSON.parse(readFileSync(place ?? '', 'utf8'))).toMatchObject({
      schema: 'tls-cost-lab/run@1',
      label: { name: 'Before the upgrade', tags: ['nginx 1.29', 'payments'] },
    });
  });
});
