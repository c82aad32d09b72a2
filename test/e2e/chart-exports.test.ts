import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportFile } from '../../shared/api.ts';
import { defaultConfig } from '../../shared/config.ts';
import { drawVegaLite, readCsv } from '../helpers/vega.ts';
import { fakeNow, settle } from '../renderer/harness/scenes.ts';
import { type Harness, serveHarness } from '../renderer/harness/serve.ts';
import { findChromium } from '../stand-in/find-chromium.ts';
import { type Picture, readPicture } from './read-picture.ts';

const executablePath = findChromium();
const reason = executablePath ? '' : ' (skipped: no Chromium found)';
const out = path.resolve(import.meta.dirname, '../../out');
/** For people to look at after a run. */
const shots = path.join(out, 'shots');

/** What a caption must tell under any chart: whose it is, when, the machine and its runtime with the TLS library. */
const captionFacts = [
  /TLS Cost Lab · \d{4}-\d\d-\d\d \d\d:\d\d UTC/,
  /AMD EPYC.*, 2 cores/,
  /OpenSSL 3\.0\.19/,
];
const expectCaption = (text: string, of: string) => {
  for (const fact of captionFacts) expect(text, of).toMatch(fact);
};

/** What a program other than a browser can't follow, or follows otherwise. */
const notPortable =
  /var\(|dominant-baseline|<foreignObject|<style|\bclass=|\bstyle=|rgba\(|href=|url\((?!#)|xlink|data:/;

describe.skipIf(!executablePath)(`files of charts${reason}`, () => {
  let browser: Browser;
  let harness: Harness;
  let page: Page;
  const chart = (name: string) => page.locator(`section.chart-${name}`);

  beforeAll(async () => {
    mkdirSync(path.join(shots, 'exports'), { recursive: true });
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    harness = await serveHarness(path.join(out, 'renderer'), fakeNow);
    const { host } = harness;
    await host.calls.setPreferences({ theme: 'light', language: 'en' });
    const compared = { mode: 'compare', comparedProxies: ['builtin', 'nginx'] } as const;
    await host.calls.configure({ ...defaultConfig, ...compared });
    await host.calls.start();
    page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await page.goto(harness.address);
    await chart('cpu').locator('svg').first().waitFor();
    await settle(page, host, 60);
  });
  afterAll(async () => {
    harness?.close();
    await browser?.close();
  });

  const openMenu = (of: Locator) => of.getByRole('button', { name: /^(Save or copy|Lưu hoặc)/ }).click();

  /** Uses one entry of a chart's menu, and reads what the host was given. */
  async function save(of: Locator, action: string): Promise<ExportFile> {
    const { exported } = harness.host;
    const before = exported.length;
    await openMenu(of);
    await of.getByRole('menuitem', { name: action }).click();
    await expect.poll(() => exported.length).toBe(before + 1);
    const file = exported[before];
    if (!file) throw new Error(`${action} gave no file`);
    writeFileSync(
      path.join(shots, 'exports', file.name),
      file.data,
      file.mimeType === 'image/png' ? 'base64' : 'utf8',
    );
    return file;
  }

  async function choosePicture(of: Locator, scale: number, isTransparent: boolean): Promise<void> {
    await openMenu(of);
    await of.getByRole('menuitemradio', { name: `${scale}×` }).click();
    const ground = of.getByRole('menuitemcheckbox', { name: 'transparent ground' });
    if ((await ground.getAttribute('aria-checked')) !== String(isTransparent)) await ground.click();
    await page.keyboard.press('Escape');
  }

  const pictureOf = ({ mimeType, data }: ExportFile): Promise<Picture> =>
    readPicture(
      page,
      mimeType === 'image/png'
        ? `data:image/png;base64,${data}`
        : `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}`,
    );

  it.each([
    [1, false],
    [3, true],
    [4, false],
  ])(
    'a PNG at %d×, transparent: %s, has its size, its ground and something on it',
    async (scale, isTransparent) => {
      await choosePicture(chart('cpu'), scale, isTransparent);
      const svg = await pictureOf(await save(chart('cpu'), 'Save as SVG'));
      const file = await save(chart('cpu'), 'Save as PNG');
      expect(file.name).toBe(scale === 1 ? 'tls-cost-lab-cpu.png' : `tls-cost-lab-cpu-${scale}x.png`);
      const png = await pictureOf(file);
      expect([png.width, png.height]).toEqual([svg.width * scale, svg.height * scale]);
      expect(png.cornerAlphas).toEqual(Array(4).fill(isTransparent ? 0 : 255));
      expect(svg.cornerAlphas).toEqual(png.cornerAlphas);
      expect(png.colours).toBeGreaterThan(20);
    },
  );

  it('the choice stands in every chart’s menu, and is made by keyboard', async () => {
    const menuButton = chart('latency').getByRole('button', { name: /^Save or copy/ });
    await menuButton.focus();
    await page.keyboard.press('Enter');
    const chosen = chart('latency').getByRole('menuitemradio', { checked: true });
    expect(await chosen.textContent()).toBe('4×');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    expect(await chosen.textContent()).toBe('2×');
    await page.keyboard.press('Escape');
    expect(await menuButton.evaluate((button) => button === document.activeElement)).toBe(true);
    await choosePicture(chart('cpu'), 1, false);
  });

  /** Everything that can be saved of a chart, read back. */
  async function readBack(of: Locator, title: string): Promise<{ csv: string; spec: string }> {
    const svg = await save(of, 'Save as SVG');
    expect(svg.data).not.toMatch(notPortable);
    expect(svg.data, svg.name).toMatch(/font-family="[^"]*sans-serif"/);
    const parsed = await page.evaluate((text) => {
      const root = new DOMParser().parseFromString(text, 'image/svg+xml');
      const textOf = (name: string) => root.querySelector(name)?.textContent ?? '';
      return { error: textOf('parsererror'), title: textOf('svg > title'), desc: textOf('svg > desc') };
    }, svg.data);
    expect(parsed.error).toBe('');
    expect(parsed.title).toContain(title);
    expectCaption(parsed.desc, svg.name);
    expect((await pictureOf(svg)).colours, svg.name).toBeGreaterThan(5);

    const { data: csv, name } = await save(of, 'Save data as CSV');
    const rows = readCsv(csv);
    expect(rows.length, name).toBeGreaterThan(0);
    for (const row of rows) expectCaption(row.caption ?? '', name);

    const spec = await save(of, 'Save as Vega-Lite');
    const drawn = await drawVegaLite(spec.data);
    expect(drawn.complaints, spec.name).toEqual([]);
    writeFileSync(path.join(shots, 'exports', `${spec.name}.svg`), drawn.svg);
    drawn.close();
    expectCaption(JSON.parse(spec.data).usermeta.caption.join('\n'), spec.name);
    expect(drawn.svg).toContain(title);
    expect((await pictureOf({ ...svg, data: drawn.svg })).colours, spec.name).toBeGreaterThan(5);
    return { csv, spec: spec.data };
  }

  it.each([
    ['cpu', 'CPU per request'],
    ['latency', 'Latency, last minute'],
    ['curve', 'Percentiles'],
    ['timeline', 'Handshake timeline'],
  ])('of the live chart %s can be read back', async (name, title) => {
    await readBack(chart(name), title);
  });

  it('of the throughput have the figures of the chart: CSV, Markdown and Vega-Lite alike', async () => {
    await page.getByRole('radio', { name: 'throughput' }).check({ force: true });
    await chart('throughput').locator('svg.recharts-surface').waitFor();
    // The figures stand still: two files saved one after the other are of the same ones.
    const { csv, spec } = await readBack(chart('throughput'), 'Throughput');
    const drawn = await drawVegaLite(spec);
    const csvRows = readCsv(csv);
    expect(drawn.rows('parts').map(({ value }) => value)).toEqual(
      csvRows.map(({ reqPerSec_mean }) => Number(reqPerSec_mean)),
    );
    drawn.close();
    const markdown = await save(chart('throughput'), 'Save as Markdown');
    expect(markdown.mimeType).toBe('text/markdown');
    expect(markdown.data.split('\n').filter((line) => line.startsWith('| T')).length).toBe(csvRows.length);
    expectCaption(markdown.data, markdown.name);
  });

  it('of the handshake lab can be read back, with bare numbers in the CSV', async () => {
    await page.getByRole('tab', { name: 'Handshakes' }).click();
    await harness.host.calls.startHandshakes({});
    for (const [name, title] of [
      ['cost', 'CPU per connection'],
      ['breakEven', 'CPU per round trip'],
    ] as const) {
      const { csv } = await readBack(chart(`handshakes-${name}`), title);
      const [first = {}] = readCsv(csv);
      const figures = Object.entries(first).filter(([column]) => /(_mean|Ms|PerRoundTrip)$/.test(column));
      expect(figures.length, name).toBeGreaterThan(0);
      for (const [column, cell] of figures) expect(Number(cell || 0), `${name} ${column}`).not.toBeNaN();
    }
  });

  it('the picture goes to the clipboard, and where that is not allowed the window says so', async () => {
    await page.getByRole('tab').first().click();
    const cpu = chart('cpu');
    await cpu.locator('svg').first().waitFor();
    const copy = async () => {
      await openMenu(cpu);
      await cpu.getByRole('menuitem', { name: 'Copy the picture' }).click();
    };
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await copy();
    await cpu.getByText('Picture copied').waitFor();
    const types = await page.evaluate(async () =>
      (await navigator.clipboard.read()).flatMap((item) => item.types),
    );
    expect(types).toContain('image/png');
    const session = await page.context().newCDPSession(page);
    const { browserContextId } = (await session.send('Target.getTargetInfo')).targetInfo;
    const { origin } = new URL(harness.address);
    const denied = { permission: { name: 'clipboard-write' }, setting: 'denied' } as const;
    await session.send('Browser.setPermission', { ...denied, origin, browserContextId });
    await copy();
    await cpu.getByText(/was not copied.*Save it as PNG/).waitFor();
  });

  it('the menu stays within the window, below which the last chart has no room for it', async () => {
    await harness.host.calls.setPreferences({ theme: 'dark', language: 'vi' });
    await page.reload();
    const last = chart('timeline');
    await last.locator('svg').first().waitFor();
    await openMenu(last);
    const menu = last.getByRole('menu');
    const isWithin = async () => {
      const box = await menu.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= 720;
    };
    expect(await isWithin()).toBe(true);
    // As when a warning comes to stand above it.
    await last.evaluate((panel) => {
      panel.style.paddingTop = '60px';
    });
    await expect.poll(isWithin).toBe(true);
    await page.screenshot({ path: path.join(shots, 'menu-dark-vi.png') });
  });
});
