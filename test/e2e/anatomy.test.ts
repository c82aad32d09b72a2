import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { anatomySchema } from '../../shared/tls/anatomy.ts';
import { noChromium, openLightWindow, savedBy, shoot } from './light-window.ts';
import type { WebWindow } from './web-window.ts';

const documentSchema = z.object({
  schema: z.literal('tls-cost-lab/anatomy@1'),
  topology: z.string(),
  hops: z.array(z.object({ from: z.string(), to: z.string(), anatomy: anatomySchema })),
});

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('button');
const fields = (page: Page) => page.getByRole('region', { name: 'What is in the message' });

describe.skipIf(noChromium !== '')(`a handshake taken apart in the window${noChromium}`, () => {
  let window: WebWindow;
  let page: Page;

  beforeAll(async () => {
    ({ window, page } = await openLightWindow());
    await page.locator('.card').filter({ hasText: 'T3' }).locator('input').check({ force: true });
    await page.getByRole('tab', { name: 'Anatomy' }).click();
    await page.getByRole('button', { name: /Start/ }).click();
  });
  afterAll(() => window?.close());
  afterEach(() => {
    expect(window.problems).toEqual([]);
  });

  it('shows both handshakes of T3, message by message', async () => {
    await page.getByRole('radio', { name: 'proxy ⇒ app' }).waitFor({ state: 'attached', timeout: 30_000 });
    const names = await messages(page).allTextContents();
    expect(names.slice(0, 4)).toEqual([
      'ClientHello',
      'ServerHello',
      'ChangeCipherSpec',
      'EncryptedExtensions',
    ]);
    for (const name of ['Finished', 'ApplicationData']) expect(names).toContain(name);
    await shoot(page, 'anatomy-t3-light');
  });

  it('stays as it is while it is held, and shows what is in the message that is clicked', async () => {
    await page.getByRole('button', { name: 'Hold this picture' }).click();
    await messages(page).filter({ hasText: 'ClientHello' }).first().click();
    await fields(page).getByText('key_share', { exact: false }).first().waitFor();
    const before = await page.locator('.messages').textContent();
    await page.waitForTimeout(1_500);
    expect(await page.locator('.messages').textContent()).toBe(before);
    await shoot(page, 'anatomy-fields');
  });

  it('is saved as JSON, without secrets', async () => {
    await page.getByRole('button', { name: 'Save or copy: Handshake anatomy' }).click();
    const text = await savedBy(page.getByRole('menuitem', { name: 'Save as JSON' }));
    const { hops } = documentSchema.parse(JSON.parse(text));
    expect(hops.map(({ from, to }) => `${from} ${to}`)).toEqual(['client proxy', 'proxy app']);
    for (const { anatomy } of hops) expect(anatomy.unread).toEqual([]);
    expect(text).not.toMatch(/TRAFFIC_SECRET/);
  });

  it('takes down one more handshake behind the proxy when it is told to', async () => {
    await page.getByRole('button', { name: 'Follow again' }).click();
    const seen = () => page.locator('.anatomy-facts').filter({ hasText: 'proxy ⇒ app' }).textContent();
    const before = await seen();
    await page.waitForTimeout(1_000);
    await page.getByRole('button', { name: 'Fresh handshakes behind the proxy' }).click();
    await expect.poll(seen, { timeout: 15_000 }).not.toBe(before);
    await page.getByLabel('Theme').selectOption('dark');
    await page.getByLabel('Language').selectOption('vi');
    await page.waitForTimeout(300);
    await shoot(page, 'anatomy-t3-dark-vi');
  });
});
