import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runSchema } from '../../shared/result.ts';
import { noChromium, openLightWindow, overflowPx, savedBy, shoot } from './light-window.ts';
import type { WebWindow } from './web-window.ts';

const experiment = (page: Page, id: string) => page.getByRole('checkbox', { name: new RegExp(`^${id} ·`) });
const panel = (page: Page, id: string) => page.locator('.experiment', { hasText: `${id} ·` });
const secondsLeft = async (page: Page) =>
  Number(/(\d+)/.exec((await page.getByText(/s left/).textContent()) ?? '')?.[1]);

async function only(page: Page, ...ids: string[]): Promise<void> {
  for (const id of ['A', 'B', 'C', 'D', 'E']) await experiment(page, id).setChecked(ids.includes(id));
}

const saved = (page: Page, name: string) => savedBy(page.getByRole('button', { name, exact: true }));

describe.skipIf(noChromium !== '')(`the suite in the window, on the real lab${noChromium}`, () => {
  let window: WebWindow;
  let page: Page;

  beforeAll(async () => {
    ({ window, page } = await openLightWindow());
  });
  afterAll(() => window?.close());
  afterEach(() => {
    expect(window.problems).toEqual([]);
  });

  it('measures what is chosen, and tells how long it will take', async () => {
    await page.getByRole('tab', { name: 'Suite' }).click();
    await only(page, 'D');
    await page.getByText(/^4 points to measure/).waitFor();
    await page.getByRole('button', { name: /Start the suite/ }).click();
    await page.getByText(/Measuring D/).waitFor();
    const first = await secondsLeft(page);
    // Figures grow while it runs.
    await panel(page, 'D').getByText('T3', { exact: true }).first().waitFor();
    expect(await secondsLeft(page)).toBeLessThan(first);
    await page.getByText(/^Done: 4 points/).waitFor();
  });

  it('shows ratios, the published figures, and in words whether the shape agrees', async () => {
    const d = panel(page, 'D');
    await d
      .getByText(/[\d.]+× T1 \([\d.]+–[\d.]+\)/)
      .first()
      .waitFor();
    expect(await d.getByRole('row', { name: /^T2/ }).textContent()).toContain('0.21');
    await d
      .getByText(/Agrees|Differs|Can't tell/)
      .first()
      .waitFor();
    await d.getByText(/published 0.12/).waitFor();
    await shoot(page, 'suite');
    expect(await overflowPx(page)).toEqual([0, 0]);
  });

  it('can be saved, whole', async () => {
    const run = runSchema.parse(JSON.parse(await saved(page, 'JSON')));
    expect(run.points.map(({ topology }) => topology)).toEqual(['T0', 'T1', 'T2', 'T3']);
    const [header, ...rows] = (await saved(page, 'CSV')).trim().split('\r\n');
    expect(header).toContain('experiment,topology,valid,failedGates');
    expect(rows).toHaveLength(4);
    expect(await saved(page, 'Markdown')).toContain('published p50 (ms)');
  });

  it('keeps what was measured when it is cancelled, and after the page was loaded again', async () => {
    await only(page, 'D', 'E');
    await page.getByRole('button', { name: /Start the suite/ }).click();
    await page.getByText(/Measuring E/).waitFor();
    await page.getByRole('button', { name: /Cancel/ }).click();
    await page.getByText(/^Cancelled/).waitFor();
    await panel(page, 'D').getByText('T3', { exact: true }).first().waitFor();
    await page.reload();
    await page.getByText('Connected').waitFor();
    await page.getByRole('tab', { name: 'Suite' }).click();
    await panel(page, 'D').getByText('T3', { exact: true }).first().waitFor();
    await page.getByLabel('Theme').selectOption('dark');
    await page.getByLabel('Language').selectOption('vi');
    await page.getByText(/Bộ đo/).first().waitFor();
    await shoot(page, 'suite-dark-vi');
    expect(await overflowPx(page)).toEqual([0, 0]);
    await page.getByLabel('Ngôn ngữ').selectOption('en');
    await page.getByLabel('Theme').selectOption('light');
  });
});

describe.skipIf(noChromium !== '')(`load models and distance in the window${noChromium}`, () => {
  let window: WebWindow;
  let page: Page;

  beforeAll(async () => {
    ({ window, page } = await openLightWindow());
  });
  afterAll(() => window?.close());

  it('measures an open loop over a distance, and says what that means', async () => {
    await page.getByText('open loop', { exact: true }).click();
    await page.getByText(/counts from when each request was due/).waitFor();
    await page.locator('summary', { hasText: 'Distance' }).click();
    const rtt = page.getByLabel("Added RTT on the client's hop, typed (ms)");
    await rtt.fill('-1');
    await rtt.press('Enter');
    await page.getByText(/Allowed: 0 to 200 ms/).waitFor();
    await rtt.fill('20');
    await rtt.press('Enter');
    await page.getByRole('button', { name: /Start/ }).click();
    await page.getByText(/The wire that delays: T1/).waitFor();
    const said = page.getByText(/T1 · p50 [\d.]+\sms/).first();
    await said.waitFor();
    const p50Ms = Number(/p50 ([\d.]+)/.exec((await said.textContent()) ?? '')?.[1]);
    expect(p50Ms).toBeGreaterThan(19.8);
    await shoot(page, 'open-loop-far');
    expect(await overflowPx(page)).toEqual([0, 0]);
    expect(window.problems).toEqual([]);
  });
});
