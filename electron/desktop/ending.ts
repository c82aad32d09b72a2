/** What takes longer to end than this is left to the roles themselves: they end with the process that forked them. */
const endWithinMs = 3_000;

/** The part of Electron's `app` that this needs. */
interface QuittingApp {
  on(event: 'before-quit', listener: (event: { preventDefault(): void }) => void): unknown;
  on(event: 'window-all-closed', listener: () => void): unknown;
  quit(): void;
}

function within(work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, endWithinMs))]);
}

/**
 * Lets the app quit only once the lab's processes have ended: the first `before-quit` is put off until then. A signal
 * is a wish to quit like any other, and so is closing the last window, on every system: without a window there is
 * nothing to measure for.
 * @param dispose ends the lab
 */
export function endWithLab(app: QuittingApp, dispose: () => Promise<void>): void {
  let state: 'running' | 'ending' | 'ended' = 'running';
  const end = async () => {
    state = 'ending';
    // A lab that fails to end must not keep the app from it.
    await within(dispose()).catch(() => {});
    state = 'ended';
    app.quit();
  };
  app.on('before-quit', (event) => {
    if (state === 'ended') return;
    event.preventDefault();
    if (state === 'running') void end();
  });
  app.on('window-all-closed', () => app.quit());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}
