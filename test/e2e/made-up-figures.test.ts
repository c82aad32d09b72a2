import path from 'node:path';
import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { defaultConfig } from '../../shared/config.ts';
import { fakeNow, settle } from '../renderer/harness/scenes.ts';
import { serveHarness } from '../renderer/harness/serve.ts';
import { findChromium } from '../stand-in/find-chromium.ts';

const executablePath = findChromium();
const reason = executablePath ? '' : ' (skipped: no Chromium found)';
const rendererDir = path.resolve(import.meta.dirname, '../../out/renderer');

/** Answers that take some ten seconds: many connections wait for large bodies. */
const workload = { ...defaultConfig.workload, bodyBytes: 16 * 2 ** 20, connections: 1024 };

it.skipIf(!executablePath)(`latencies of seconds have room on their axis${reason}`, async () => {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const harness = await serveHarness(rendererDir, fakeNow);
  try {
    await harness.host.calls.setPreferences({ theme: 'light', language: 'en' });
    await harness.host.calls.configure({ ...defaultConfig, topology: 'T1', workload });
    await harness.host.calls.start();
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await page.goto(harness.address);
    await page.locator('.chart-latency svg text').first().waitFor();
    await settle(page, harness.host, 20);
    await page.screenshot({ path: path.resolve(import.meta.dirname, '../../out/shots/axis-labels.png') });
    for (const chart of ['latency', 'curve']) {
      const labels = await page.locator(`.chart-${chart} .chart-body text`).evaluateAll((texts) =>
        texts.map((text) => ({
          text: text.textContent ?? '',
          roomPx:
            text.getBoundingClientRect().left - (text.closest('svg')?.getBoundingClientRect().left ?? 0),
        })),
      );
      expect(
        labels.some(({ text }) => /^\d+,000$/.test(text)),
        chart,
      ).toBe(true);
      for (const { text, roomPx } of labels) expect(roomPx, `${chart}: ${text}`).toBeGreaterThanOrEqual(0);
    }
  } finally {
    harness.close();
    await browser.close();
  }
});
