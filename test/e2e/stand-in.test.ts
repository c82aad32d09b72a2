import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findChromium } from '../stand-in/find-chromium.ts';
import { type LaunchedApp, launchApp } from '../stand-in/launch.ts';
import { decode, encode } from '../stand-in/wire.ts';

declare global {
  interface Window {
    fixture: {
      nested: { list: number[] };
      bytes(data: Uint8Array): Uint8Array;
      post(text: string): void;
      onMessage(listener: (text: string) => void): () => void;
      ask(channel: string, ...args: unknown[]): Promise<unknown>;
      throwNow(): void;
      requireOther(): string;
    };
  }
}

const standIn = path.resolve('out', 'test', 'stand-in');
const main = path.join(standIn, 'fixture', 'main.cjs');
const reason = findChromium() ? '' : ' (skipped: no Chromium found)';

const heard = (page: Page, text: string) =>
  page.waitForFunction((wanted) => document.getElementById('root')?.dataset.heard === wanted, text);

describe('values on their way between processes', () => {
  it('arrive as structured clone would carry them', () => {
    const value = {
      list: [1, 'two', null, undefined, -0, Number.NaN, 10n],
      map: new Map([['key', new Set([new Date(5)])]]),
      bytes: new Uint8Array([0, 255]),
      $: { $: 'a user may write the tag too' },
    };
    expect(decode(encode(value))).toEqual(value);
  });

  it('are refused when they hold a function, a symbol or a promise', () => {
    for (const value of [() => 1, Symbol('s'), Promise.resolve()]) {
      expect(() => encode({ deep: [value] })).toThrow('An object could not be cloned.');
    }
  });

  it('keep the message of an error', () => {
    expect(decode(encode(new RangeError('too far')))).toMatchObject({
      name: 'RangeError',
      message: 'too far',
    });
  });
});

