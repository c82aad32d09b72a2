import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isRunning } from '../helpers/processes.ts';
import type { LaunchedApp } from '../stand-in/launch.ts';
import { desktopObstacle, launchDesktop, openDesktop, rolePids, startMeasuring } from './desktop-app.ts';

describe.skipIf(desktopObstacle !== '')(`the life of the desktop app${desktopObstacle}`, () => {
  const userData = mkdtempSync(path.join(os.tmpdir(), 'desktop-life-'));
  const placeFile = path.join(userData, 'window.json');
  const open = () => openDesktop(userData);
  const boundsOf = (app: LaunchedApp) =>
    app.evaluate(({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows()[0];
      const { x, y, width, height } = window?.getNormalBounds() ?? {};
      return { x, y, width, height, maximised: window?.isMaximized() };
    });
  afterAll(() => rmSync(userData, { recursive: true, force: true, maxRetries: 3 }));

  it('a window opens where it was when it was closed, whether it was full size or not', async () => {
    const place = { x: 60, y: 50, width: 1100, height: 700 };
    const first = await open();
    await first.app.evaluate(({ BrowserWindow }, wanted) => {
      const window = BrowserWindow.getAllWindows()[0];
      window?.setBounds(wanted);
      window?.maximize();
    }, place);
    expect(await first.app.close()).toEqual({ code: 0 });
    const second = await open();
    await expect.poll(() => boundsOf(second.app)).toEqual({ ...place, maximised: true });
    await second.app.close();
  });

  it('a place that can not be read is no reason not to open', async () => {
    writeFileSync(placeFile, '{"x":');
    const { app } = await open();
    expect(await boundsOf(app)).toMatchObject({ width: 1360, height: 860, maximised: false });
    await app.close();
  });

  it('preferences and the chosen topology are there again at the next start', async () => {
    const first = await open();
    await first.page.locator('select').nth(0).selectOption('dark');
    await first.page.getByRole('radio', { name: /T3/ }).check({ force: true });
    await first.page.waitForTimeout(200);
    await first.app.close();
    const second = await open();
    expect(await second.page.getByRole('radio', { name: /T3/ }).isChecked()).toBe(true);
    expect(await second.page.locator('html').getAttribute('data-theme')).toBe('dark');
    await second.app.close();
  });

  it('closing the window while it measures ends the app and the lab', async () => {
    const { app, page } = await open();
    await startMeasuring(page);
    const roles = rolePids(app);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    expect(await app.close()).toEqual({ code: 0 });
    expect(roles.filter(isRunning)).toEqual([]);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('%s ends it in order', async (signal) => {
    const { app } = await open();
    const roles = rolePids(app);
    process.kill(app.pid, signal);
    expect(await app.close()).toEqual({ code: 0 });
    expect(roles.filter(isRunning)).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')(
    'killed while it measures, it leaves no process behind',
    async () => {
      const { app, page } = await open();
      await startMeasuring(page);
      const roles = rolePids(app);
      expect(roles.length).toBeGreaterThanOrEqual(2);
      process.kill(app.pid, 'SIGKILL');
      await expect.poll(() => roles.filter(isRunning), { timeout: 2000 }).toEqual([]);
      await app.close();
    },
  );

  it('a lab that can not start is said in a box, and the exit code is 3', async () => {
    const brokenRoles = path.join(userData, 'broken.cjs');
    writeFileSync(
      brokenRoles,
      'if (process.env.ELECTRON_RUN_AS_NODE === "1") throw new Error("broken role");',
    );
    const app = await launchDesktop(userData, { NODE_OPTIONS: `--require=${brokenRoles}` });
    await expect(app.firstWindow()).rejects.toThrow(/could not start/);
    expect((await app.close()).code).toBe(3);
    expect(app.stderr()).toContain('broken role');
  });
});
