import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runToHtml } from '../../shared/report/report-html.ts';
import { missing, outputOf } from '../helpers/programs.ts';
import { foreignRun } from '../shared/report/foreign-run.ts';
import { findChromium } from '../stand-in/find-chromium.ts';

const executablePath = findChromium();
const reason = executablePath ? '' : ' (skipped: no Chromium found)';

describe.skipIf(!executablePath)(`the HTML report in a browser without a network${reason}`, () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'report-test-'));
  const file = path.join(folder, 'report.html');
  const complaints: string[] = [];
  const requests: string[] = [];
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    writeFileSync(file, runToHtml(foreignRun));
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    context = await browser.newContext({ offline: true, viewport: { width: 390, height: 844 } });
    page = await context.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`file://${file}`);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  it('opens without a complaint, and asks for nothing but itself', async () => {
    expect(await page.title()).toBe('What TLS costs: suite A, B, C, D, E');
    expect(requests).toEqual([`file://${file}`]);
    expect(complaints).toEqual([]);
  });

  it('makes no element of foreign text', async () => {
    expect(await page.locator('script, main img').count()).toBe(0);
    expect(await page.getByText('<script>alert(1)</script>').count()).toBeGreaterThan(1);
  });

  it('fits a phone, and its wide parts can be reached and scrolled by keyboard', async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    const region = page.getByRole('region', { name: 'Throughput and latency' }).first();
    await region.focus();
    expect(await region.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('draws charts that are one picture each, with colours', async () => {
    const chart = page.getByRole('img', { name: 'CPU per request, µs' }).first();
    const fills = await chart.evaluate((svg) =>
      [...svg.querySelectorAll('rect')].map((bar) => getComputedStyle(bar).fill),
    );
    expect(fills).toContain('rgb(0, 114, 178)');
    const parsed = await page.evaluate(() =>
      [...document.querySelectorAll('svg')].map(
        (svg) =>
          new DOMParser().parseFromString(svg.outerHTML, 'image/svg+xml').querySelector('parsererror') ===
          null,
      ),
    );
    expect(new Set(parsed)).toEqual(new Set([true]));
  });

  it('follows a dark theme on the screen and is white on paper', async () => {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await ground()).toBe('rgb(23, 32, 42)');
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    expect(await ground()).toBe('rgb(255, 255, 255)');
  });

  it.skipIf(missing('pdftotext', '-v'))('prints on A4 with all of its figures in text', async () => {
    const pdf = path.join(folder, 'report.pdf');
    await page.pdf({ path: pdf, printBackground: true, preferCSSPageSize: true });
    expect(await outputOf('pdfinfo', pdf)).toMatch(/Page size: +59[45]\S* x 84[12]\S* pts \(A4\)/);
    const text = await outputOf('pdftotext', '-layout', pdf, '-');
    for (const heading of ['What it says', 'Experiment E', 'How it was measured'])
      expect(text).toContain(heading);
    expect(text).toMatch(/T3 h1 +112 ± 1\.12 +35 ± 0\.35/);
  });
});
