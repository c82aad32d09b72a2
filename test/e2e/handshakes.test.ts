import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { handshakeDocumentSchema } from '../../shared/handshake/document.ts';
import { noChromium, openLightWindow, savedBy, shoot } from './light-window.ts';
import type { WebWindow } from './web-window.ts';

const costs = (page: Page) => page.getByRole('article', { name: 'What a handshake costs' });
const start = (page: Page) => page.getByRole('button', { name: /^Measure/ });

describe.skipIf(noChromium !== '')(`the handshake lab in the window${noChromium}`, () => {
  let window: WebWindow;
  let page: Page;

  beforeAll(async () => {
    ({ window, page } = await openLightWindow());
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
    await shoot(page, 'handshakes-cancelled');
  });

  it('saves the document that the command line prints', async () => {
    const text = await savedBy(page.getByRole('button', { name: 'Save as JSON' }));
    const document = handshakeDocumentSchema.parse(JSON.parse(text));
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
