import { _electron } from 'playwright-core';
import type { LaunchedApp, LaunchOptions } from './launch.ts';

/**
 * The app in Electron itself, driven by Playwright. It needs an executable whose inspect fuse is still on;
 * a packaged app of ours turns it off and cannot be driven this way.
 */
export async function launchElectron(bin: string, options: LaunchOptions): Promise<LaunchedApp> {
  const { ELECTRON_RUN_AS_NODE: _unset, ...inherited } = process.env; // with it Electron would be plain Node
  const env = Object.entries({ ...inherited, ...options.env }).filter((entry) => entry[1] !== undefined);
  const isRoot = process.getuid?.() === 0; // Chromium's sandbox refuses to run as root
  const app = await _electron.launch({
    executablePath: options.executable ?? bin,
    args: [
      ...(options.executable ? [] : [options.main]),
      ...(isRoot ? ['--no-sandbox'] : []),
      ...(options.args ?? []),
    ],
    env: Object.fromEntries(env.map(([name, value]) => [name, String(value)])),
  });
  const child = app.process();
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const exited = new Promise<{ code: number | null }>((resolve) =>
    child.once('exit', (code) => resolve({ code })),
  );
  return {
    kind: 'electron',
    pid: child.pid ?? -1,
    firstWindow: () => app.firstWindow(),
    evaluate: (fn, arg) => app.evaluate(`${fn}`, arg),
    async close() {
      const deadline = setTimeout(() => child.kill('SIGKILL'), 8000);
      await app.close().catch(() => undefined); // it may have gone by itself
      const ended = await exited;
      clearTimeout(deadline);
      return ended;
    },
    stderr: () => stderr,
  };
}
