import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isRunning } from '../helpers/processes.ts';
import { downloadBy, noChromium, openLightWindow, overflowPx, shoot } from './light-window.ts';
import { beforePictureMs, type WebWindow } from './web-window.ts';

const card = (page: Page, topology: string) => page.getByRole('radio', { name: new RegExp(topology) });
const choose = (page: Page, name: string) =>
  page.getByRole('radio', { name, exact: true }).check({ force: true, timeout: 10_000 });
const cpuChart = (page: Page) => page.locator('.chart-cpu');

describe.skipIf(noChromium !== '')(`the window, on the real lab${noChromium}`, () => {
  let window: WebWindow;
  let page: Page;

  beforeAll(async () => {
    ({ window, page } = await openLightWindow());
  });
  afterAll(() => window?.close());
  afterEach(() => {
    expect(window.problems).toEqual([]);
  });

  it('moves: each topology that is chosen gets its bar, and the earlier ones stay', async () => {
    await shoot(page, 'idle');
    await card(page, 'T0').check({ force: true });
    await page.getByRole('button', { name: /Start/ }).click();
    for (const topology of ['T0', 'T1', 'T2', 'T3']) {
      await card(page, topology).check({ force: true });
      await page.getByText(`Measuring ${topology}`).waitFor();
      await cpuChart(page).getByText(topology, { exact: true }).waitFor();
    }
    await cpuChart(page)
      .getByText(/measured earlier/)
      .first()
      .waitFor();
    await page
      .getByText(/The proxy.s hop costs/)
      .first()
      .waitFor();
    await page.waitForTimeout(beforePictureMs);
    await shoot(page, 'solo');
  });

  it('shows the handshake of a real connection, with what was negotiated on each hop', async () => {
    const lanes = page.locator('.chart-timeline');
    await lanes
      .getByText(/TLSv1\.3/)
      .first()
      .waitFor();
    expect(await lanes.textContent()).toContain('h2');
  });

  it('follows body size and connection reuse', async () => {
    await choose(page, '64 KB');
    // Points of another body size are not comparable, so only the one that is measured now stays.
    await cpuChart(page).getByText('T0', { exact: true }).waitFor({ state: 'detached' });
    await cpuChart(page).getByText('T3', { exact: true }).waitFor();
    await choose(page, 'new each');
    await page
      .getByText(/makes .* handshakes per request/)
      .first()
      .waitFor();
    await choose(page, 'keep-alive');
    await choose(page, '256 B');
    await page.getByText('Measuring T3').waitFor();
  });

  it('says what is allowed when a typed value is not, and measures on', async () => {
    const field = page.getByLabel(/Body size, typed/);
    await field.fill('17 GB');
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByRole('alert').first().textContent()).toMatch(/16/);
    await field.fill('256');
    await field.press('Enter');
    await page.getByText('Measuring T3').waitFor();
  });

  it('compares all four at once', async () => {
    await choose(page, 'Compare');
    for (const topology of ['T0', 'T1', 'T2', 'T3']) {
      await cpuChart(page).getByText(topology, { exact: true }).waitFor({ timeout: 30_000 });
    }
    await page.waitForTimeout(beforePictureMs);
    await shoot(page, 'compare');
    await page.getByLabel('Theme').selectOption('dark');
    await page.waitForTimeout(800);
    await shoot(page, 'compare-dark');
    await page.getByLabel('Language').selectOption('vi');
    await page.waitForTimeout(800);
    await shoot(page, 'compare-dark-vi');
    await page.locator('select').nth(1).selectOption('en');
    await page.locator('select').nth(0).selectOption('light');
  });

  it('needs no scrolling at 1280×720', async () => {
    expect(await overflowPx(page)).toEqual([0, 0]);
  });

  it('a page that comes back, and a second window, show what was measured', async () => {
    await page.close();
    page = await window.openPage();
    await cpuChart(page).getByText('T3', { exact: true }).waitFor();
    const second = await window.openPage();
    await choose(second, 'Solo');
    await page.getByText(/Measuring T/).waitFor();
    await second.close();
  });

  it('shows a process that was killed, and goes on', async () => {
    await card(page, 'T2').check({ force: true });
    await page.getByText('Measuring T2').waitFor();
    const footer = await page.locator('footer').textContent();
    const pid = Number(/proxy\D*(\d+)/.exec(footer ?? '')?.[1]);
    expect(window.rolePids()).toContain(pid);
    process.kill(pid, 'SIGKILL');
    await page
      .getByText(/SIGKILL/)
      .first()
      .waitFor();
    await page.getByText('Measuring T2').waitFor();
    await shoot(page, 'crash');
  });

  it.each([
    ['Save as PNG', '.png'],
    ['Save as SVG', '.svg'],
    ['Save data as CSV', '.csv'],
  ])('%s gives a file that can be read', async (action, ending) => {
    await page.getByRole('button', { name: 'Save or copy: CPU' }).click();
    const download = await downloadBy(page.getByRole('menuitem', { name: action }));
    expect(download.suggestedFilename()).toContain(ending);
    const bytes = readFileSync(await download.path());
    expect(bytes.length).toBeGreaterThan(100);
    if (ending === '.png') {
      expect(bytes.subarray(1, 4).toString()).toBe('PNG');
      // IHDR: width and height follow the first chunk's name (PNG specification, §11.2.2).
      expect(bytes.readUInt32BE(16)).toBeGreaterThan(600);
      return;
    }
    const text = bytes.toString('utf8');
    expect(text).toContain('T2');
    if (ending === '.svg') {
      const error = await page.evaluate(
        (svg) =>
          new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror')?.textContent,
        text,
      );
      expect(error ?? '').toBe('');
    }
  });

  it('stops, and no process outlives the shell', async () => {
    await page.getByRole('button', { name: /Stop/ }).click();
    await page.getByRole('button', { name: /Start/ }).waitFor();
    const roles = window.rolePids();
    expect(roles.length).toBe(3);
    await window.close();
    expect(roles.filter(isRunning)).toEqual([]);
  });
});
