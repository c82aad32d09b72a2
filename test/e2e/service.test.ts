import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OwnService, startOwnService } from '../helpers/own-service.ts';
import { noChromium, openLightWindow, shoot } from './light-window.ts';
import type { WebWindow } from './web-window.ts';

describe.skipIf(noChromium !== '')(`a service of one’s own in the window${noChromium}`, () => {
  let window: WebWindow;
  let page: Page;
  let own: OwnService;

  beforeAll(async () => {
    own = await startOwnService(['length=777']);
    ({ window, page } = await openLightWindow());
    await page.locator('.card').filter({ hasText: 'T0' }).locator('input').check({ force: true });
  });
  afterAll(async () => {
    await window?.close();
    await own?.stop();
  });
  afterEach(() => {
    expect(window.problems).toEqual([]);
  });

  it('is typed into a fold, and then says that its CPU isn’t visible', async () => {
    await page.getByText(/^Your service/).click();
    await page.getByLabel('URL, plaintext hop').fill(`${own.url}/from-the-window`);
    await shoot(page, 'service-form');
    await page.getByRole('button', { name: 'Measure this service' }).click();
    await page.locator('.fold-state').getByText(own.url).waitFor();
    await page.getByRole('button', { name: /Start/ }).click();
    await page.getByText(/The CPU of your service at .* isn't visible/).waitFor({ timeout: 20_000 });
    await page.locator('.chart-cpu').getByText("The CPU of your service isn't visible").waitFor();
    expect(await page.getByText(/Measured before the last change/).count()).toBe(0);
    await shoot(page, 'service-hidden');
    expect((await own.asked()).last.url).toBe('/from-the-window');
  });

  it('has a bar of its own once its process is named', async () => {
    await page.getByLabel('Its CPU is that of').selectOption('pid');
    await page.getByLabel('Process id or unit').fill(String(own.pid));
    await page.getByRole('button', { name: 'Measure this service' }).click();
    await page.getByText(/The CPU of your service at .* isn't visible/).waitFor({ state: 'detached' });
    await page.locator('.roles').getByText('service').waitFor();
    await page.locator('.roles').getByText(`pid ${own.pid}`).waitFor();
    await page
      .locator('.chart-cpu')
      .getByText(/\d ± .* µs/)
      .waitFor();
    expect(
      await page
        .locator('.chart-cpu')
        .getByText(/measured earlier/)
        .count(),
    ).toBe(0);
    await shoot(page, 'service-measured');
  });

  it('asks for the host’s name before load may go beyond this machine', async () => {
    await page.getByRole('button', { name: /Stop/ }).click();
    await page.getByLabel('URL, plaintext hop').fill('http://192.0.2.77:81/');
    await page.getByRole('button', { name: 'Measure this service' }).click();
    const confirmation = page.getByRole('form', { name: /192\.0\.2\.77/ });
    await confirmation.getByText('This host is not this machine').waitFor();
    await confirmation.getByLabel("Type the host's name").fill('192.0.2.7');
    await confirmation.getByRole('button').click();
    expect(await confirmation.locator('input:invalid').count()).toBe(1);
    await confirmation.getByLabel("Type the host's name").fill('192.0.2.77');
    await confirmation.getByRole('button').click();
    await confirmation.getByText('Confirmed: 192.0.2.77, at most 50/s for 60 s').waitFor();
    await page.getByRole('button', { name: "Back to the lab's own app" }).click();
    await page.locator('.fold-state').getByText("the lab's own app").waitFor();
  });
});
