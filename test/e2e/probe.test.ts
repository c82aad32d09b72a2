import { createServer } from 'node:https';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../electron/lab/free-port.ts';
import { probeSchema } from '../../shared/probe/probe.ts';
import { issue } from '../helpers/certificates.ts';
import { listen, plainServer, root, stopServers } from '../helpers/probed.ts';
import { noChromium, openLightWindow, savedBy, shoot } from './light-window.ts';
import type { WebWindow } from './web-window.ts';

const results = (page: Page) => page.getByRole('main', { name: 'Results' });
const field = (page: Page) => page.getByLabel('URL of your service');

async function probe(page: Page, url: string): Promise<void> {
  await field(page).fill(url);
  await page.getByRole('button', { name: /^Probe/ }).click();
}

describe.skipIf(noChromium !== '')(`a probe in the window${noChromium}`, () => {
  let window: WebWindow;
  let page: Page;
  const asked: (string | undefined)[] = [];

  beforeAll(async () => {
    ({ window, page } = await openLightWindow());
    await page.getByRole('tab', { name: 'Probe' }).click();
  });
  afterAll(async () => {
    stopServers();
    await window?.close();
  });
  afterEach(() => {
    expect(window.problems).toEqual([]);
  });

  it('says beside the field why a URL can’t be used', async () => {
    await probe(page, 'ftp://localhost/');
    await page.getByRole('alert').getByText("This URL can't be used.").waitFor();
    expect(await field(page).getAttribute('aria-invalid')).toBe('true');
    await field(page).fill('https://');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('tells of a host that nothing listens on', async () => {
    const port = await freePort();
    await probe(page, `https://127.0.0.1:${port}/`);
    const problems = results(page).getByRole('list', { name: 'Problems found' });
    await problems.getByText('Connection refused.').waitFor();
    expect(await problems.textContent()).toContain(`127.0.0.1 port ${port} refused`);
    expect(await results(page).getByRole('region', { name: 'What was found out' }).count()).toBe(0);
  });

  it('is stopped by the same button', async () => {
    const silent = await plainServer(() => {});
    await probe(page, `https://127.0.0.1:${silent}/`);
    await page.getByRole('button', { name: /^Stop/ }).click();
    await results(page).getByText('Stopped before its end.').waitFor();
    await page.getByRole('button', { name: /^Probe/ }).waitFor();
  });

  it('shows what is wrong, how long it took, what was negotiated, the chain and the messages', async () => {
    const leaf = await issue({ subject: 'CN=localhost', by: root, toDays: 10.5 });
    const server = createServer(
      { cert: `${leaf.certPem}\n${root.certPem}`, key: leaf.keyPem },
      (request, response) => {
        asked.push(request.url);
        response.end('hello');
      },
    );
    await probe(page, `https://localhost:${await listen(server)}/account?token=1`);
    const inResults = (name: string) => results(page).getByRole('region', { name });
    await results(page).getByText('Certificate of an unknown issuer.').waitFor();
    expect(await inResults('What was found out').textContent()).toContain('TLSv1.3');
    const chain = inResults('Certificates, as sent').getByRole('row');
    expect(await chain.nth(1).textContent()).toMatch(
      /CN=localhost.*CN=Test Root.*ec prime256v1.*10 days left/,
    );
    expect(await chain.count()).toBe(3);
    const phases = inResults('First connection');
    for (const name of ['DNS', 'TCP', 'TLS', 'first byte', 'body'])
      expect(await phases.getByRole('listitem').filter({ hasText: name }).count()).toBe(1);
    expect(await phases.locator('.chart-body rect[fill^="var(--span"]').count()).toBe(5);
    await inResults('Messages').getByRole('button', { name: 'CertificateVerify' }).click();
    await inResults('What is in the message').getByText('A signature over all messages').waitFor();
    await inResults('What this says')
      .getByText(/100 new connections per second/)
      .waitFor();
    // It could not be verified: it is not shown where the user wanted to go.
    expect(asked).toEqual(['/']);
  });

  it('saves the document that the command line prints', async () => {
    const text = await savedBy(page.getByRole('button', { name: 'Save as JSON' }));
    const saved = probeSchema.parse(JSON.parse(text));
    expect(saved.problems.map(({ code }) => code)).toEqual(['certificate-unknown-issuer']);
  });

  it('asks nothing of a server when the view comes back or the page is loaded again', async () => {
    await page.getByRole('tab', { name: 'Live' }).click();
    await page.getByRole('tab', { name: 'Probe' }).click();
    expect(await field(page).inputValue()).toContain('/account?token=1');
    await shoot(page, 'probe-light');
    await results(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await shoot(page, 'probe-light-end');
    await page.getByLabel('Theme').selectOption('dark');
    await page.getByLabel('Language').selectOption('vi');
    await page.locator('.chart-probe-phases').scrollIntoViewIfNeeded();
    await shoot(page, 'probe-dark-vi');
    const overflows = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(overflows).toBe(false);
    await page.reload();
    await page.getByRole('tab', { name: 'Dò' }).waitFor();
    expect(asked).toEqual(['/']);
  });
});