describe.skipIf(!findChromium())(`an app on the stand-in${reason}`, () => {
  let app: LaunchedApp;
  let page: Page;

  beforeAll(async () => {
    vi.stubEnv('ELECTRON_BIN', ''); // these are tests of the stand-in itself
    app = await launchApp({ main });
    page = await app.firstWindow();
  });
  afterAll(() => app?.close());

  it('opens its window on its own scheme and runs its page', async () => {
    expect(await page.locator('#root').textContent()).toBe(`on ${process.platform}`);
    expect(await page.locator('body').evaluate((body) => getComputedStyle(body).color)).toBe('rgb(1, 2, 3)');
  });

  it('shows the page nothing but what the preload exposes', async () => {
    const seen = await page.evaluate(() =>
      ['require', 'module', 'process', 'ipcRenderer', 'standInPost', 'standInDeliver', 'pageWorld'].filter(
        (name) => name in window,
      ),
    );
    expect(seen).toEqual([]);
  });

  it('hands the page frozen copies', async () => {
    expect(
      await page.evaluate(() => [
        Object.isFrozen(window.fixture),
        Object.isFrozen(window.fixture.nested.list),
      ]),
    ).toEqual([true, true]);
  });

  it('carries bytes and exceptions through the bridge', async () => {
    expect(await page.evaluate(() => [...window.fixture.bytes(new Uint8Array([1, 2]))])).toEqual([2, 3]);
    const thrown = page.evaluate(() => window.fixture.throwNow());
    await expect(thrown).rejects.toThrow('out of range');
  });

  it('lets a preload require electron and nothing else', async () => {
    expect(await page.evaluate(() => window.fixture.requireOther())).toContain(
      'module not found: ./sibling.cjs',
    );
  });

  it('carries messages both ways, until the page stops listening', async () => {
    await page.evaluate(() => window.fixture.post('one'));
    await heard(page, 'main heard one');
    const counts = await page.evaluate(async () => {
      const got: string[] = [];
      const stop = window.fixture.onMessage((text) => got.push(text));
      const answered = () => window.fixture.ask('senderUrl'); // answers come after the messages sent before
      window.fixture.post('two');
      await answered();
      stop();
      window.fixture.post('three');
      await answered();
      return got;
    });
    expect(counts).toEqual(['main heard two']);
  });

  it('answers invoke, and names the channel when the handler throws or is absent', async () => {
    expect(await page.evaluate(() => window.fixture.ask('senderUrl'))).toBe('app://lab/index.html');
    await expect(page.evaluate(() => window.fixture.ask('fail'))).rejects.toThrow(
      "Error invoking remote method 'fail': Error: refused on purpose",
    );
    await expect(page.evaluate(() => window.fixture.ask('absent'))).rejects.toThrow(
      "No handler registered for 'absent'",
    );
  });

  it('enforces the content security policy that the app sends', async () => {
    expect(await page.evaluate(() => document.documentElement.dataset.inline)).toBeUndefined();
    const fetched = await page.evaluate(() => fetch('http://127.0.0.1:9/').then(String, String));
    expect(fetched).toContain('Failed to fetch');
  });

  it('serves every request by the handler, with the headers that webRequest adds', async () => {
    const answers = await page.evaluate(async () => {
      const all = ['page.js', 'absent.js', '..%2f..%2fmain.ts'].map((file) => fetch(file));
      return (await Promise.all(all)).map((answer) => [
        answer.status,
        answer.headers.get('x-content-type-options'),
      ]);
    });
    expect(answers).toEqual([
      [200, 'nosniff'],
      [404, 'nosniff'],
      [403, 'nosniff'],
    ]);
  });

  it('keeps the page where it is and opens no window when the app refuses', async () => {
    await app.evaluate(({ shell }) => {
      const opened: string[] = [];
      Object.assign(globalThis, { opened });
      shell.openExternal = async (url) => {
        opened.push(url);
      };
    });
    await page.click('#away');
    await page.click('#blank');
    await page.evaluate(() => void window.open('https://example.com/script'));
    await expect
      .poll(() => app.evaluate(() => Reflect.get(globalThis, 'opened')))
      .toEqual(['https://example.com/blank', 'https://example.com/script']);
    await expect
      .poll(() =>
        page
          .context()
          .pages()
          .filter((other) => other.url().includes('example')),
      )
      .toEqual([]);
    expect(await page.evaluate(() => window.fixture.ask('senderUrl'))).toBe('app://lab/index.html');
  });

  it('reaches nothing outside this machine', async () => {
    const loading = app.evaluate(async ({ BrowserWindow }) => {
      const other = new BrowserWindow({ show: false });
      return other
        .loadURL('https://example.com/')
        .then(() => 'loaded', String)
        .finally(() => other.destroy());
    });
    expect(await loading).toContain('ERR_INTERNET_DISCONNECTED');
  });

  it('refuses an absent API, an unknown event and an insecure window, each by name', async () => {
    const refusals: [string, Promise<unknown>][] = [
      ['electron.powerMonitor', app.evaluate((electron) => electron.powerMonitor.getSystemIdleTime())],
      ['app.getFileIcon', app.evaluate((electron) => electron.app.getFileIcon('x'))],
      [
        'BrowserWindow.addDevToolsExtension',
        app.evaluate(({ BrowserWindow }) => Reflect.get(BrowserWindow, 'addDevToolsExtension')),
      ],
      [
        "event 'gpu-info-update' of app",
        app.evaluate((electron) => void electron.app.on('gpu-info-update', () => 1)),
      ],
    ];
    for (const [name, refusal] of refusals) {
      await expect(refusal).rejects.toThrow(`electron stand-in: ${name} is not implemented`);
    }
    const insecure = app.evaluate(
      ({ BrowserWindow }) => void new BrowserWindow({ webPreferences: { sandbox: false } }),
    );
    await expect(insecure).rejects.toThrow('insecure webPreferences.sandbox: false');
  });

  it('shows the theme to the page', async () => {
    const colour = () => page.locator('body').evaluate((body) => getComputedStyle(body).color);
    const updated = await app.evaluate(({ nativeTheme }) => {
      let fired = 0;
      nativeTheme.once('updated', () => fired++);
      nativeTheme.themeSource = 'dark';
      return [fired, nativeTheme.shouldUseDarkColors];
    });
    expect(updated).toEqual([1, true]);
    await expect.poll(colour).toBe('rgb(4, 5, 6)');
  });

  it('resizes the page with its window and remembers the size under a maximised one', async () => {
    const places = await app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      const events: string[] = [];
      window?.on('resize', () => events.push('resize'));
      window?.on('maximize', () => events.push('maximize'));
      window?.setBounds({ width: 700, height: 500 });
      window?.maximize();
      const seen = { maximized: window?.isMaximized(), width: window?.getNormalBounds().width, events };
      window?.unmaximize();
      return seen;
    });
    expect(places).toEqual({
      maximized: true,
      width: 700,
      events: ['resize', 'maximize', 'resize', 'resize'],
    });
    await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([700, 500]);
  });

  it('forks roles as plain Node', async () => {
    expect(await page.evaluate(() => window.fixture.ask('role'))).toEqual({
      electron: expect.stringContaining('stand-in'),
      runAsNode: '1',
    });
  });

  it('quits from its menu, in the order of Electron, with code 0', async () => {
    await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('quit')?.click());
    expect(await app.close()).toEqual({ code: 0 });
    expect(app.stderr().match(/before-quit|will-quit/g)).toEqual(['before-quit', 'will-quit']);
  });
});
