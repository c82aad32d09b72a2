import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endWithLab } from '../../electron/desktop/ending.ts';
import { reloadLimit } from '../../electron/desktop/reload-limit.ts';

/** Quits as Electron does: asks before, and is gone unless somebody objects. */
class QuittingApp extends EventEmitter {
  hasQuit = false;
  quit(): void {
    let prevented = false;
    this.emit('before-quit', {
      preventDefault: () => {
        prevented = true;
      },
    });
    if (!prevented) this.hasQuit = true;
  }
}

function startApp(dispose: () => Promise<void>): QuittingApp {
  const app = new QuittingApp();
  endWithLab(app, dispose);
  return app;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

describe('quitting', () => {
  const before = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    for (const signal of signals)
      for (const listener of process.listeners(signal))
        if (!before.get(signal)?.includes(listener)) process.off(signal, listener);
  });

  it('waits for the lab to end', async () => {
    const app = startApp(() => sleep(1500));
    app.quit();
    await vi.advanceTimersByTimeAsync(1000);
    expect(app.hasQuit).toBe(false);
    await vi.advanceTimersByTimeAsync(600);
    expect(app.hasQuit).toBe(true);
  });

  it('ends the lab once, however often it is asked', async () => {
    const dispose = vi.fn(async () => {});
    const app = startApp(dispose);
    app.quit();
    app.quit();
    app.emit('window-all-closed');
    await vi.advanceTimersByTimeAsync(0);
    expect(dispose).toHaveBeenCalledTimes(1);
    expect(app.hasQuit).toBe(true);
  });

  it('does not wait longer than 3 s, nor for a lab that fails', async () => {
    const stuck = startApp(() => new Promise(() => {}));
    stuck.quit();
    await vi.advanceTimersByTimeAsync(2900);
    expect(stuck.hasQuit).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(stuck.hasQuit).toBe(true);
    const failing = startApp(() => Promise.reject(new Error('broken')));
    failing.quit();
    await vi.advanceTimersByTimeAsync(0);
    expect(failing.hasQuit).toBe(true);
  });
});

it('a page that crashed is loaded again three times within a minute', () => {
  let nowMs = 0;
  const mayReload = reloadLimit(() => nowMs);
  expect([mayReload(), mayReload(), mayReload(), mayReload()]).toEqual([true, true, true, false]);
  nowMs = 60_001;
  expect(mayReload()).toBe(true);
});
