import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRunning } from '../helpers/processes.ts';
import { readableRun } from '../shared/report/foreign-run.ts';
import type { LaunchedApp } from '../stand-in/launch.ts';
import {
  desktopObstacle,
  openDesktop,
  preload,
  rolePids,
  startAgain,
  startMeasuring,
} from './desktop-app.ts';

const chooseInMenu = async (page: Page, action: string) => {
  await page.getByRole('button', { name: /Save or copy: CPU/ }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

/** Scripts the answer to the next save dialogs: a file, or '' for Cancel. */
const answerSaveDialog = (app: LaunchedApp, filePath: string) =>
  app.evaluate(({ dialog }, wanted) => {
    dialog.showSaveDialog = async () => ({ canceled: wanted === '', filePath: wanted });
  }, filePath);

const clickMenu = (app: LaunchedApp, id: string) =>
  app.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()?.getMenuItemById(wanted)?.click(), id);
const menuLabel = (app: LaunchedApp, id: string) =>
  app.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()?.getMenuItemById(wanted)?.label, id);

it('the built preload is one file that requires nothing but electron, as a sandbox demands', () => {
  const source = readFileSync(preload, 'utf8');
  const required = [...source.matchAll(/\brequire\(\s*["'`]([^"'`]+)/g)].map(([, name]) => name);
  expect(required).toEqual(['electron']);
  expect(source).not.toMatch(/\bimport\s*\(/);
});

describe.skipIf(desktopObstacle !== '')(`the desktop window${desktopObstacle}`, () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'desktop-test-'));
  const userData = path.join(folder, 'user-data');
  let app: LaunchedApp;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    ({ app, page } = await openDesktop(userData));
    page.on('pageerror', (error) => problems.push(String(error)));
  });
  afterAll(async () => {
    await app?.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  it('opens on its own scheme with the lab connected and its processes running', async () => {
    await page.getByText('Connected', { exact: true }).waitFor();
    expect(
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL()),
    ).toBe('app://lab/index.html');
    expect(rolePids(app).length).toBeGreaterThanOrEqual(2);
  });

  it('gives the page two functions and nothing of Node or Electron', async () => {
    const seen = await page.evaluate(() => ({
      foreign: ['require', 'module', 'process', 'Buffer', 'ipcRenderer', 'electron'].filter(
        (name) => name in window,
      ),
      bridge: Object.keys(window.tlsCostLab ?? {}).sort(),
    }));
    expect(seen).toEqual({ foreign: [], bridge: ['on', 'post'] });
  });

  it('runs no inline script and reaches no other server', async () => {
    const ran = await page.evaluate(async () => {
      const script = document.createElement('script');
      script.textContent = 'document.documentElement.dataset.inline = "ran"';
      document.body.append(script);
      const fetched = await fetch('http://127.0.0.1:9/').then(
        () => 'fetched',
        () => 'refused',
      );
      return [document.documentElement.dataset.inline, fetched];
    });
    expect(ran).toEqual([undefined, 'refused']);
  });

  it('answers nothing outside the renderer, and says the policy even then', async () => {
    const answers = await page.evaluate(async () => {
      const all = ['..%2fmain%2fmain.cjs', 'absent.js'].map((file) => fetch(`./${file}`));
      return (await Promise.all(all)).map(({ status, headers }) => [
        status,
        headers.get('x-content-type-options'),
        headers
          .get('content-security-policy')
          ?.startsWith("default-src 'none'; script-src 'self'; style-src"),
      ]);
    });
    expect(answers).toEqual([
      [403, 'nosniff', true],
      [404, 'nosniff', true],
    ]);
  });

  it('goes nowhere and opens no other window', async () => {
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = 'https://example.com/away';
      document.body.append(link);
      link.click();
      link.remove();
      window.open('https://example.com/other');
    });
    await page.waitForTimeout(500);
    const windows = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => window.webContents.getURL()),
    );
    expect(windows).toEqual(['app://lab/index.html']);
    expect(await page.evaluate(() => document.getElementById('root')?.childElementCount)).toBe(1);
  });

  it('survives texts that are no messages, and says what was wrong with them', async () => {
    await page.evaluate(() => {
      for (const text of ['{"t":', '[]', '"hello"', '{"t":"q","m":"toString","a":[],"i":"x"}', 'seen'])
        window.tlsCostLab?.post(text);
    });
    await expect
      .poll(() => page.locator('.faults').textContent())
      .toMatch(/message: \{"t": was given; allowed/);
    await page.getByText('Connected', { exact: true }).waitFor();
  });

  it('does not hear a window that is not its own, even on the same page with the same preload', async () => {
    await app.evaluate(async ({ BrowserWindow }, file) => {
      const foreign = new BrowserWindow({ show: false, webPreferences: { preload: file } });
      Object.assign(globalThis, { foreign });
      await foreign.loadURL('app://lab/index.html');
      // The window's own page was answered within a fraction of this.
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }, preload);
    const other = page
      .context()
      .pages()
      .find((candidate) => candidate !== page && candidate.url() === page.url());
    expect(await other?.getByText('Connecting…').isVisible()).toBe(true);
    await app.evaluate(() => Reflect.get(globalThis, 'foreign').destroy());
    await page.getByText('Connected', { exact: true }).waitFor();
  });

  it('measures what is chosen: figures appear for one topology and then for another', async () => {
    await page.getByRole('radio', { name: /T0/ }).check({ force: true });
    await startMeasuring(page);
    await page.locator('.chart-cpu').getByText('T0', { exact: true }).waitFor();
    await page.getByRole('radio', { name: /T1/ }).check({ force: true });
    await page.getByText('Measuring T1').waitFor();
    await page.locator('.chart-cpu').getByText('T1', { exact: true }).waitFor();
  });

  it('goes on after its page was loaded again, with what was measured still there', async () => {
    const before = rolePids(app);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload());
    await page.waitForLoadState('load');
    await page.getByText('Measuring T1').waitFor();
    await page.locator('.chart-cpu').getByText('T1', { exact: true }).waitFor();
    expect(rolePids(app)).toEqual(before);
  });

  it("loads its page again when told that the page's process has crashed, and keeps the lab", async () => {
    const before = rolePids(app);
    await page.evaluate(() => Object.assign(window, { isFirst: true }));
    await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      Reflect.get(contents ?? {}, 'emit').call(contents, 'render-process-gone', {}, { reason: 'crashed' });
    });
    await page.waitForFunction(() => !('isFirst' in window));
    await page.getByText('Measuring T1').waitFor();
    expect(rolePids(app)).toEqual(before);
  });

  it('stops and starts from its native menu, which says what it would do', async () => {
    expect(await menuLabel(app, 'run')).toBe('Stop Measuring');
    await clickMenu(app, 'run');
    await page.getByText('Stopped', { exact: true }).waitFor();
    expect(await menuLabel(app, 'run')).toBe('Start Measuring');
    await clickMenu(app, 'run');
    await page.getByText('Measuring T1').waitFor();
  });

  it('saves a chart where the user says, as a picture that can be decoded', async () => {
    const file = path.join(folder, 'chart.png');
    await answerSaveDialog(app, file);
    await page.locator('.chart-cpu').getByText('T1', { exact: true }).waitFor();
    await chooseInMenu(page, 'Save as PNG');
    await page.getByText(`Saved to ${file}`).waitFor();
    const size = await page.evaluate(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, readFileSync(file).toString('base64'));
    expect(Math.min(...size)).toBeGreaterThan(100);
  });

  it('saves the figures as CSV, a row for each topology', async () => {
    const file = path.join(folder, 'figures.csv');
    await answerSaveDialog(app, file);
    await chooseInMenu(page, 'Save data as CSV');
    await page.getByText(`Saved to ${file}`).waitFor();
    const [header, ...rows] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
    expect(header).toContain('topology');
    expect(rows.join('\n')).toContain('T1');
  });

  it('prints a run as a PDF in a window that nobody sees, and closes that', async () => {
    const file = path.join(folder, 'report.pdf');
    await answerSaveDialog(app, file);
    const answer = await page.evaluate(
      ([run]) =>
        new Promise<string>((resolve) => {
          window.tlsCostLab?.on((text) => {
            if (text.includes('"print-1"')) resolve(text);
          });
          const order = { run, format: 'pdf' };
          window.tlsCostLab?.post(JSON.stringify({ t: 'q', m: 'exportRun', a: [order], i: 'print-1' }));
        }),
      [readableRun] as const,
    );
    // The bridge has one listener, and this test's has taken the place of the page's: a new page takes it back.
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload());
    await page.waitForLoadState('load');
    await page.getByText('Measuring T1').waitFor();
    await page.locator('.chart-cpu').getByText('T1', { exact: true }).waitFor();
    expect(JSON.parse(answer)).toMatchObject({ r: { ok: true, value: { path: file } } });
    const pdf = readFileSync(file, 'latin1');
    expect(pdf.slice(0, 5)).toBe('%PDF-');
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(3);
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  });

  it('saves nothing when the user thinks better of it, and says why when it can not', async () => {
    await answerSaveDialog(app, '');
    await chooseInMenu(page, 'Save as SVG');
    await answerSaveDialog(app, path.join(folder, 'absent', 'chart.svg'));
    await chooseInMenu(page, 'Save as SVG');
    await page.getByText(/chart\.svg was not saved: there is no folder/).waitFor();
  });

  it('follows the chosen theme and language, also in its menu', async () => {
    await page.locator('select').nth(0).selectOption('dark');
    await expect.poll(() => app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');
    await page.locator('select').nth(1).selectOption('vi');
    await expect.poll(() => menuLabel(app, 'about')).toBe('Giới thiệu TLS Cost Lab');
    await page.locator('select').nth(1).selectOption('en');
    await expect.poll(() => menuLabel(app, 'about')).toBe('About TLS Cost Lab');
  });

  it('comes to the front when the app is started a second time, and that start leaves', async () => {
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
    expect(await startAgain(userData)).toBe(0);
    await expect
      .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized()))
      .toBe(false);
    expect(rolePids(app).length).toBeGreaterThanOrEqual(2);
  });

  it('has raised no error in its page all along', () => {
    expect(problems).toEqual([]);
  });

  it('quits with code 0 and leaves no process of the lab', async () => {
    const roles = rolePids(app);
    const { code } = await app.close();
    expect(code).toBe(0);
    expect(roles.filter(isRunning)).toEqual([]);
  });
});
