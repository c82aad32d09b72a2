import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findChromium } from '../stand-in/find-chromium.ts';
import { launchApp } from '../stand-in/launch.ts';

const standIn = path.resolve('out', 'test', 'stand-in');
const main = path.join(standIn, 'fixture', 'main.cjs');
const reason = findChromium() ? '' : ' (skipped: no Chromium found)';

const heard = (page: Page, text: string) =>
  page.waitForFunction((wanted) => document.getElementById('root')?.dataset.heard === wanted, text);

/** Runs the fixture app to its end without a window, as a second start of an app does. */
async function runAgain(userData: string): Promise<number | null> {
  const hook = path.join(standIn, 'register.cjs');
  const child = spawn(process.execPath, ['-r', hook, main, `--user-data-dir=${userData}`]);
  const [code] = await once(child, 'exit');
  return code;
}

/** Chromium processes that still use a profile below the folder. */
function chromiumsOf(pids: number[], folder: string): number[] {
  return pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
    } catch {
      return false; // ended
    }
  });
}

describe.skipIf(!findChromium())(`the life of an app on the stand-in${reason}`, () => {
  const userData = mkdtempSync(path.join(os.tmpdir(), 'stand-in-test-'));
  const start = () => launchApp({ main, args: [`--user-data-dir=${userData}`] });
  beforeAll(() => {
    vi.stubEnv('ELECTRON_BIN', ''); // these are tests of the stand-in itself
  });
  afterAll(() => rmSync(userData, { recursive: true, force: true, maxRetries: 3 }));

  it('has one process: a second start tells the first and leaves', async () => {
    const app = await start();
    const page = await app.firstWindow();
    expect(await runAgain(userData)).toBe(0);
    await heard(page, 'again: {"greeting":"second"}');
    await page.evaluate(() => localStorage.setItem('kept', 'yes'));
    expect(await app.close()).toEqual({ code: 0 });
  });

  it('keeps what the page stored for the next start', async () => {
    const app = await start();
    const page = await app.firstWindow();
    expect(await page.evaluate(() => localStorage.getItem('kept'))).toBe('yes');
    await app.close();
  });

  it('ends when its last window is closed', async () => {
    const app = await start();
    await app.firstWindow();
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    expect(await app.close()).toEqual({ code: 0 });
  });

  it('quits in order on SIGTERM', async () => {
    const app = await start();
    await app.firstWindow();
    process.kill(app.pid, 'SIGTERM');
    expect(await app.close()).toEqual({ code: 0 });
    expect(app.stderr()).toContain('will-quit');
  });

  it.skipIf(process.platform !== 'linux')(
    'leaves no Chromium and no lock behind when it is killed',
    async () => {
      const app = await start();
      await app.firstWindow();
      const children = readFileSync(`/proc/${app.pid}/task/${app.pid}/children`, 'utf8')
        .trim()
        .split(' ')
        .map(Number);
      expect(chromiumsOf(children, userData).length).toBeGreaterThan(0);
      process.kill(app.pid, 'SIGKILL');
      await app.close();
      await expect.poll(() => chromiumsOf(children, userData), { timeout: 10_000 }).toEqual([]);
      const next = await start();
      await next.firstWindow();
      expect(await next.close()).toEqual({ code: 0 });
    },
  );

  it('reports an app that ends before its window opens, with its stderr', async () => {
    const app = await launchApp({ main: path.join(standIn, 'absent.cjs') });
    await expect(app.firstWindow()).rejects.toThrow('Cannot find module');
    expect(await app.close()).toEqual({ code: 1 });
  });
});
