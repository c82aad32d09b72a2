import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { defaultConfig } from '../../../shared/config.ts';
import { compare, fakeNow, type Scene, scenes, settle, tenSeries } from './scenes.ts';
import { type Harness, serveHarness } from './serve.ts';

/** TEST CODE: pictures of the window in its states, and what it costs the main thread. Looked at by people. */

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

async function openPage(context: BrowserContext, harness: Harness, problems: string[]): Promise<Page> {
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(harness.address);
  await page.getByText(/Connected|Đã kết nối/).waitFor();
  return page;
}

async function shoot(
  context: BrowserContext,
  rendererDir: string,
  scene: Scene,
  outDir: string,
): Promise<string[]> {
  const problems: string[] = [];
  const harness = await serveHarness(rendererDir, fakeNow);
  const { host } = harness;
  await host.calls.setPreferences({ theme: scene.theme ?? 'light', language: scene.language ?? 'en' });
  await host.calls.configure({ ...defaultConfig, ...scene.config });
  const page = await openPage(context, harness, problems);
  await page.setViewportSize({ width: scene.width ?? 1280, height: scene.height ?? 720 });
  if (scene.view === 'suite') await page.getByRole('tab').nth(1).click();
  else if (scene.seconds !== 0) {
    await host.calls.start();
    await settle(page, host, (scene.seconds ?? 62) * 4);
  }
  await scene.act?.(page, harness);
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(outDir, `${scene.name}.png`) });
  const overflow = await page.evaluate(() => [
    document.documentElement.scrollHeight - innerHeight,
    document.documentElement.scrollWidth - innerWidth,
    (document.querySelector('.controls')?.scrollHeight ?? 0) -
      (document.querySelector('.controls')?.clientHeight ?? 0),
    (document.querySelector('.controls')?.scrollWidth ?? 0) -
      (document.querySelector('.controls')?.clientWidth ?? 0),
    (document.querySelector('.results')?.scrollHeight ?? 0) -
      (document.querySelector('.results')?.clientHeight ?? 0),
  ]);
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('h2, legend, .choice-keys, .legend, .hint')]
      .filter((element) => !element.classList.contains('unseen'))
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.textContent),
  );
  await page.close();
  harness.close();
  return [
    `${scene.name}: overflow ${overflow.join('/')}`,
    ...cut.map((text) => `  cut: ${text}`),
    ...problems.map((problem) => `  ! ${problem}`),
  ];
}

/** Share of one core that the page's main thread used, and the longest task, over some seconds at 4 Hz. */
async function measure(context: BrowserContext, rendererDir: string, config: Partial<typeof defaultConfig>) {
  const harness = await serveHarness(rendererDir);
  const { host } = harness;
  await host.calls.configure({ ...defaultConfig, ...config });
  await host.calls.start();
  const startMs = Date.now() - 60_000;
  for (let at = 0; at < 240; at += 1) host.tick(startMs + at * 250);
  const page = await openPage(context, harness, []);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.waitForTimeout(3000);
  const session = await context.newCDPSession(page);
  // CPU time of the thread: wall time would also count the waiting for a core that others use.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  };
  await page.evaluate(() => {
    const seen: number[] = [];
    Reflect.set(window, 'longTasks', seen);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push(Math.round(entry.duration));
    }).observe({ type: 'longtask' });
  });
  const before = await read();
  const startedMs = performance.now();
  await page.waitForTimeout(12_000);
  const after = await read();
  const seconds = (performance.now() - startedMs) / 1000;
  const share = (name: string) => Number((((after(name) - before(name)) / seconds) * 100).toFixed(1));
  const longTasks = await page.evaluate(() => Reflect.get(window, 'longTasks'));
  await page.close();
  harness.close();
  return {
    taskPercent: share('TaskDuration'),
    scriptPercent: share('ScriptDuration'),
    layoutAndStylePercent: share('LayoutDuration') + share('RecalcStyleDuration'),
    longTasks,
    heapMB: Math.round(after('JSHeapUsedSize') / 1e6),
  };
}

async function withBrowser<T>(use: (context: BrowserContext) => Promise<T>): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'window-shots-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: '/usr/bin/chromium',
    headless: true,
    args: flags,
  });
  try {
    return await use(context);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/** @param names scenes to picture; `measure` measures instead */
export async function main(rendererDir: string, outDir: string, names: readonly string[]): Promise<void> {
  await mkdir(outDir, { recursive: true });
  await withBrowser(async (context) => {
    if (names.includes('measure')) {
      console.log('solo', await measure(context, rendererDir, { topology: 'T2' }));
      console.log('compare', await measure(context, rendererDir, compare));
      console.log('engines', await measure(context, rendererDir, tenSeries));
      return;
    }
    for (const scene of scenes.filter(({ name }) => names.length === 0 || names.includes(name)))
      console.log((await shoot(context, rendererDir, scene, outDir)).join('\n'));
  });
}
