import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { noChromium, openLightWindow, overflowPx, savedBy, shoot } from './light-window.ts';
import type { WebWindow } from './web-window.ts';

const fixture = path.resolve(import.meta.dirname, '../fixtures/runs/planner-suite.json');

const coresOf = async (page: Page, topology: string) =>
  Number.parseFloat(
    (await page
      .getByRole('row', { name: new RegExp(`^${topology} `) })
      .first()
      .locator('td')
      .nth(2)
      .textContent()) ?? '',
  );

describe.skipIf(noChromium !== '')(`the planner in the window${noChromium}`, () => {
  let window: WebWindow;
  let page: Page;

  beforeAll(async () => {
    ({ window, page } = await openLightWindow());
  });
  afterAll(() => window?.close());
  afterEach(() => {
    expect(window.problems).toEqual([]);
  });

  it('says what it needs while there is no run to plan from', async () => {
    await page.getByRole('tab', { name: 'Planner' }).click();
    await page.getByText(/A plan needs a run with several body sizes/).waitFor();
    await page.getByRole('button', { name: 'To the suite' }).click();
    await page.getByRole('button', { name: /Start the suite/ }).waitFor();
  });

  it('plans from a run that was opened: cores, where topologies cross, and how well the model fits', async () => {
    await page.getByRole('tab', { name: 'Runs' }).click();
    await page.locator('input[type=file]').first().setInputFiles(fixture);
    await page.locator('.run-row').first().waitFor();
    await page.getByRole('tab', { name: 'Planner' }).click();
    await page.getByRole('heading', { name: 'What it needs' }).waitFor();
    await page.locator('.chart-planner-break-even path.recharts-curve').first().waitFor();
    await page.getByText(/cross/).first().waitFor();
    await page.getByRole('heading', { name: 'How well the model fits' }).waitFor();
    await shoot(page, 'planner');
    expect(await overflowPx(page)).toEqual([0, 0]);
  });

  it('needs twice the cores for twice the requests', async () => {
    const before = await coresOf(page, 'T1');
    expect(before).toBeGreaterThan(0);
    const requests = page.getByRole('textbox', { name: 'Requests per second' });
    await requests.fill('2000');
    await requests.press('Enter');
    await expect.poll(async () => (await coresOf(page, 'T1')) / before).toBeCloseTo(2, 1);
  });

  it('takes sizes with their shares, and refuses shares that are not one', async () => {
    const bodies = page.getByLabel('Body size, or sizes with shares');
    await bodies.fill('256:0.8, 64KB:0.7');
    await page.getByText(/sizes with shares that add up to 1/).waitFor();
    await bodies.fill('256:0.8, 64KB:0.2');
    await expect.poll(() => page.getByText(/sizes with shares that add up to 1/).count()).toBe(0);
  });

  it('follows a slider, and marks what lies outside of what was measured', async () => {
    const size = page.getByRole('slider', { name: 'Body size' });
    await size.fill('1000');
    await page
      .getByText(/bodyBytes|body-size/)
      .first()
      .waitFor();
    await size.fill('400');
  });

  it('gives the curves as CSV, a row for each place', async () => {
    await page.getByRole('button', { name: /^Save or copy: Where they cross/ }).click();
    const csv = await savedBy(page.getByRole('menuitem', { name: 'Save data as CSV' }));
    expect(csv.split('\r\n')[0]).toContain('newConnectionsPerRequest,T0 cores');
    expect(csv.trim().split('\r\n')).toHaveLength(34);
  });
});
