import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { z } from 'zod';
import type { LaunchedApp, LaunchOptions } from './launch.ts';
import { decode, encode } from './wire.ts';

const fromApp = z.discriminatedUnion('standIn', [
  z.object({ standIn: z.literal('devtools'), port: z.number() }),
  z.object({ standIn: z.literal('window'), targetId: z.string() }),
  z.object({ standIn: z.literal('evaluated'), id: z.number(), value: z.string() }),
  z.object({ standIn: z.literal('evaluation-failed'), id: z.number(), message: z.string() }),
]);
type FromApp = z.infer<typeof fromApp>;

function start(options: LaunchOptions): ChildProcess {
  const folder = options.standInFolder ?? path.resolve('out', 'test', 'stand-in');
  const hook = ['-r', path.join(folder, 'register.cjs')];
  const [command, args] = options.executable
    ? [options.executable, options.args ?? []]
    : [process.execPath, [...hook, options.main, ...(options.args ?? [])]];
  const { ELECTRON_RUN_AS_NODE: _unset, ...inherited } = process.env;
  return spawn(command, args, {
    env: { ...inherited, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

async function targetIdOf(page: Page): Promise<string> {
  const cdp = await page.context().newCDPSession(page);
  const { targetInfo } = await cdp.send('Target.getTargetInfo');
  await cdp.detach();
  return targetInfo.targetId;
}

async function findPage(browser: Browser, targetId: string): Promise<Page | undefined> {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    if ((await targetIdOf(page).catch(() => '')) === targetId) return page;
  }
  return undefined;
}

/** One child process running the stand-in, and what it has told so far. */
class StandInProcess {
  readonly child: ChildProcess;
  readonly exited: Promise<{ code: number | null }>;
  stderr = '';
  private readonly messages: FromApp[] = [];
  private readonly changes = new EventEmitter().setMaxListeners(0);
  private hasExited = false;

  constructor(options: LaunchOptions) {
    this.child = start(options);
    this.child.stdout?.resume();
    this.child.stderr?.on('data', (chunk) => {
      this.stderr += chunk;
    });
    this.child.on('message', (message) => {
      const parsed = fromApp.safeParse(message); // an app may use the channel for itself
      if (parsed.success) this.messages.push(parsed.data);
      this.changes.emit('change');
    });
    this.exited = once(this.child, 'close').then(([code]) => {
      this.hasExited = true;
      this.changes.emit('change');
      return { code };
    });
  }

  /** @throws Error with the app's stderr when the app ends without such a message */
  async first<T extends FromApp>(isWanted: (message: FromApp) => message is T): Promise<T> {
    for (;;) {
      const found = this.messages.find(isWanted);
      if (found) return found;
      if (this.hasExited) throw new Error(`the app ended:\n${this.stderr}`);
      await once(this.changes, 'change');
    }
  }
}

type Of<K extends FromApp['standIn']> = Extract<FromApp, { standIn: K }>;
const isDevtools = (message: FromApp): message is Of<'devtools'> => message.standIn === 'devtools';
const isWindow = (message: FromApp): message is Of<'window'> => message.standIn === 'window';
type Outcome = Of<'evaluated'> | Of<'evaluation-failed'>;

async function connect(app: StandInProcess): Promise<{ browser: Browser; page: Page }> {
  const { port } = await app.first(isDevtools);
  const { targetId } = await app.first(isWindow);
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await findPage(browser, targetId);
  if (!page) throw new Error(`the first window is gone:\n${app.stderr}`);
  await page.waitForURL((url) => url.href !== 'about:blank', { waitUntil: 'domcontentloaded' });
  return { browser, page };
}

/** The app in the stand-in, as a child process with a channel to evaluate over. */
export async function launchStandIn(options: LaunchOptions): Promise<LaunchedApp> {
  const app = new StandInProcess(options);
  let connection: Promise<{ browser: Browser; page: Page }> | undefined;
  let lastId = 0;

  async function evaluate<R>(fn: unknown, arg: unknown): Promise<R> {
    const id = ++lastId;
    app.child.send({ standIn: 'evaluate', id, source: String(fn), arg: encode(arg) });
    const outcome = await app.first((message): message is Outcome => 'id' in message && message.id === id);
    if (outcome.standIn === 'evaluation-failed') throw new Error(outcome.message);
    return decode<R>(outcome.value);
  }

  return {
    kind: 'stand-in',
    pid: app.child.pid ?? -1,
    evaluate,
    async firstWindow() {
      connection ??= connect(app);
      return (await connection).page;
    },
    async close() {
      // One that was killed a moment ago still counts as connected; it needs no telling.
      if (app.child.connected) app.child.send({ standIn: 'quit' }, () => {});
      const deadline = setTimeout(() => app.child.kill('SIGKILL'), 8000);
      const ended = await app.exited;
      clearTimeout(deadline);
      await connection?.then(({ browser }) => browser.close()).catch(() => undefined); // gone with the app
      return ended;
    },
    stderr: () => app.stderr,
  };
}
